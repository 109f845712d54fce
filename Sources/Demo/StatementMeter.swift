import Synchronization

/// Counts the statements that SQLite runs, on any thread.
final class StatementMeter: Sendable {
  /// The last statements that read and that wrote records.
  struct Last: Sendable {
    var hydration: String?
    var update: String?
  }

  private struct Counts {
    var tally = Tally()
    var last = Last()
    /// How often each text was run, if requested.
    var texts: StatementTexts?
  }

  private let counted = Mutex(Counts())
  private let total = Atomic(0)

  /// Counts one statement.
  func count(_ sql: String) {
    // The store does not count the questions that it asks every second.
    let isQuestion = ["PRAGMA data_version", "PRAGMA main.schema_version"].contains(sql)
    counted.withLock { counted in
      let before = counted.tally
      counted.tally.count(sql)
      if counted.tally.hydrations > before.hydrations { counted.last.hydration = sql }
      if counted.tally.updates > before.updates { counted.last.update = sql }
      if !isQuestion { counted.texts?.count(sql) }
    }
    if !isQuestion { total.add(1, ordering: .relaxed) }
  }

  /// All statements so far, except those that only ask about the database.
  var statementCount: Int { total.load(ordering: .relaxed) }

  /// The counts so far.
  var tally: Tally { counted.withLock { $0.tally } }

  /// The last statements.
  var last: Last { counted.withLock { $0.last } }

  /// The texts since the last call; they are collected from the first call on.
  func takeTexts() -> StatementTexts {
    counted.withLock { counts in
      defer { counts.texts = StatementTexts() }
      return counts.texts ?? StatementTexts()
    }
  }
}
