/// The recorded runs of one statement: similar ones have its text, identical ones its values too.
public struct StatementGroup: Hashable, Sendable {
  /// The latest run.
  public var latest: StatementRecord
  /// How many runs there were.
  public var count: Int
  /// How many of them had the same values as an earlier one; runs whose values are not kept whole do not count.
  public var identicalCount: Int
  /// The rows of all runs.
  public var rowCount: Int
  /// The time of all runs, in nanoseconds.
  public var nanoseconds: Int
  /// How many statements would have read the same rows by ranges; nil unless many runs in a row read one row each.
  public var rangeCount: Int?

  /// The fewest runs, one for each row and one right after the other, that are called N+1.
  public static let leastForRanges = 8
  /// The most seconds between two such runs; a person who looks at one record after the other is slower.
  private static let longestGap = 0.05

  /// Makes a group of one run.
  public init(_ statement: StatementRecord) {
    latest = statement
    (count, identicalCount) = (1, 0)
    (rowCount, nanoseconds) = (statement.rowCount, statement.nanoseconds)
  }

  /// Puts runs into groups, those with the most runs first.
  ///
  /// - Parameters:
  ///   - statements: The runs, in the order in which they ended.
  ///   - rangeSize: How many rows a statement reads that reads a range.
  /// - Complexity: O(*n*) in the runs.
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

  /// Whether enough runs came one right after the other.
  private static func hasBurst(_ runs: [StatementRecord]) -> Bool {
    var length = 1
    for (run, next) in zip(runs, runs.dropFirst()) {
      length = next.startedAt - run.startedAt <= longestGap ? length + 1 : 1
      if length >= leastForRanges { return true }
    }
    return false
  }
}
