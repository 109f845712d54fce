import Formats
import Records
import SQLite

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// What happened to a row of the file.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    case added
    case filled
    case same
    /// An existing row keeps other values in some fields; others may have been filled.
    case differing
    /// The row matches several rows, or a row that an earlier row has matched, so nothing was done.
    case doubtful
    case refused
  }

  /// A row of the file, and what happened to it.
  public struct Row: Hashable, Sendable {
    /// The line where the row begins, or 0.
    public let line: Int
    /// The row's title.
    public let title: String
    /// What happened to the row.
    public let outcome: Outcome
    /// The key of the matching or new row in the table, if any.
    public let key: Int64?
    /// Problems of the row's cells.
    public let problems: [RowProblem]
    /// Why the database refused the row.
    public let refusal: StoreError?
    var changes: [Change] = []
    /// The columns that keep a different value.
    public internal(set) var differing: [String] = []
    var isChanged = false
  }

  /// The number of rows for each outcome.
  public private(set) var counts: [Outcome: Int] = [:]
  /// The number of skipped blank rows.
  public private(set) var blankCount = 0
  /// The number of rows that the service has marked as deleted.
  public private(set) var deletedCount = 0
  /// Unknown words, each of which is reported once.
  private var namedWords: Set<RowProblem> = []
  /// The first rows that the user should know about.
  public private(set) var notable: [Row] = []
  /// The first changed values, if requested; without a title if the row is new.
  public private(set) var changes: [Change] = []
  /// The number of changed values, if requested.
  public private(set) var changeCount = 0
  /// Ambiguous dates of a column, which were not imported.
  public struct UnclearDates: Hashable, Sendable {
    /// The number of dates.
    public fileprivate(set) var count = 0
    /// The first date.
    public let example: String
  }

  /// The ambiguous dates, by column.
  public private(set) var unclearDates: [String: UnclearDates] = [:]
  /// The number of rows that keep a different value, by column.
  public private(set) var differingCounts: [String: Int] = [:]
  private var hasChangedDifferingRows = false
  /// The number of values that did not fit their field, by column.
  public private(set) var unfitCounts: [String: Int] = [:]
  /// What happens to the columns of the first row.
  public internal(set) var plan: [PlannedColumn] = []
  /// The number of rows without a title.
  public internal(set) var untitledCount = 0
  /// The columns of the file without a field in the table.
  public internal(set) var columnsWithoutField: [String] = []
  /// The values for which the table has no place.
  public internal(set) var losses = ImportLosses()
  /// The format that the file was read as.
  public internal(set) var format: Format?
  /// The encoding that was used.
  public internal(set) var encoding: TextEncoding?
  /// Text that suggests another encoding.
  public internal(set) var oddText: String?

  static let notableLimit = 20
  static let changeLimit = 200

  /// The number of rows with an outcome.
  public func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// The number of rows in the file, without skipped ones.
  public var rowCount: Int { counts.values.reduce(0, +) }

  /// Whether every row was refused.
  public var isAllRefused: Bool { rowCount > 0 && count(.refused) == rowCount }

  /// Whether the database was changed.
  public var hasChanges: Bool { count(.added) + count(.filled) > 0 || hasChangedDifferingRows }

  package mutating func note(_ count: Int, _ outcome: Outcome) {
    if count > 0 { counts[outcome, default: 0] += count }
  }

  package mutating func note(_ row: Row) {
    counts[row.outcome, default: 0] += 1
    if row.isChanged, row.outcome == .differing { hasChangedDifferingRows = true }
    for column in row.differing { differingCounts[column, default: 0] += 1 }
    changeCount += row.changes.count
    changes += row.changes.prefix(Self.changeLimit - changes.count)
    for case .unfit(let column, _) in row.problems { unfitCounts[column, default: 0] += 1 }
    for case .unclearDate(let column, let text) in row.problems {
      unclearDates[column, default: UnclearDates(example: text)].count += 1
    }
    let problems = row.problems.filter {
      !$0.isOfColumn && (!$0.isAboutWord || namedWords.insert($0).inserted)
    }
    let isNotable = row.outcome == .doubtful || row.outcome == .refused || !problems.isEmpty
    guard isNotable, notable.count < Self.notableLimit else { return }
    notable.append(
      Row(
        line: row.line, title: row.title, outcome: row.outcome, key: row.key, problems: problems,
        refusal: row.refusal))
  }

  mutating func noteBlank() { blankCount += 1 }

  package mutating func noteDeleted() { deletedCount += 1 }
}

extension RowProblem {
  fileprivate var isOfColumn: Bool { if case .unclearDate = self { true } else { false } }

  fileprivate var isAboutWord: Bool {
    switch self {
    case .unknownStatus, .unknownWord: true
    default: false
    }
  }
}

/// How an import treats a column of a file.
public struct PlannedColumn: Hashable, Sendable {
  /// The column's name in the file.
  public let name: String
  /// The field that takes the values; nil if there is none.
  public let field: Int?
  /// Whether the format interprets the column, so that no field has to be chosen.
  public let isOfFormat: Bool
  /// The first values, at most three.
  public let samples: [String]
}
