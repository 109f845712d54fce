import Foundation
import Queries
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// A process that dies between any two statements of a row change leaves the change or nothing, and a history that is true.
struct DeathTests {
  private static let schema = """
    CREATE TABLE shelf (pk INTEGER PRIMARY KEY, title, count INTEGER DEFAULT 0);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title, shelf REFERENCES shelf ON DELETE CASCADE);
    CREATE TABLE note (book INTEGER, words TEXT);
    CREATE TRIGGER gone AFTER DELETE ON book BEGIN DELETE FROM note WHERE book = old.pk; END;
    CREATE TRIGGER more AFTER INSERT ON shelf BEGIN INSERT INTO note VALUES (-new.pk, 'shelf'); END;
    INSERT INTO shelf (pk, title) VALUES (1, 'Epics'), (2, 'Novels');
    INSERT INTO book VALUES (1, 'Edda', 1), (2, 'Kalevala', 1), (3, 'Emma', 2);
    INSERT INTO note VALUES (1, 'torn'), (2, 'clean'), (3, 'lent');
    """

  /// What is done, and how often it is reversed: the last of these steps dies between its statements.
  struct Change: CustomTestStringConvertible, Sendable {
    enum Kind: CaseIterable {
      case insertion, deletion, merge
      /// An insertion of as many rows as are one entry of the log.
      case run
      /// A change of several fields of each row.
      case rules
    }

    let kind: Kind
    /// 1 if it is undone, 2 if it is redone after that.
    let reversalCount: Int

    static let all: [Change] = Kind.allCases.flatMap { kind in
      (0...(kind == .rules ? 0 : 2)).map { Change(kind: kind, reversalCount: $0) }
    }

    var testDescription: String { "\(kind)\(["", ", undone", ", redone"][reversalCount])" }

    /// Whether an edit that was there before is still unwritten: merging and rules write all edits first.
    var leavesEdit: Bool { kind != .merge && kind != .rules }
  }

  private func make(_ kind: Change.Kind, in store: BookStore) throws {
    switch kind {
    case .insertion: _ = try store.insert([nil, "Letters"])
    case .deletion: try store.delete(1)
    case .merge: try store.merging.merge([Merge([1, 2])])
    case .run: _ = try store.insert(Array(repeating: [nil, "Letters"], count: 40))
    case .rules:
      let rules = try ["title:=upper", "count:=+1"].map { try #require(try FieldRule($0, in: store.schema)) }
      _ = try RowEngine(rules, of: store.schema.id, in: store).run([1, 2])
    }
  }

  private func steps(of change: Change) -> [(BookStore) throws -> Void] {
    let all: [(BookStore) throws -> Void] = [
      { try make(change.kind, in: $0) }, { _ = try $0.undo() }, { _ = try $0.redo() },
    ]
    return Array(all.prefix(1 + change.reversalCount))
  }

  @Test(
    "The change was made or not, the history says which, and what was set before is there",
    arguments: Change.all, ["DELETE", "WAL"])
  func dies(_ change: Change, mode: String) throws {
    let scratch = try Scratch(Self.schema)
    _ = try scratch.setJournalMode(mode)
    let start = try scratch.everything()
    let snapshots = Snapshots(of: scratch.folder)
    var states: [[String]] = [start]
    do {
      let store = try scratch.loggedStore()
      let book = try #require(store.database.entry(named: "book")).id
      if change.leavesEdit { try store.set("Sense", at: 1, of: RecordID(.rowid(3), in: book)) }
      let steps = steps(of: change)
      for step in steps.dropLast() {
        try step(store)
        states.append(try scratch.everything())
      }
      let log = try #require(store.journal.log())
      let traces = [store.database.connection, log.connection].map { connection in
        StatementCallback(connection.pointer) { _ in snapshots.take() }
      }
      try steps.last?(store)
      snapshots.take()
      withExtendedLifetime(traces) {}
      states.append(try scratch.everything())
    }
    #expect(snapshots.momentCount > 8 && snapshots.all.count > 2)
    for (number, files) in snapshots.all.enumerated() {
      try snapshots.restore(files)
      try look(scratch, change, states, "\(change.testDescription) in \(mode), moment \(number)")
    }
  }

  private func look(_ scratch: Scratch, _ change: Change, _ states: [[String]], _ what: Comment) throws {
    let start = states[0]
    let store = try scratch.loggedStore()
    let found = try scratch.everything()
    #expect(states.suffix(2).contains(found), what)
    let count = change.leavesEdit ? 1 : 0
    #expect(try store.recovery.findAbandoned()?.count ?? 0 == count, what)
    #expect(try store.recovery.restore() == Restoration(restoredCount: count), what)
    // An uneven number of steps has been done, or not.
    var undone = 0
    while let step = try store.undo(), !change.leavesEdit || step.kind != .edit { undone += 1 }
    store.writeBack()
    #expect(try scratch.everything() == start, what)
    #expect((undone == 1) == (found != start), what)
    let book = try #require(store.database.entry(named: "book")).id
    #expect(try store.shelf.snapshot(of: RecordID(.rowid(3), in: book)).values[1] == "Emma", what)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"], what)
  }
}
