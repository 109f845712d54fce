import Records
import TestSupport

/// SQLite as everybody has it, by its C interface: what it accepts and what it leaves is what the store is held against.
enum Stock {
  /// Opens a database without a measure of defence, with foreign keys on as the store has them.
  ///
  /// - Parameter isOwner: Whether it is the program that made a database of a family: it has functions and a collation
  ///   that nobody else has.
  static func open(_ path: String, isOwner: Bool = false) throws -> StockDatabase {
    let database = try StockDatabase(path, allowsQuotedTexts: true, patience: 5)
    if isOwner {
      for name in functions { database.addFunction(name) }
      database.addCollation("OWNER_ORDER")
    }
    return database
  }

  private static let functions = [
    "owner_normalize", "owner_unlink", "owner_tell", "owner_delete_file", "owner_note_affected",
    "shape_is_empty", "shape_min_x", "shape_max_x", "shape_min_y", "shape_max_y",
  ]

  static func pragma(_ name: String, _ path: String) throws -> String? {
    try open(path, isOwner: true).text("PRAGMA \(name)")
  }

  /// All that a database holds, with what virtual tables keep for themselves.
  static func content(_ path: String, withShadowTables: Bool = true) throws -> DatabaseContent {
    try DatabaseContent(of: open(path), withShadowTables: withShadowTables)
  }
}
