import Foundation
import Records
import Synchronization
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// A program that is killed between any two statements of a change of fields leaves it done or not done.
struct FieldKillTests {
  private static let table = """
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT, size INTEGER,
      double INTEGER GENERATED ALWAYS AS (size * 2) VIRTUAL, owner INTEGER REFERENCES person);
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE log (text TEXT);
    CREATE INDEX item_name ON item (name);
    CREATE VIEW named AS SELECT id, name FROM item;
    CREATE TRIGGER item_change AFTER UPDATE OF name ON item BEGIN INSERT INTO log VALUES (new.name); END;
    INSERT INTO person VALUES (1, 'Ann');
    INSERT INTO item (name, place, size, owner) VALUES ('a', 'here', 1, 1), ('b', NULL, 2, NULL), ('c', '', 3, 1);
    """

  private func content(_ scratch: Scratch) throws -> [String] {
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
    return try scratch.rows("SELECT sql FROM sqlite_schema ORDER BY rowid") + texts(scratch)
  }

  private func texts(_ scratch: Scratch) throws -> [String] {
    let names = try scratch.rows("SELECT name FROM pragma_table_xinfo('item')")
    let list = names.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
    return try scratch.rows("SELECT \(list) FROM item ORDER BY id")
  }

  private func values(_ scratch: Scratch) throws -> [[Substring]] {
    try texts(scratch).map { $0.split(separator: "|").sorted() }
  }

  @Test(
    "A death at any statement leaves a change done or not done, the history says which, and undo takes it back",
    arguments: [
      .addition(column: "translator", definition: "TEXT CHECK (translator IN ('x', 'y'))"),
      .renaming(column: "name", to: "title"), .removal(column: "place"),
    ] as [FieldChange], ["delete", "wal"])
  func killed(change: FieldChange, mode: String) throws {
    let scratch = try Scratch(Self.table, mode: mode)
    let snapshots = Snapshots(of: scratch.folder)
    let isOn = Mutex(false)
    func open(_ trace: (@Sendable (String) -> Void)? = nil) throws -> BookStore {
      let log = EditLogOptions(folder: scratch.logFolder, longestAge: 1e9)
      return try BookStore(
        path: scratch.path,
        options: StoreOptions(busyTimeout: .zero, table: "item", editLog: log, trace: trace))
    }
    let store = try open { _ in if isOn.withLock({ $0 }) { snapshots.take() } }
    // The log is there, and nothing before it is of interest.
    try store.set(7, at: store.field("size"), of: 3)
    #expect(store.writeBack().isComplete)
    let (before, rows) = try (content(scratch), values(scratch))
    isOn.withLock { $0 = true }
    try store.fields.start(change, of: store.schema.id).finish()
    isOn.withLock { $0 = false }
    snapshots.take()
    store.close()
    let after = try content(scratch)
    #expect(before != after && snapshots.momentCount > 5)
    var seen: Set<Bool> = []
    for (number, files) in snapshots.all.enumerated() {
      try snapshots.restore(files)
      let left = try content(scratch)
      #expect(left == before || left == after, "moment \(number)")
      seen.insert(left == after)
      let again = try open()
      #expect(again.schema.fields.count >= 5)
      _ = try again.recovery.findAbandoned()
      #expect((try again.undo()?.fieldChange != nil) == (left == after), "moment \(number)")
      again.writeBack()
      again.close()
      if left == after { #expect(try values(scratch) == rows, "moment \(number)") }
    }
    #expect(seen == [false, true])
  }
}
