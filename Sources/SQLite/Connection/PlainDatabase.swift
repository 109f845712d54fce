import Records

/// A database without a model layer, for programs that compare ways of loading.
package final class PlainDatabase {
  private let connection: Connection

  package init(path: String, trace: @escaping @Sendable (String) -> Void) throws(StoreError) {
    connection = try Connection(path: path, options: ConnectionOptions(trace: trace))
  }

  package func rows(_ sql: String, _ values: [Value] = [], columns: Int) throws(StoreError) -> [[Value]] {
    try connection.rows(sql, values) { $0.values(at: 0..<columns) }
  }

  /// For databases that need not survive a crash or a power failure.
  package func forgoSafety() throws(StoreError) {
    try run("PRAGMA synchronous = OFF")
    _ = try rows("PRAGMA journal_mode = MEMORY", columns: 1)
  }

  package func run(_ sql: String, _ values: [Value] = []) throws(StoreError) {
    try connection.execute(sql, values)
  }
}
