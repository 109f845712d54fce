struct StatementTexts: Sendable {
  /// In order of their first occurrence; at most `limit`.
  private(set) var all: [(sql: String, count: Int)] = []
  private(set) var otherCount = 0
  private var places: [String: Int] = [:]

  static let limit = 40

  init() {}

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
