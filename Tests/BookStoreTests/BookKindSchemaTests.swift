import Records
import Testing

@testable import BookStore

/// The kinds for books, as far as a database says or lets them be found.
struct BookKindSchemaTests {
  private func kinds(_ sql: String) throws -> [Field.Kind] {
    try Scratch(sql).store().schema.fields.map(\.kind)
  }

  @Test("A reading library has them by its declared types and its CHECK, and says ISBN")
  func reading() throws {
    let fields = try Scratch(.reading).store().schema.fields
    func kind(_ column: String) -> Field.Kind? { fields.first { $0.column == column }?.kind }
    #expect(kind("status") == .choice(["to read", "reading", "read", "stopped"]))
    #expect(
      [kind("rating"), kind("isbn"), kind("tags"), kind("contributors")] == [.rating, .isbn, .list, .list])
    #expect([kind("published"), kind("first_published")] == [.partialDate, .partialDate])
    #expect([kind("cover"), kind("added"), kind("owned")] == [.photo, .date(.isoText), .boolean])
    #expect(fields.first { $0.column == "isbn" }?.label == "ISBN")
  }

  @Test("Names tell a kind if the values agree") func names() throws {
    let table =
      "CREATE TABLE item (name TEXT, isbn13 TEXT, homepage TEXT, rating REAL, year INTEGER, tags TEXT);"
    let row = "INSERT INTO item VALUES ('a', '978-0-306-40615-7', 'https://a.example', 4.5, 1999, 'x; y');"
    #expect(try kinds(table + row) == [.text, .isbn, .url, .rating, .year, .list])
    let odd = "INSERT INTO item VALUES ('a', 'none', 'at home', 7.5, 19990101, NULL);"
    #expect(try kinds(table + odd) == [.text, .text, .text, .real, .integer, .list])
  }

  @Test(
    "A CHECK that only lists texts gives choices, and no other does",
    arguments: [
      ("s TEXT CHECK (s IN ('a', 'b''c'))", ["a", "b'c"]), ("s TEXT CHECK(\"s\" in ('a'))", ["a"]),
      ("s TEXT CHECK (s IS NULL OR s IN ('a', 'b'))", ["a", "b"]),
      ("s TEXT, CHECK (length(name) > 0), CHECK (S IN ('a', 'b'))", ["a", "b"]),
      ("s TEXT /* CHECK (s IN ('x')) */ CHECK ([s] IN ('a'))", ["a"]),
      ("s TEXT CHECK (s IN ('a', name))", []), ("s TEXT CHECK (s IN ('a') AND name > '')", []),
      ("s TEXT CHECK (s NOT IN ('a'))", []), ("s TEXT CHECK (name IN ('a'))", []),
      ("s TEXT CHECK (s > 'a')", []), ("s INTEGER CHECK (s IN (1, 2))", []),
    ] as [(String, [String])])
  func choices(column: String, expected: [String]) throws {
    let kinds = try kinds("CREATE TABLE item (name TEXT, \(column));")
    #expect(kinds[1].choices == expected)
  }

  @Test("A text that --kind makes a number is put into order and compared as one") func numbers() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (name TEXT, x TEXT);
      INSERT INTO item VALUES ('a', '10'), ('b', '9'), ('c', '-3'), ('d', 'many'), ('e', NULL), ('f', '100');
      """)
    let store = try BookStore(path: scratch.path, options: StoreOptions(kinds: [("x", "integer")]))
    try store.arranged(by: ListOrder(field: 1))
    #expect(try store.listing.ids(0..<9) == [3, 2, 1, 6, 4, 5])
    try store.arranged(by: .own, finding: "x>9")
    #expect(try store.listing.ids(0..<9) == [1, 6])
    try store.set("50", at: 1, of: 2)
    try store.arranged(by: ListOrder(field: 1), finding: "x:10..60")
    #expect(try store.listing.ids(0..<9) == [1, 2])
  }

  @Test("Dates that end early are compared with dates") func partialDates() throws {
    let store = try Scratch(
      """
      CREATE TABLE item (name TEXT, d PARTIAL DATE TEXT);
      INSERT INTO item VALUES ('a', '1869'), ('b', '1950-05'), ('c', '1950-07-01'), ('d', '-0750'), ('e', 'soon');
      """
    ).store()
    for (typed, expected) in [
      ("d<1950-06", [1, 2, 4]), ("d>1950-06", [3]), ("d:1869..1950", [1, 2, 3]), ("d<0", [4]),
      ("d:1950", [2, 3]),
    ] as [(String, [RecordID])] {
      try store.arranged(by: .own, finding: typed)
      #expect(try store.listing.ids(0..<9) == expected, "\(typed)")
    }
  }
}
