import Synchronization

/// Counts the statements that SQLite runs, on whatever thread.
final class StatementMeter: Sendable {
  /// The texts of the last statements that read and that wrote records.
  struct Last: Sendable {
    var hydration: String?
    var update: String?
  }

  private let counted = Mutex((tally: Tally(), last: Last()))
  private let total = Atomic(0)

  /// Counts one statement.
  func count(_ sql: String) {
    counted.withLock { counted in
      let before = counted.tally
      counted.tally.count(sql)
      if counted.tally.hydrations > before.hydrations { counted.last.hydration = sql }
      if counted.tally.updates > before.updates { counted.last.update = sql }
    }
    // The store does not count what it asks once a second.
    if !["PRAGMA data_version", "PRAGMA main.schema_version"].contains(sql) {
      total.add(1, ordering: .relaxed)
    }
  }

  /// All statements so far, but for those that only ask about the database.
  var statementCount: Int { total.load(ordering: .relaxed) }

  /// What was counted so far.
  var tally: Tally { counted.withLock { $0.tally } }

  /// The last statements.
  var last: Last { counted.withLock { $0.last } }
}
