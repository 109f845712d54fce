import Queries
import Records
import TestSupport
import Testing

@testable import BookStore

/// Orders and comparisons of a field whose values are choices, which are not those of the alphabet.
struct ChoiceOrderTests {
  private static let words = ["to read", "reading", "read", "it's done"]

  /// Rows whose statuses are the choices, one in capitals, one of no choice, and none.
  private func scratch(_ type: String = "TEXT", index: Bool = true) throws -> Scratch {
    try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT,
        status \(type) CHECK (status IN ('to read', 'reading', 'read', 'it''s done')));
      \(index ? "CREATE INDEX book_status ON book (status);" : "")
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO book VALUES (1, 'a', 'read'), (2, 'b', 'to read'), (3, 'c', NULL), (4, 'd', 'reading'),
        (5, 'e', 'READ'), (6, 'f', 'it''s done'), (7, 'g', 'lost'), (8, 'h', 'to read');
      """)
  }

  private static let ids: [RecordID] = [2, 8, 4, 1, 5, 6, 7, 3]

  @Test(
    "Rows are in the order of the choices, others come after them, and those without a value last",
    arguments: ["TEXT", "TEXT COLLATE NOCASE"])
  func order(_ type: String) throws {
    let store = try scratch(type).store()
    let field = try store.field("status")
    #expect(store.schema.fields[field].kind == .choice(Self.words))
    let byStatus = ListOrder(field: field)
    try store.arranged(by: byStatus)
    #expect(try store.listing.ids(0..<8) == Self.ids)
    for (place, id) in Self.ids.enumerated() { #expect(try store.listing.position(of: id) == place) }
    try store.arranged(by: byStatus.reversed)
    #expect(try store.listing.ids(0..<8) == [7, 6, 1, 5, 4, 2, 8, 3])
    let byBoth = ListOrder([ListOrder.Term(field: field), ListOrder.Term(field: 0, isDescending: true)])
    try store.arranged(by: byBoth)
    #expect(try store.listing.ids(0..<8) == [8, 2, 4, 5, 1, 6, 7, 3])
  }

  @Test("An edited row is where SQL would sort it, and a letter goes to the choice that begins with it")
  func edits() throws {
    let store = try scratch().store()
    let field = try store.field("status")
    try store.arranged(by: ListOrder(field: field))
    _ = try store.listing.ids(0..<8)
    try store.set("reading", at: field, of: 2)
    let moved: [RecordID] = [8, 2, 4, 1, 5, 6, 7, 3]
    #expect(try store.listing.ids(0..<8) == moved)
    store.writeBack()
    try store.arranged(by: ListOrder(field: field))
    #expect(try store.listing.ids(0..<8) == moved)
    for (letter, place) in [("t", 0), ("r", 1), ("i", 5)] {
      #expect(try store.listing.firstPosition(from: letter) == place)
    }
  }

  @Test("Without rowids, and in groups, the order is the same")
  func everywhere() throws {
    let scratch = try scratch()
    let books = try scratch.store()
    var query = RowQuery()
    query.order = ListOrder(field: try books.field("status"))
    let groups = try RowSelection(of: books, query).groups(total: nil)
    #expect(groups?.groups.map(\.count) == [2, 1, 2, 1, 1, 1])
    try scratch.run(
      """
      CREATE TABLE kept (pk TEXT PRIMARY KEY, status TEXT CHECK (status IN ('to read', 'reading', 'read')))
        WITHOUT ROWID;
      INSERT INTO kept VALUES ('a', 'read'), ('b', 'to read'), ('c', 'reading');
      """)
    let store = try scratch.store(table: "kept")
    try store.arranged(by: ListOrder(field: try store.field("status")))
    let rows = try store.listing.ids(0..<3).map { $0.values }
    #expect(rows == [["b"], ["c"], ["a"]])
  }

  private static let compared: [(String, [Int64])] = [
    ("status>reading", [1, 5, 6]), ("status>=reading", [1, 4, 5, 6]), ("status<READ", [2, 4, 8]),
    ("status<=to-read", [2, 8]), ("status<m", [6, 7]),
  ]

  @Test("A comparison with a choice is by their order, with or without an index", arguments: [true, false])
  func comparisons(hasIndex: Bool) throws {
    let store = try scratch(index: hasIndex).store()
    for (words, ids) in Self.compared {
      var query = RowQuery()
      query.query = Query(words, in: store.schema)
      #expect(try RowSelection(of: store, query).ids().compactMap(\.rowid) == ids, "\(words)")
    }
  }
}
