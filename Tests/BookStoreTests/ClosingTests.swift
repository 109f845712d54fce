import Foundation
import Records
import TestSupport
import Testing

struct ClosingTests {
  @Test("What another program keeps in the write-ahead log is told, and only if something was written")
  func snapshot() throws {
    let scratch = try Scratch(mode: "wal")
    let other = try StockDatabase(scratch.path)
    try other.run("BEGIN; SELECT count(*) FROM book")
    let store = try scratch.store()
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Leo Tolstoy")
    try store.set("new", at: Book.author, of: 1)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(!store.close())
    let idle = try scratch.store()
    #expect(idle.close())
    #expect(try other.text("SELECT author FROM book WHERE pk = 1") == "Leo Tolstoy")
  }

  @Test("A thread that would go on for long is not waited for") func endless() throws {
    let scratch = try Scratch(
      Scratch.books
        + "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS title FROM n"
    )
    let start = ContinuousClock.now
    do {
      let store = try scratch.store()
      store.lists.countTables()
      let view = try store.lists.open(ListSource(table: TableID(1)))
      try view.arrange(by: ListOrder(field: 0))
      store.close()
    }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }
}
