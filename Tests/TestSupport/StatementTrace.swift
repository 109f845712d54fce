import Synchronization

/// The statements that SQLite ran, from whatever thread.
package final class StatementTrace: Sendable {
  private let statements = Mutex<[String]>([])

  /// Makes one without a statement.
  package init() {}

  /// Notes a statement; this is what a store's trace is given.
  package func append(_ sql: String) { statements.withLock { $0.append(sql) } }

  /// The statements since the last call, in the order in which they began.
  package func take() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }
}
