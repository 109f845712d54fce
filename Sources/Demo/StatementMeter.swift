import Synchronization

/// Counts the statements that SQLite runs, on whatever thread.
final class StatementMeter: Sendable {
  private let counted = Mutex(Tally())
  private let total = Atomic(0)

  /// Counts one statement.
  func count(_ sql: String) {
    counted.withLock { $0.count(sql) }
    // The store does not count what it asks once a second.
    if !["PRAGMA data_version", "PRAGMA main.schema_version"].contains(sql) {
      total.add(1, ordering: .relaxed)
    }
  }

  /// All statements so far, but for those that only ask about the database.
  var statementCount: Int { total.load(ordering: .relaxed) }

  /// What was counted so far.
  var tally: Tally { counted.withLock { $0 } }
}
