import Synchronization

/// Counts the statements that SQLite runs, on whatever thread.
final class StatementMeter: Sendable {
  private let counted = Mutex(Tally())

  /// Counts one statement.
  func count(_ sql: String) { counted.withLock { $0.count(sql) } }

  /// What was counted so far.
  var tally: Tally { counted.withLock { $0 } }
}
