import Formats
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import Listings
@testable import Queries
@testable import SQLite
@testable import Transfers

/// What is exported is exact, and comes in again without a change.
struct ExportTests {
  private func export(
    _ scratch: Scratch, _ format: Format = .csv, _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    options.format = format
    change(&options)
    var bytes: [UInt8] = []
    _ = try Exporter(of: scratch.store(), options: options).run { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func load(_ text: String, into store: BookStore) throws -> ImportReport {
    try store.load(Array(text.utf8))
  }

  @Test("All rows, with numbers that read back and texts in quotes where they need them")
  func cells() throws {
    let scratch = try Scratch()
    try scratch.run("UPDATE book SET title = 'a \"b\",' || char(10), copyright = 0.1 + 0.2 WHERE pk = 1")
    #expect(
      try export(scratch) == """
        title,copyright,author
        "a ""b"",
        ",0.30000000000000004,Leo Tolstoy
        Mac OS X Internals,1166832000.0,Amit Singh
        The Divine Comedy,-20466864000.0,Dante Alighieri

        """)
  }

  @Test("The rows that a query finds, in an order") func query() throws {
    let scratch = try Scratch()
    let text = try export(scratch) {
      $0.rows.query = Query("author:a", fields: Schema.books.fields)
      $0.rows.order = ListOrder(field: Book.author, isDescending: true)
    }
    #expect(text.split(separator: "\n").dropFirst().map { $0.prefix(3) } == ["The", "Mac"])
    #expect(try export(scratch) { $0.rows.query = Query("tolstoy") }.split(separator: "\n").count == 2)
  }

  @Test("Formulas are quoted only where that is asked for") func formulas() throws {
    let scratch = try Scratch()
    try scratch.run("UPDATE book SET title = '=1+1' WHERE pk = 1")
    #expect(try export(scratch).contains("\n=1+1,"))
    #expect(try export(scratch) { $0.isSafeForSpreadsheets = true }.contains("\n'=1+1,-3153600000.0,"))
  }

  @Test("Bytes come back from CSV and TSV byte for byte", arguments: [Format.csv, .tsv])
  func bytes(_ format: Format) throws {
    let tables = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, data BLOB);"
    let scratch = try Scratch(
      tables + """
        INSERT INTO thing (name, data) VALUES ('a', x'00FF0A22'), ('b', x''), (CAST(x'63FF' AS TEXT), x'41'),
          ('{"$base64":true,"encoded":"AP8K"}', x'C3A9'), ('{"$base64', NULL), ('ü', 'text');
        """)
    let text = try export(scratch, format)
    #expect(text.contains("AP8KIg=="))
    let other = try Scratch(tables)
    _ = try load(text, into: try other.loggedStore())
    let sql = "SELECT quote(name), quote(CAST(data AS BLOB)) FROM thing WHERE data <> '' ORDER BY id"
    #expect(try other.rows(sql) == scratch.rows(sql))
    #expect(try other.rows("SELECT typeof(data) FROM thing WHERE name = 'a'") == ["blob"])
    let names = "SELECT hex(name) FROM thing ORDER BY id"
    #expect(try other.rows(names) == scratch.rows(names))
  }

  @Test("An export ends where nobody takes its bytes any more") func interrupted() throws {
    let scratch = try Scratch(Scratch.books(50_000))
    let exporter = try Exporter(of: scratch.store())
    var count = 0
    #expect(throws: StoreError.interrupted) {
      _ = try exporter.run { bytes throws(StoreError) in
        count += 1
        if count > 1 { throw .interrupted }
      }
    }
    #expect(count == 2)
  }
}
