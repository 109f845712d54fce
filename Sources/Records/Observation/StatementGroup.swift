/// The recorded runs of similar statements: those with the same text.
public struct StatementGroup: Hashable, Sendable {
  /// The latest run.
  public var latest: StatementRecord
  /// The number of runs.
  public var count: Int
  /// The number of runs that repeat the values of an earlier one; runs with cut values do not count.
  public var identicalCount: Int
  /// The rows of all runs, and their time in nanoseconds.
  public var rowCount, nanoseconds: Int
  /// The number of range queries that would have read the same rows; nil unless the runs look like N+1.
  public var rangeCount: Int?

  /// The minimum number of consecutive single-row runs that are called N+1.
  public static let leastForRanges = 8
  /// A person browsing records is slower.
  private static let longestGap = 0.05

  package init(_ statement: StatementRecord) {
    latest = statement
    (count, identicalCount) = (1, 0)
    (rowCount, nanoseconds) = (statement.rowCount, statement.nanoseconds)
  }

  /// Groups runs, those with the most runs first; a range query reads `rangeSize` rows.
  public static func groups(of statements: [StatementRecord], rangeSize: Int) -> [StatementGroup] {
    var runs: [String: [StatementRecord]] = [:]
    for statement in statements { runs[statement.sql, default: []].append(statement) }
    return runs.values.compactMap { StatementGroup($0, rangeSize: rangeSize) }
      .sorted { ($0.count, $0.latest.number) > ($1.count, $1.latest.number) }
  }

  private init?(_ runs: [StatementRecord], rangeSize: Int) {
    guard let last = runs.last else { return nil }
    self.init(last)
    count = runs.count
    rowCount = runs.reduce(0) { $0 + $1.rowCount }
    nanoseconds = runs.reduce(0) { $0 + $1.nanoseconds }
    let values = runs.filter(\.hasWholeValues).map(\.values)
    identicalCount = values.count - Set(values).count
    let rows = Set(runs.compactMap(\.record))
    let isRead = last.purpose != .writeBack && last.sql.hasPrefix("SELECT")
    if isRead, Self.hasBurst(runs), runs.allSatisfy({ $0.record != nil && $0.rowCount <= 1 }) {
      rangeCount = (rows.count + rangeSize - 1) / rangeSize
    }
  }

  private static func hasBurst(_ runs: [StatementRecord]) -> Bool {
    var length = 1
    for (run, next) in zip(runs, runs.dropFirst()) {
      length = next.startedAt - run.startedAt <= longestGap ? length + 1 : 1
      if length >= leastForRanges { return true }
    }
    return false
  }
}
