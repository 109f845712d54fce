import Queries
import Records
import TestSupport
import Testing

@testable import BookStore

/// Orders in which articles at the beginning of titles do not count.
struct ArticleTests {
  private let scratch: Scratch
  private let byTitle = ListOrder(field: Book.title)
  private let byAuthor = ListOrder(field: Book.author)

  init() throws {
    scratch = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, copyright REAL, author TEXT);
      INSERT INTO book VALUES (1, 'The Zebra', 1, 'The Who'), (2, 'an Apple', 2, 'Abba'), (3, 'Theory', 3, 'x'),
        (4, 'The', 4, 'a y'), (5, 'Middle', 5, NULL), (6, NULL, 6, NULL), (7, 'THE  Gap', 7, 'z');
      """)
  }

  private func store(ignoring words: [String] = [], surnames: [String] = []) throws -> BookStore {
    var options = StoreOptions(busyTimeout: patience)
    (options.articles, options.surnames) = (Articles(words), surnames)
    return try BookStore(path: scratch.path, options: options)
  }

  private func ids(_ store: BookStore, by order: ListOrder) throws -> [RecordID] {
    try store.arranged(by: order)
    return try store.listing.ids(0..<7)
  }

  /// Expects rows that were edited where SQL would sort them, at their places, before they are written and after that.
  private func expect(_ moved: [RecordID], in store: BookStore, by order: ListOrder) throws {
    #expect(try store.listing.ids(0..<7) == moved)
    for (place, id) in moved.enumerated() { #expect(try store.listing.position(of: id) == place) }
    store.writeBack()
    #expect(try ids(store, by: order.reversed) == moved.reversed())
    #expect(try ids(store, by: order) == moved)
  }

  @Test("They do not count in titles, both ways, and count in other fields") func titles() throws {
    let store = try store(ignoring: Articles.standard)
    #expect(try ids(store, by: byTitle) == [7, 2, 5, 4, 3, 1, 6])
    #expect(try ids(store, by: byTitle.reversed) == [1, 3, 4, 5, 2, 7, 6])
    #expect(try ids(store, by: byAuthor) == [4, 2, 1, 3, 7, 5, 6])
  }

  @Test("Names sort by surname in the columns that the option names, both ways and after an edit")
  func surnames() throws {
    let store = try store(surnames: ["AUTHOR"])
    #expect(try ids(store, by: byAuthor) == [2, 1, 3, 4, 7, 5, 6])
    #expect(try ids(store, by: byAuthor.reversed) == [7, 4, 3, 1, 2, 5, 6])
    // Articles count without the setting.
    #expect(try ids(store, by: byTitle) == [2, 5, 4, 7, 1, 3, 6])
    _ = try ids(store, by: byAuthor)
    try store.set("Beethoven, Ludwig", at: Book.author, of: 6)
    try store.set("Anna van Beek", at: Book.author, of: 5)
    try expect([2, 6, 5, 1, 3, 4, 7], in: store, by: byAuthor)
  }

  @Test("An edit moves a row to where SQL would sort it, and its place is found") func edits() throws {
    let store = try store(ignoring: ["the", "l'"])
    _ = try ids(store, by: byTitle)
    try store.set("The Aardvark", at: Book.title, of: 5)
    try store.set("L'Étranger", at: Book.title, of: 6)
    try expect([7, 5, 2, 6, 4, 3, 1], in: store, by: byTitle)
  }
}
