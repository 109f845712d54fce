import BookStore
import Foundation
import Records
import Testing

/// Lists of views, in which no row can be found but by counting up to it.
struct ViewListTests {
  private func view(
    _ scratch: Scratch, _ order: ListOrder, finding words: String = ""
  ) throws -> (BookStore, Listing) {
    let store = try scratch.store()
    let view = try store.lists.open(ListSource(table: TableID(1)))
    try view.arrange(by: order, finding: words)
    try store.wait { view.isSettled }
    return (store, view)
  }

  private static let view =
    Scratch.books(30_000)
    + "CREATE VIEW v AS SELECT 'A' || author AS title, pk % 1000 AS rest, NULLIF(pk, 7) AS number FROM book;"

  @Test("A sorted view shows its rows without a statement, wherever it is looked at") func sorted() throws {
    let scratch = try Scratch(Self.view)
    let (store, view) = try view(scratch, ListOrder(field: 2, isDescending: true))
    _ = scratch.statementsSinceLastCall()
    var titles: [Value?] = []
    for place in [0, 15_000, 29_900] {
      titles += try store.lists.rows(in: place..<place + 40, of: view).map { $0?.title }
    }
    #expect(titles.prefix(2) == ["AAuthor 30000", "AAuthor 29999"])
    #expect(titles[40] == "AAuthor 15000")
    #expect(titles.count == 120)
    #expect(try view.position(of: RecordID(.rowid(30_000), in: TableID(1))) == 0)
    #expect(try view.position(of: RecordID(.rowid(7), in: TableID(1))) == 29_999)
    #expect(scratch.readsSinceLastCall().isEmpty)
    #expect(try store.lists.rows(in: 29_999..<30_000, of: view).first??.title == "AAuthor 7")
  }

  @Test("A found row is the one that is opened, by one statement") func found() throws {
    let scratch = try Scratch(Self.view)
    let (store, view) = try view(scratch, .own, finding: "author 2999")
    #expect(view.count == .exactly(13))
    let row = try #require(try store.lists.rows(in: 12..<13, of: view).first ?? nil)
    #expect(row.title == "AAuthor 29999")
    _ = scratch.statementsSinceLastCall()
    #expect(try store.shelf.snapshot(of: row.id).values == ["AAuthor 29999", 999, 29_999])
    #expect(scratch.readsSinceLastCall().count == 1)
  }

  @Test("A letter leads to the first title from it on, both ways") func letter() throws {
    let scratch = try Scratch(
      Scratch.books + "CREATE VIEW v AS SELECT title, author FROM book UNION ALL SELECT NULL, 'nobody'")
    let (store, view) = try view(scratch, ListOrder(field: 0))
    let titles = try store.lists.rows(in: 0..<9, of: view).map { $0?.title }
    #expect(titles == ["Mac OS X Internals", "The Divine Comedy", "War and Peace", .null])
    #expect(try view.firstPosition(from: "t") == 1)
    #expect(try view.firstPosition(from: "z") == 3)
    try view.arrange(by: ListOrder(field: 0, isDescending: true))
    try store.wait { view.isSettled }
    #expect(try view.firstPosition(from: "t") == 1)
  }

  @Test("A view that has lost rows since is read again") func lost() throws {
    let scratch = try Scratch(Self.view)
    let (store, view) = try view(scratch, ListOrder(field: 2))
    #expect(store.checkForOtherWriters() == .nothing)
    try scratch.run("DELETE FROM book WHERE pk > 10")
    #expect(store.checkForOtherWriters() == .rows)
    try store.wait { view.isSettled && view.count == .exactly(10) }
    #expect(try store.lists.rows(in: 9..<10, of: view).first??.title == "AAuthor 7")
  }
}
