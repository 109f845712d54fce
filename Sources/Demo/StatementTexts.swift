/// The distinct statements that were run, and how often.
struct StatementTexts: Sendable {
  /// The texts in order of their first occurrence, with their counts; at most `limit`.
  private(set) var all: [(sql: String, count: Int)] = []
  /// The number of statements whose text did not fit.
  private(set) var otherCount = 0
  private var places: [String: Int] = [:]

  /// The most texts that are kept.
  static let limit = 40

  /// Makes an empty list.
  init() {}

  /// Counts one statement.
  ///
  /// - Complexity: O(1) on average.
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

  /// Adds the statements of another list.
  mutating func add(_ other: StatementTexts) {
    for (sql, times) in other.all { count(sql, times: times) }
    otherCount += other.otherCount
  }
}
