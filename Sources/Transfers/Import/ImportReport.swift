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
    /// An existing row keeps other values in some fields; the remaining fields may have been filled.
    case differing
    /// The row matches several rows, or the same one as another row of the file, so nothing was done.
    case doubtful
    case refused
  }

  /// A row of the file, and what happened to it.
  public struct Row: Hashable, Sendable {
    /// The line that the row starts on, or 0.
    public let line: Int
    /// The row's title.
    public let title: String
    /// What the import did with the row.
    public let outcome: Outcome
    /// The key of the matching or new row in the table, if any.
    public let key: Int64?
    /// What was odd about the row.
    public let problems: [RowProblem]
    /// Why the database refused it.
    public let refusal: StoreError?
    var changes: [Change] = []
    /// The columns in which the table's row keeps a different value.
    public internal(set) var differing: [String] = []
    var isChanged = false
  }

  /// The number of rows for each outcome.
  public private(set) var counts: [Outcome: Int] = [:]
  /// How many blank rows were skipped.
  public private(set) var blankCount = 0
  /// How many rows were skipped because the service has marked them as deleted.
  public private(set) var deletedCount = 0
  /// The unknown words already reported; each is reported once.
  private var namedWords: Set<RowProblem> = []
  /// The first rows that the person should know about.
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
  /// How many rows of the table keep a different value, by column.
  public private(set) var differingCounts: [String: Int] = [:]
  private var hasChangedDifferingRows = false
  /// How many values did not fit their field and were not imported, by column.
  public private(set) var unfitCounts: [String: Int] = [:]
  /// What happens to the columns of the first row.
  public internal(set) var plan: [PlannedColumn] = []
  /// How many rows have no title.
  public internal(set) var untitledCount = 0
  /// The columns of the file without a field in the table.
  public internal(set) var columnsWithoutField: [String] = []
  /// What the file has and the library has no place for.
  public internal(set) var losses = ImportLosses()
  /// The format that the file was read as.
  public internal(set) var format: Format?
  /// The encoding that was used.
  public internal(set) var encoding: TextEncoding?
  /// A part of the text that suggests another encoding.
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
