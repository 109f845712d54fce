import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// A program that is killed between any two statements of a change of fields leaves it done or not done.
@Suite("Killed while fields change")
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

  /// What the database is: its schema and all its values.
  private func content(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, options: ConnectionOptions())
    #expect(try connection.rows("PRAGMA integrity_check") { $0.string(at: 0) } == ["ok"])
    let tables = try connection.rows("SELECT sql FROM sqlite_schema ORDER BY rowid") { $0.string(at: 0) }
    return try tables
      + texts(connection)
  }

  /// All values of the table, a row each.
  private func texts(_ connection: Connection) throws -> [String] {
    let names = try connection.rows("PRAGMA table_xinfo(item)") { $0.string(at: 1) }
    let list = names.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
    return try connection.rows("SELECT \(list) FROM item ORDER BY id") { $0.string(at: 0) }
  }

  /// Copies a folder with the database and its log as a kill at this moment would leave it.
  private static func copy(_ folder: String, to copy: String) {
    try? FileManager.default.copyItem(atPath: folder, toPath: copy)
  }

  @Test(
    arguments: [
      .addition(column: "translator", definition: "TEXT CHECK (translator IN ('x', 'y'))"),
      .renaming(column: "name", to: "title"), .removal(column: "place"),
    ] as [FieldChange], ["delete", "wal"])
  func killed(change: FieldChange, mode: String) throws {
    let scratch = try Scratch("PRAGMA journal_mode = \(mode); " + Self.table)
    let copies = try TemporaryFolder()
    let count = Mutex(0)
    let isOn = Mutex(false)
    let folder = scratch.folder
    var options = StoreOptions(
      busyTimeout: .zero, editLog: EditLogOptions(folder: scratch.logFolder, longestAge: 1e9),
      trace: { _ in
        guard isOn.withLock({ $0 }) else { return }
        let number = count.withLock { count in
          count += 1
          return count
        }
        Self.copy(folder, to: "\(copies.path)/\(number)")
      })
    options.table = "item"
    let before = try content(scratch.path)
    let store = try BookStore(path: scratch.path, options: options)
    isOn.withLock { $0 = true }
    try store.fields.start(change, of: store.schema.id).finish()
    isOn.withLock { $0 = false }
    store.close()
    let after = try content(scratch.path)
    #expect(before != after)
    let total = count.withLock { $0 }
    #expect(total > 5)
    var seen: Set<Bool> = []
    for number in 1...total {
      let path = "\(copies.path)/\(number)/books.sqlite"
      let left = try content(path)
      #expect(left == before || left == after, "statement \(number) of \(total)")
      seen.insert(left == after)
      // The program starts on what is left, and has nothing to restore that is not so.
      let again = try BookStore(
        path: path, options: StoreOptions(busyTimeout: .zero, table: "item"))
      #expect(again.schema.fields.count >= 5)
    }
    #expect(seen.contains(false))
  }
}
