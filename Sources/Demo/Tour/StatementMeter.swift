import Synchronization

/// Counts the statements that SQLite runs, on any thread.
final class StatementMeter: Sendable {
  struct Last: Sendable {
    var hydration, update: String?
  }

  private struct Counts {
    var tally = Tally()
    var last = Last()
    var texts: StatementTexts?
  }

  private let counted = Mutex(Counts())
  private let total = Atomic(0)

  func count(_ sql: String) {
    // The store does not count these queries, which it runs every second.
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

  var statementCount: Int { total.load(ordering: .relaxed) }

  var tally: Tally { counted.withLock { $0.tally } }

  var last: Last { counted.withLock { $0.last } }

  /// The texts since the last call; they are collected from the first call on.
  func takeTexts() -> StatementTexts {
    counted.withLock { counts in
      defer { counts.texts = StatementTexts() }
      return counts.texts ?? StatementTexts()
    }
  }
}

struct StatementTexts: Sendable {
  /// In order of their first occurrence; at most `limit`.
  private(set) var all: [(sql: String, count: Int)] = []
  private(set) var otherCount = 0
  private var places: [String: Int] = [:]

  static let limit = 40

  mutating func count(_ sql: String, times: Int = 1) {
    if let place = places[sql] {
      all[place].count += times
    } else if all.count < Self.limit {
      places[sql] = all.count
      all.append((sql, times))
    } else {
      otherCount += times
    }
  }

  mutating func add(_ other: StatementTexts) {
    for (sql, times) in other.all { count(sql, times: times) }
    otherCount += other.otherCount
  }
}
