import TestSupport

@testable import BookStore
@testable import Listings
@testable import SQLite

/// All that a database holds, in a form that can be compared: nothing is lost in it, not even bytes that are not text.
struct DatabaseContent {
  /// Each object's type, name, table and SQL, in hexadecimal and in order of type and name.
  var schema: [String] = []

  /// Each table's or view's rows by its name: the values' storage classes and bytes.
  var rows: [String: [String]] = [:]

  /// What SQLite says of each table or view that cannot be read to its end, by its name.
  var failures: [String: String] = [:]

  /// Reads a whole database.
  ///
  /// - Parameter hasShadowTables: Whether it is with what virtual tables keep for themselves.
  init(of reader: StockDatabase, withShadowTables hasShadowTables: Bool = false) throws {
    (schema, rows, failures) = try reader.read { database in
      var rows: [String: [String]] = [:]
      var failures: [String: String] = [:]
      let shadowTables = hasShadowTables ? try database.texts(Self.shadowTables) : []
      for name in try Self.names(database) + shadowTables {
        do { rows[name] = try Self.rows(database, of: name) } catch let error as StockError {
          failures[name] = error.message
        }
      }
      return (try Self.schema(database), rows, failures)
    }
  }

  private static let shadowTables = "SELECT name FROM pragma_table_list WHERE type = 'shadow'"

  private static func schema(_ database: StockDatabase) throws -> [String] {
    try database.texts(
      """
      SELECT type || ' ' || hex(name) || ' ' || hex(tbl_name) || ' ' || coalesce(hex(sql), 'NULL')
        FROM sqlite_schema WHERE tbl_name NOT IN (\(shadowTables)) ORDER BY type, name
      """)
  }

  private static func names(_ database: StockDatabase) throws -> [String] {
    try database.texts(
      """
      SELECT name FROM sqlite_schema
        WHERE type IN ('table', 'view') AND name NOT IN (\(shadowTables)) ORDER BY name
      """)
  }

  private static func rows(_ database: StockDatabase, of name: String) throws -> [String] {
    let table = quoted(name)
    let values = try database.columns("SELECT * FROM \(table)").map { name in
      let column = quoted(name)
      // Numbers are written so that they can be read back exactly, all else byte by byte.
      return """
        typeof(\(column)) || CASE WHEN typeof(\(column)) = 'real' THEN quote(\(column)) ELSE hex(\(column)) END
        """
    }
    return try database.texts("SELECT \(values.joined(separator: " || ' ' || ")) FROM \(table) ORDER BY 1")
  }
}
