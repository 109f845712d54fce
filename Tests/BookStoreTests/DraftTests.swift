import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Changes of rows that are in the log and of which nobody was told yet.
struct DraftTests {
  private static let shelves = """
    CREATE TABLE shelf (pk INTEGER PRIMARY KEY, title);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title, shelf REFERENCES shelf ON DELETE CASCADE);
    INSERT INTO shelf VALUES (1, 'Epics'), (2, 'Novels');
    INSERT INTO book VALUES (1, 'Edda', 1), (2, 'Kalevala', 1), (3, 'Emma', 2);
    """

  private func id(_ key: Int64, _ table: String, _ store: BookStore) throws -> RecordID {
    RecordID(key, try store.table(table))
  }

  /// Makes books, does something, and leaves a draft of a row's deletion or insertion, as a process that dies in the
  /// transaction does.
  private func died(
    with id: RecordID, isInsertion: Bool = false, setting value: Value? = nil, _ sql: String = ""
  ) throws -> Scratch {
    let (scratch, store) = try Scratch.logged()
    if let value { try store.set(value, at: Book.author, of: id) }
    let change = try #require(try store.loggedRow(id, isInsertion ? .insertion : .deletion))
    store.journal.append([change], as: LogPurpose(), isDraft: true)
    #expect(try store.history.changes(limit: 9).count == (value == nil ? 0 : 1))
    if !sql.isEmpty { try scratch.run(sql) }
    return scratch
  }

  @Test("A deletion is not in the history before the database has it, nor after it was refused")
  func refused() throws {
    let (scratch, store) = try Scratch.logged(
      Self.shelves + "CREATE TRIGGER no BEFORE DELETE ON shelf BEGIN SELECT RAISE(ABORT, 'no'); END;")
    #expect(throws: StoreError.self) { try store.delete([id(1, "shelf", store), id(2, "shelf", store)]) }
    #expect(try store.history.changes(limit: 9) == [])
    #expect(try store.history.steps(limit: 9) == [])
    try scratch.run("DROP TRIGGER no")
    try store.delete([id(1, "shelf", store), id(2, "shelf", store)])
    #expect(try store.history.changes(limit: 9).map(\.state) == Array(repeating: .written, count: 5))
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3"])
  }

  @Test("A deletion that the database does not have is forgotten, and what was set in its row is restored")
  func notMade() throws {
    let scratch = try died(with: 2, setting: "mine")
    let store = try scratch.restored(1)
    #expect(try store.record(2).value(at: Book.author) == "mine")
    #expect(try store.history.changes(limit: 9).map(\.kind) == [.edit])
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
  }

  @Test("A deletion that the database has is in the history, and what was set in its row is not offered")
  func made() throws {
    let scratch = try died(with: 2, setting: "mine", "DELETE FROM book WHERE pk = 2")
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.history.changes(limit: 9).map(\.kind) == [.deletion, .edit])
    #expect(try store.undo()?.kind == .deletion)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 2") == ["mine"])
  }

  @Test("An insertion is looked up in the database", arguments: [true, false])
  func insertion(isMade: Bool) throws {
    let scratch = try died(with: 3, isInsertion: true, isMade ? "" : "DELETE FROM book WHERE pk = 3")
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.history.changes(limit: 9).map(\.state) == (isMade ? [.written] : []))
    #expect(try store.undo()?.kind == (isMade ? .insertion : nil))
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["2"])
  }

  @Test("Another row with the key of one that was to go says nothing, stays, and gets nothing that was set")
  func anotherRow() throws {
    let scratch = try died(
      with: 3, "DELETE FROM book WHERE pk = 3; INSERT INTO book VALUES (3, 'Edda', NULL, NULL)")
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.history.changes(limit: 9) == [])
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 3") == ["Edda"])
  }

  @Test("An undo whose draft the database has has taken its step back; one that it has not has done nothing")
  func undo() throws {
    for isMade in [true, false] {
      let scratch = try Scratch()
      do {
        let store = try scratch.loggedStore()
        try store.delete(2)
        let step = try #require(try store.journal.opened?.step(for: .undo))
        let row = try #require(try store.journal.opened?.reader.change(step.changes.lowerBound)).reversed
        let purpose = LogPurpose(cause: .undo, reversing: Reversal(step: step.id))
        store.journal.append([row], as: purpose, isDraft: true)
        if isMade {
          try scratch.run("INSERT INTO book VALUES (2, 'Mac OS X Internals', 1166832000, 'Amit Singh')")
        }
      }
      let store = try scratch.loggedStore()
      #expect(try store.recovery.findAbandoned() == nil)
      let states = try store.history.changes(limit: 9).map(\.state)
      #expect(states == (isMade ? [.written, .undone] : [.written]))
      #expect(try store.undo()?.kind == (isMade ? nil : .deletion))
      #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
    }
  }

  @Test("A draft that could not be taken out of the log is not taken for written") func notRemoved() throws {
    let (scratch, store) = try Scratch.logged()
    store.journal.append([try #require(try store.loggedRow(1, .deletion))], as: LogPurpose(), isDraft: true)
    try store.set("a", at: Book.author, of: 2)
    #expect(store.writeBack().isComplete)
    #expect(try store.history.changes(limit: 9).count == 1)
    let other = try scratch.loggedStore(in: scratch.logAfterDeath())
    #expect(try other.recovery.findAbandoned() == nil)
    #expect(try other.history.changes(limit: 9).map(\.kind) == [.edit])
  }
}
