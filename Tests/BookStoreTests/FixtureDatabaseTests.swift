import Foundation
import TestSupport
import Testing

/// The databases of `Fixtures` hold what their SQL says.
struct FixtureDatabaseTests {
  static let names = ["books", "coffee", "coffee-untyped", "contacts", "possessions", "everything"]

  /// The objects of `everything.sql` that cannot be read to their end, and what SQLite says of them.
  private static let unreadable = [
    "module_missing": "no such module: module_of_another",
    "view_of_itself": "view view_of_itself is circularly defined", "view_that_fails": "integer overflow",
    "view_without_column": "no such column: column_that_is_not_there",
    "view_without_function": "no such function: function_of_another",
    "view_without_table": "no such table: main.table_that_is_not_there",
  ]

  private func made(_ name: String) throws -> StockDatabase {
    let database = try StockDatabase()
    try database.run(Repository.text("Fixtures/\(name).sql"))
    return database
  }

  private func kept(_ name: String) throws -> StockDatabase {
    try StockDatabase(Repository.fixtures.appending(path: "\(name).sqlite").path, isReadOnly: true)
  }

  @Test(
    "A database is sound, has the schema and the rows that a new one of its SQL has, and can be read where it is meant to be",
    arguments: names)
  func sameContent(_ name: String) throws {
    let made = try DatabaseContent(of: made(name)), held = try DatabaseContent(of: kept(name))
    #expect(held.schema == made.schema)
    #expect(held.rows.keys.sorted() == made.rows.keys.sorted())
    for table in made.rows.keys { #expect(held.rows[table] == made.rows[table], "\(table)") }
    #expect(held.failures == made.failures)
    #expect(held.failures == (name == "everything" ? Self.unreadable : [:]))
    #expect(try kept(name).texts("PRAGMA integrity_check") == ["ok"])
  }

  @Test("The photos are pictures of the sizes that they are said to have") func photos() throws {
    let heads = try kept("possessions").texts(
      "SELECT hex(substr(photo, 1, 8)) || ' ' || hex(substr(photo, 17, 8)) FROM possessions WHERE id < 4")
    let signature = "89504E470D0A1A0A"
    #expect(
      heads == ["0000001000000010", "0000002800000018", "0000000800000008"].map { "\(signature) \($0)" })
  }
}
