import Queries
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import Listings

/// What is typed into the finder, over a real database.
struct FinderTests {
  private func found(_ typed: String, _ store: BookStore) throws -> [RecordID] {
    try store.arranged(by: .own, finding: typed)
    let ids = try store.listing.ids(0..<1_000)
    let query = Query(typed, fields: store.schema.fields)
    #expect(try ids.allSatisfy { try store.listing.matches(query, $0) }, "\(typed)")
    return ids
  }

  @Test(
    "Every form of the language finds its books",
    arguments: [
      ("tolstoy | dante", [1, 3]), ("\"and peace\"", [1]), ("\"peace and\"", []), ("-a", []),
      ("-tolstoy", [2, 3]), ("not:amit -dante", [1]), ("(war | mac) singh", [2]), ("author:to", [1]),
      ("title:tolstoy", []), ("author=\"Leo Tolstoy\"", [1]), ("author=\"leo tolstoy\"", []),
      ("author=Leo", []), ("copyright>1900", [2]), ("copyright<1870-02", [1, 3]), ("copyright<1321-06", []),
      ("copyright<=1321-06", [3]), ("copyright:1321..1870", [1, 3]), ("copyright:..1500", [3]),
      ("copyright:2000..", [2]), ("copyright:1321", [3]), ("copyright=1321", [3]),
      ("copyright=1321-06-07", [3]), ("copyright=1321-06-08", []),
      ("copyright>=1870-01-26", [2]), ("1321-06", [3]), ("author>=b author<e", [3]), ("no:author", []),
      ("has:author -is:dirty", [1, 2, 3]), ("is:dirty", []), ("is:hydrated", []), ("is:marked", []),
      ("author:(leo | amit) -mac", [1]), ("autor:leo", []), ("author:", [1, 2, 3]), ("\"war", [1]),
      ("t:war | c:1321 | a:amit", [1, 2, 3]), ("peace|comedy", [1, 3]), ("a\\ P", []), ("d\\ P", [1]),
    ] as [(String, [RecordID])])
  func books(typed: String, expected: [RecordID]) throws {
    let store = try Scratch().store(busyTimeout: patience)
    #expect(try found(typed, store) == expected)
    try store.arranged(by: ListOrder(field: Book.title), finding: typed)
    #expect(try Set(store.listing.ids(0..<9)) == Set(expected))
  }

  @Test(
    "Small words count, unless no row has all words",
    arguments: [
      ("war of the peace", [1], ["of", "the"]), ("war and peace", [1], []), ("the war", [1], ["the"]),
      ("\"the war\"", [], []), ("of the", [], []), ("war -the", [1], []), ("the nonsense", [], ["the"]),
      ("The Divine of Comedy", [3], ["The", "of"]),
    ] as [(String, [RecordID], [String])])
  func smallWords(typed: String, expected: [RecordID], leftOut: [String]) throws {
    let store = try Scratch().store(busyTimeout: patience)
    for order in [ListOrder.own, ListOrder(field: Book.title)] {
      try store.arranged(by: order, finding: typed)
      #expect(try store.listing.ids(0..<9) == expected)
      #expect(store.listing.leftOutWords == leftOut && store.listing.words == typed)
    }
  }

  @Test("A list of dirty rows follows edits and write-backs") func states() throws {
    let store = try Scratch().store(busyTimeout: patience)
    try store.set("Tolstoi", at: Book.author, of: 1)
    #expect(try found("is:dirty", store) == [1])
    try store.set("Singh", at: Book.author, of: 2)
    try store.settle()
    #expect(try store.listing.ids(0..<9) == [1, 2])
    #expect(store.writeBack().isComplete)
    try store.settle()
    #expect(try store.listing.ids(0..<9) == [])
  }

  @Test("Rows in conflict are found until their conflicts are resolved") func conflicts() throws {
    let (scratch, store) = try Scratch.opened(busyTimeout: patience)
    try store.set("mine", at: Book.author, of: 1)
    #expect(try found("is:conflict", store) == [])
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(!store.writeBack().isComplete)
    #expect(try found("is:conflict", store) == [1])
    #expect(try found("-is:conflict", store) == [2, 3])
    #expect(try found("is:conflict is:dirty mine", store) == [1])
    store.conflicts.resolve(1, Book.author, .theirs)
    #expect(try found("is:conflict", store) == [])
  }

  @Test(
    "An index of the person's finds what it can",
    arguments: [
      ("author=\"x\"", "book_author"), ("nick=\"x\"", "book_nick"), ("any=\"5\"", "book_any"),
      ("pages>900 pages<=1000", "book_pages"), ("pages:200..220", "book_pages"), ("pages=200", "book_pages"),
      ("made:1900..1901", "book_made"),
      ("made=1900-02", "book_made"), ("iso>0300 iso<0302", "book_iso"), ("iso:1900..1900-02", "book_iso"),
      ("author=\"x\" war", "book_author"), ("micro:1990..1991", "book_micro"),
      ("author=x | author=y", "book_author"), ("no:author", "book_author"),
    ])
  func indexes(typed: String, index: String) throws {
    let scratch = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, nick TEXT COLLATE NOCASE, "any", pages INTEGER,
        made REAL, iso TEXT, micro INTEGER);
      CREATE INDEX book_author ON book (author); CREATE INDEX book_nick ON book (nick);
      CREATE INDEX book_any ON book ("any"); CREATE INDEX book_pages ON book (pages);
      CREATE INDEX book_made ON book (made); CREATE INDEX book_iso ON book (iso); CREATE INDEX book_micro ON book (micro);
      INSERT INTO book (title) VALUES ('a');
      """)
    let kinds = [
      ("made", "date"), ("iso", "iso-date"), ("micro", "date-us"), ("any", "text"), ("pages", "integer"),
    ]
    let store = try BookStore(path: scratch.path, options: StoreOptions(busyTimeout: patience, kinds: kinds))
    let query = store.listing.makeQuery(by: .own, Query(typed, fields: store.schema.fields))
    let plan = try store.database.connection.rows("EXPLAIN QUERY PLAN " + query.text, query.bindings) {
      $0.value(at: 3)
    }
    let lines = plan.map { if case .text(let text) = $0 { text.string } else { "" } }
    #expect(lines.contains { $0.contains("SEARCH") && $0.contains(index) }, "\(query.text) \(lines)")
    #expect(!lines.contains { $0.contains("SCAN") }, "\(query.text) \(lines)")
  }

  @Test("A query of very many parts is one test, and means the same") func manyParts() throws {
    let store = try Scratch().store(busyTimeout: patience)
    let many = (0..<2_000).map { "x\($0)" }.joined(separator: "|")
    #expect(try found(many + "|author:tolstoy|is:dirty", store) == [1])
    #expect(try found(String(repeating: "author:o|", count: 900) + "dante", store) == [1, 3])
    #expect(try found(String(repeating: "a ", count: 5_000), store) == [1, 2, 3])
    #expect(try found(String(repeating: "(", count: 39) + "dante", store) == [3])
  }

  @Test("Words are found in more columns than a function of SQLite takes") func manyColumns() throws {
    let columns = (0..<300).map { "c\($0) \($0 % 2 == 0 ? "TEXT" : "INTEGER")" }.joined(separator: ", ")
    let store = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO t (id, c0, c298, c299) VALUES (1, 'war', 'peace', 1869), (2, 'war', 'x', 12);
      """
    ).store(busyTimeout: patience)
    #expect(try found("war", store) == [1, 2])
    #expect(try found("war peace", store) == [1])
    #expect(try found("war 186", store) == [1])
    #expect(try found("-186 war", store) == [2])
  }
}
