import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Each fault keeps what is dirty, says what it is, and lets a later try succeed.
struct FailureTests {
  /// What keeps a write-back from happening for a while.
  enum Obstacle: CaseIterable {
    case lock, reader, full, noWrites

    var error: StoreError {
      switch self {
      case .lock, .reader: .busy
      case .full: .full
      case .noWrites: .readOnly
      }
    }
  }

  @Test(
    "A lock of another connection, a reader that keeps the commit from happening, a full database, one that takes no writes",
    arguments: Obstacle.allCases)
  func obstacle(_ obstacle: Obstacle) throws {
    let (scratch, store) = try Scratch.opened()
    try edit(store)
    let (other, connection) = (try StockDatabase(scratch.path), store.database.connection)
    switch obstacle {
    case .lock: try other.run("BEGIN IMMEDIATE")
    case .reader: try other.run("BEGIN; SELECT count(*) FROM book")
    case .full:
      try store.set(.text(Text(String(repeating: "x", count: 100_000))), at: Book.title, of: 3)
      try connection.run("PRAGMA max_page_count = 4")
    case .noWrites: try connection.run("PRAGMA query_only = 1")
    }
    expectAllKept(store, error: obstacle.error)
    switch obstacle {
    case .lock, .reader: try other.run("ROLLBACK")
    case .full: try connection.run("PRAGMA max_page_count = 1000000")
    case .noWrites: try connection.run("PRAGMA query_only = 0")
    }
    expectSuccess(store, scratch)
  }

  @Test(
    "A trigger that refuses one row, or rolls all back, leaves that one dirty and writes the others",
    arguments: ["ABORT", "ROLLBACK"])
  func triggerRefusesOneRow(how: String) throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books
        + "CREATE TRIGGER no BEFORE UPDATE ON book WHEN new.pk = 2 BEGIN SELECT RAISE(\(how), 'not this one'); END"
    )
    try edit(store)
    let dehydration = store.dehydrateAll()
    #expect(
      dehydration.writeBack
        == WriteBackResult(
          writtenCount: 2, failures: [RowFailure(id: 2, error: .constraint(message: "not this one"))]))
    #expect(dehydration.recordCount == 2)
    #expect([1, 2, 3].map { store.shelf.state(of: $0) } == [.known, .dirty, .known])
    #expect(try scratch.rows("SELECT author FROM book") == ["new 1", "Amit Singh", "new 3"])
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "new 2")
    try scratch.run("DROP TRIGGER no")
    expectSuccess(store, scratch)
  }

  @Test(
    "Constraints refuse one row with SQLite's own message",
    arguments: [
      ("author NOT NULL", Value.null, "NOT NULL constraint failed: book.author"),
      ("author UNIQUE ON CONFLICT REPLACE", "c", "UNIQUE constraint failed: book.author"),
      ("author CHECK (author <> 'x') ", "x", "CHECK constraint failed: author <> 'x'"),
      ("author REFERENCES book (pk)", "3", "FOREIGN KEY constraint failed"),
    ])
  func constraints(column: String, value: Value, message: String) throws {
    let scratch = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, \(column));
      PRAGMA foreign_keys = OFF;
      """)
    try StockDatabase(scratch.path, hasForeignKeys: false).write {
      try $0.run("INSERT INTO book VALUES (1, 'A', 1, 'a'), (2, 'B', 2, 'b'), (3, 'C', 3, 'd')")
    }
    let store = try scratch.store()
    try store.set("Z", at: Book.title, of: 1)
    try store.set(value, at: Book.author, of: 2)
    // Another program is quicker.
    if message.hasPrefix("FOREIGN") { try scratch.run("DELETE FROM book WHERE pk = 3") }
    try scratch.run("UPDATE book SET author = 'c' WHERE pk = 3")
    let error: StoreError = message.hasPrefix("FOREIGN") ? .foreignKey : .constraint(message: message)
    #expect(store.writeBack().failures.map(\.error) == [error])
    #expect([1, 2].map { store.shelf.state(of: $0) } == [.hydrated, .dirty])
    #expect(
      try scratch.rows("SELECT title || author FROM book") == ["Za", "Bb"]
        + (message.hasPrefix("FOREIGN") ? [] : ["Cc"]))
  }

  @Test("A connection that takes no writes") func readOnly() throws {
    let scratch = try Scratch()
    let before = try scratch.bytes()
    let store = try scratch.store(isReadOnly: true)
    #expect(store.isReadOnly)
    try edit(store)
    expectAllKept(store, error: .readOnly)
    #expect(throws: StoreError.readOnly) { try store.insert(["Edda"]) }
    #expect(throws: StoreError.readOnly) { try store.delete(1) }
    #expect(try scratch.bytes() == before)
  }

  @Test("A row that was deleted meanwhile") func rowGone() throws {
    let (scratch, store) = try Scratch.opened()
    try edit(store)
    try scratch.run("DELETE FROM book WHERE pk = 2")
    let result = store.dehydrateAll().writeBack
    #expect(result.failures == [RowFailure(id: 2, error: .rowGone)])
    #expect(result.writtenCount == 2 && store.shelf.state(of: 2) == .dirty)
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "new 2")
    try scratch.run("INSERT INTO book VALUES (2, 'Mac OS X Internals', 1166832000, 'Amit Singh')")
    expectSuccess(store, scratch)
  }

  @Test("A column that is gone") func columnGone() throws {
    let (scratch, store) = try Scratch.opened()
    try edit(store)
    try scratch.run("ALTER TABLE book RENAME COLUMN author TO writer")
    #expect(store.dehydrateAll().writeBack.reason == .other(code: 1, message: "no such column: author"))
    #expect(store.counts.dirty == 3)
    try scratch.run("ALTER TABLE book RENAME COLUMN writer TO author")
    expectSuccess(store, scratch)
  }

  @Test("An insert and a delete that a reader keeps from being committed leave nothing behind")
  func insertAndDeleteWhileRead() throws {
    let (scratch, store) = try Scratch.opened()
    try StockDatabase(scratch.path).use { other in
      try other.run("BEGIN")
      _ = try other.integer("SELECT count(*) FROM book")
      #expect(throws: StoreError.busy) { try store.insert(["Edda"]) }
      #expect(throws: StoreError.busy) { try store.delete(1) }
      try other.run("ROLLBACK")
    }
    #expect(store.counts.known == .exactly(3))
    #expect(try store.insert(["Edda"]) == 4)
    try store.delete(1)
    #expect(try scratch.rows("SELECT pk FROM book") == ["2", "3", "4"])
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [2, 3, 4])
  }

  @Test(
    "Rows for a frame are not waited for while another program keeps everybody out", .endsInTime)
  func lockedFrame() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(2_000), busyTimeout: .seconds(3_600))
    let other = try scratch.locked()
    #expect(throws: StoreError.busy) { try store.lists.rows(in: 1_000..<1_020, forFrame: true) }
    try other.run("ROLLBACK")
    #expect(try store.lists.rows(in: 1_000..<1_020, forFrame: true).count == 20)
  }

  private func edit(_ store: BookStore) throws {
    for key in 1...3 as ClosedRange<Int64> {
      try store.set(.text(Text("new \(key)")), at: Book.author, of: .rowid(key))
    }
  }

  /// Expects that a warning fails as a whole and frees nothing.
  private func expectAllKept(
    _ store: BookStore, error: StoreError, _ location: SourceLocation = #_sourceLocation
  ) {
    let bytes = store.counts.byteCount
    #expect(
      store.dehydrateAll() == Dehydration(writeBack: WriteBackResult(error: error)), sourceLocation: location)
    #expect(store.counts.dirty == 3, sourceLocation: location)
    #expect(store.counts.byteCount == bytes, sourceLocation: location)
    #expect(!store.database.connection.isInTransaction, sourceLocation: location)
  }

  /// Expects that a later try writes what is left.
  private func expectSuccess(
    _ store: BookStore, _ scratch: Scratch, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(store.dehydrateAll().writeBack.isComplete, sourceLocation: location)
    #expect(store.counts.hydrated == 0, sourceLocation: location)
    #expect(
      (try? scratch.rows("SELECT author FROM book ORDER BY pk")) == ["new 1", "new 2", "new 3"],
      sourceLocation: location)
  }
}
