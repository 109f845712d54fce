import Formats
import Records
import Testing

@testable import BookStore
@testable import Transfers

/// A value goes to the field of exactly its column's name, whatever other names look like it.
struct ColumnNameTests {
  private static let formats: [Format] = [.csv, .tsv, .json, .ndjson]
  private static let rows = ["1|j101|ann|7"]
  private let values = "SELECT v, _v, \"user id\", user_id FROM hit"

  private func hits() throws -> Exchange {
    try Exchange(String(decoding: Exchange.file("names_folded.sql"), as: UTF8.self))
  }

  @Test(
    "Exact names come first, for all columns, in any order",
    arguments: ["names_folded_1.csv", "names_folded_2.csv"])
  func exact(_ file: String) throws {
    let exchange = try hits()
    let report = try exchange.load(file: file)
    #expect(report.columnsWithoutField.isEmpty)
    #expect(try exchange.scratch.rows(values) == Self.rows)
    #expect(try exchange.load(file: file).hasChanges == false)
  }

  @Test("So does an export of the same table, in an empty one and in its own", arguments: formats)
  func ownExport(_ format: Format) throws {
    let (first, second) = (try hits(), try hits())
    try first.load(file: "names_folded_1.csv")
    try second.load(first.export(format), as: format)
    #expect(try second.scratch.rows(values) == Self.rows)
    let before = try first.content()
    #expect(try first.load(first.export(format), as: format).hasChanges == false)
    #expect(try first.content() == before)
  }

  @Test(
    "A column whose field another one has is named, and takes none",
    arguments: [
      ("V,v\nx,1\n", ["V"], "1"), ("V,v_\nx,1\n", ["v_"], "x"), ("v_,V\n1,x\n", ["v_"], "x"),
      ("_V,__v,v\nx,y,1\n", ["__v"], "1"), ("v,id,_id\n1,5,6\n", ["_id"], "1"),
      ("v,_id,id\n1,6,5\n", ["_id"], "1"),
    ])
  func taken(_ text: String, _ named: [String], _ value: String) throws {
    let exchange = try hits()
    let report = try exchange.load(Array(text.utf8), as: .csv) { $0.fits = true }
    #expect(report.columnsWithoutField == named)
    #expect(try exchange.scratch.rows("SELECT v FROM hit") == [value])
  }

  @Test("Columns that a person has mapped are found by their exact names first, and one field is given once")
  func mapped() throws {
    let exchange = try hits()
    let text = Array("a,A,b\n1,2,3\n".utf8)
    let report = try exchange.load(text, as: .csv) {
      ($0.columns, $0.fits) = (["A": "v", "b": "v", "B": "user_id"], true)
    }
    #expect(try exchange.scratch.rows(values) == ["2|NULL|NULL|NULL"])
    #expect(report.columnsWithoutField == ["a", "b"])
  }

  @Test("A label that is written exactly comes before a column in another case") func labels() throws {
    let exchange = try Exchange(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, userID TEXT, \"user id\" TEXT)")
    try exchange.load(Array("name,User ID\nx,7\n".utf8), as: .csv)
    #expect(try exchange.scratch.rows("SELECT userID, \"user id\" FROM t") == ["7|NULL"])
  }

  @Test("The title of a known table is the column of exactly that name") func knownTable() throws {
    let exchange = try Exchange(
      "CREATE TABLE book (pk INTEGER PRIMARY KEY, _title, title, author, copyright)")
    let schema = try exchange.scratch.store().schema
    #expect(schema.titleFields.map { schema.fields[$0].column } == ["title"])
  }

  @Test("A column that has to be given another name takes none that a further column has")
  func repeated() throws {
    let exchange = try Exchange("CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT, \"v 2\" TEXT)")
    try exchange.load(Array("v,v,v 2\n1,x,2\n".utf8), as: .csv) { $0.fits = true }
    #expect(try exchange.scratch.rows("SELECT v, \"v 2\" FROM t") == ["1|2"])
  }

  @Test("A service's file with a column of its own in another case is read by the exact names")
  func service() throws {
    let exchange = try Exchange()
    try exchange.load(
      Array("title,Book Id,Title,Author,My Rating,Exclusive Shelf\nmine,1,Theirs,A,0,read\n".utf8))
    #expect(try exchange.scratch.rows("SELECT title FROM book") == ["Theirs"])
  }
}
