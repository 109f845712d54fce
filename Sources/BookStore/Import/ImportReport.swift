import Formats
import Records

/// What an import has done.
public struct ImportReport: Hashable, Sendable {
  /// What became of a row of the file.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It is a new row.
    case added
    /// A row that was there got something of it.
    case filled
    /// The row that was there has all of it.
    case same
    /// It could be one of several rows, and nothing was done.
    case doubtful
    /// The database takes no such row.
    case refused
  }

  /// A row of the file, and what became of it.
  public struct Row: Hashable, Sendable {
    /// The line that it begins on, or 0.
    public let line: Int
    /// What it is called.
    public let title: String
    /// What became of it.
    public let outcome: Outcome
    /// The key of the row in the table, if there is one.
    public let key: Int64?
    /// What is odd about it.
    public let problems: [RowProblem]
    /// Why the database refused it.
    public let refusal: StoreError?
  }

  /// How many rows had each outcome.
  public private(set) var counts: [Outcome: Int] = [:]
  /// How many rows were left out because they are blank.
  public private(set) var blankCount = 0
  /// How many were left out because the service that the file comes from has deleted them.
  public private(set) var deletedCount = 0
  /// The words that have been named; each is once.
  private var namedWords: Set<RowProblem> = []
  /// The first rows about which a person should know something.
  public private(set) var notable: [Row] = []
  /// How many values of each column are none of its field, and were not taken.
  public private(set) var unfitCounts: [String: Int] = [:]
  /// The columns of the file for which the table has no field.
  public internal(set) var columnsWithoutField: [String] = []
  /// What the file was taken for.
  public internal(set) var format: Format?
  /// How its characters were read.
  public internal(set) var encoding: TextEncoding?
  /// A part of its text that looks as if it were in another encoding.
  public internal(set) var oddText: String?

  /// How many rows are kept to be named.
  static let notableLimit = 20

  /// How many rows had an outcome.
  public func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// How many rows the file had.
  public var rowCount: Int { counts.values.reduce(0, +) }

  /// Whether every row was refused.
  public var isAllRefused: Bool { rowCount > 0 && count(.refused) == rowCount }

  /// Whether the database was changed.
  public var hasChanges: Bool { count(.added) + count(.filled) > 0 }

  /// Counts rows with the same outcome of which nothing need be said.
  mutating func note(_ count: Int, _ outcome: Outcome) {
    if count > 0 { counts[outcome, default: 0] += count }
  }

  mutating func note(_ row: Row) {
    counts[row.outcome, default: 0] += 1
    for case .unfit(let column, _) in row.problems { unfitCounts[column, default: 0] += 1 }
    let problems = row.problems.filter { !$0.isAboutWord || namedWords.insert($0).inserted }
    let isNotable = row.outcome == .doubtful || row.outcome == .refused || !problems.isEmpty
    guard isNotable, notable.count < Self.notableLimit else { return }
    notable.append(
      Row(
        line: row.line, title: row.title, outcome: row.outcome, key: row.key, problems: problems,
        refusal: row.refusal))
  }

  mutating func noteBlank() { blankCount += 1 }

  mutating func noteDeleted() { deletedCount += 1 }
}

extension RowProblem {
  /// Whether it is about a word that other rows may have too.
  fileprivate var isAboutWord: Bool {
    switch self {
    case .unknownStatus, .unknownWord: true
    default: false
    }
  }
}
