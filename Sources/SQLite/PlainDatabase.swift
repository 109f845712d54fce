import Records

/// A database without a model layer: statements and the values of their rows.
///
/// For programs that compare ways of loading; all others use a `BookStore`.
package final class PlainDatabase {
  private let connection: Connection

  /// Opens an existing database.
  ///
  /// - Parameter trace: Called with each statement before it runs.
  /// - Throws: The errors of opening a database.
  package init(path: String, trace: @escaping @Sendable (String) -> Void) throws(StoreError) {
    connection = try Connection(path: path, options: ConnectionOptions(trace: trace))
  }

  /// All rows of a query, with the values of a number of columns; the statement is cached.
  ///
  /// - Complexity: O(*n*) in the rows.
  /// - Throws: The errors of running a statement.
  package func rows(_ sql: String, _ values: [Value] = [], columns: Int) throws(StoreError) -> [[Value]] {
    try connection.rows(sql, values) { $0.values(at: 0..<columns) }
  }

  /// Makes transactions not wait for the disk, and keeps the rollback journal in memory.
  ///
  /// Use it only for databases that need not survive a crash or a power failure.
  ///
  /// - Throws: The errors of running a statement.
  package func forgoSafety() throws(StoreError) {
    try run("PRAGMA synchronous = OFF")
    _ = try rows("PRAGMA journal_mode = MEMORY", columns: 1)
  }

  /// Runs a statement without rows.
  ///
  /// - Throws: The errors of running a statement.
  package func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
    try connection.execute(sql, values)
  }
}
