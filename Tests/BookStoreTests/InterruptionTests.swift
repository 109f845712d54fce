import Foundation
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Statements that never end.
struct InterruptionTests {
  /// A list that ends nowhere, one whose first row never comes, and one that does so behind some rows.
  private static let views = """
    CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS title FROM n;
    CREATE VIEW never AS SELECT title FROM endless WHERE title < 0;
    CREATE VIEW some AS SELECT title FROM endless WHERE title < 10;
    """

  private static let endlessTrigger =
    Scratch.books + views
    + "CREATE TRIGGER t AFTER UPDATE OF author ON book BEGIN SELECT count(*) FROM never; END;"

  @Test("A view whose first row never comes can be ended, and says so") func firstRow() throws {
    let store = try Scratch(Scratch.books + Self.views).store()
    var count = 0
    store.onLongStatement { _ in
      count += 1
      return count == 3
    }
    #expect(throws: StoreError.interrupted) { try store.lists.open(ListSource(table: TableID(2))) }
    #expect(count == 3)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Leo Tolstoy")
  }

  @Test("Rows that come before one that never does are shown, and it is waited for only once")
  func rest() throws {
    let store = try Scratch(Scratch.books + Self.views).store()
    store.onLongStatement { _ in true }
    let list = try store.lists.open(ListSource(table: TableID(1)))
    #expect(try list.rows(in: 0..<3).map { $0?.title } == [1, 2, 3])
    #expect(throws: StoreError.interrupted) { _ = try store.lists.open(ListSource(table: TableID(3))) }
  }

  @Test("A trigger that never ends keeps its edit dirty, and the others can be written")
  func trigger() throws {
    let (scratch, store) = try Scratch.opened(Self.endlessTrigger)
    store.onLongStatement { _ in true }
    try store.set("new", at: Book.author, of: 1)
    #expect(store.writeBack().error == .interrupted)
    #expect(store.shelf.state(of: 1) == .dirty)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
    store.editor.revert(1)
    try store.set("new", at: Book.title, of: 1)
    #expect(store.writeBack().isComplete)
  }

  @Test("What has to wait for a write-back in the background that never ends can end it")
  func background() throws {
    let (scratch, store) = try Scratch.opened(Self.endlessTrigger)
    var asked: [Double] = []
    store.onLongStatement {
      asked.append($0)
      return asked.count >= 3
    }
    try store.set("new", at: Book.author, of: 1)
    try store.set("new", at: Book.title, of: 2)
    store.writer.startWritingBack(olderThan: 0)
    store.writer.finishWriteBack()
    // It may be asked once more before the statement has ended.
    #expect(asked.count >= 3 && asked == asked.sorted())
    #expect(store.writer.takeWriteBack()?.dehydration.writeBack.error == .interrupted)
    #expect(store.counts.dirty == 2)
    store.editor.revert(1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT title FROM book WHERE pk < 3") == ["War and Peace", "new"])
  }

  @Test("The table to begin with opens although its rows come late") func lateTable() throws {
    let store = try Scratch(
      "CREATE VIEW never AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS title FROM n WHERE i < 0"
    ).store()
    store.onLongStatement { _ in true }
    #expect(throws: StoreError.interrupted) { try store.lists.rows(in: 0..<1) }
  }
}
