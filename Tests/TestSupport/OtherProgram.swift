/// What another program does to a database: each call has a connection of its own.
package struct OtherProgram {
  private let path: String

  /// Makes one for a database, which it opens when it is called.
  package init(_ path: String) { self.path = path }

  private func connection() throws -> StockDatabase {
    // A reader of the store may hold a lock for a moment. Foreign keys are off, as SQLite has them by default.
    let database = try StockDatabase(path, hasForeignKeys: false, allowsQuotedTexts: true, patience: 5)
    // No test cuts the power of this program.
    try database.run("PRAGMA synchronous = OFF")
    return database
  }

  /// Runs statements in one transaction.
  package func run(_ sql: String) throws { try connection().write { try $0.run(sql) } }

  /// What one statement answers: each row's columns joined by bars, `NULL` for null and the size of a blob.
  package func rows(_ sql: String) throws -> [String] { try rows(ofEach: [sql]) }

  /// The same for several statements, over one connection.
  package func rows(ofEach statements: [String]) throws -> [String] {
    try connection().use { database in
      try statements.flatMap { try database.rows($0) }.map { row in
        row.map { $0.description }.joined(separator: "|")
      }
    }
  }

  /// Holds a lock, such as `EXCLUSIVE`, until the connection that is answered rolls back or goes.
  package func lock(_ kind: String) throws -> StockDatabase {
    let other = try StockDatabase(path)
    try other.run("BEGIN \(kind)")
    return other
  }
}
