import Formats
import Records
import SQLite

/// The result of an import.
public struct ImportReport: Hashable, Sendable {
  /// What happened to a row of the file.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// It was added.
    case added
    /// An existing row got some of its values.
    case filled
    /// An existing row has all of its values already.
    case same
    /// An existing row has other values in some fields, which stay; the others may have got some of its values.
    case differing
    /// It matches several rows, or the same as another row of the file, so nothing was done.
    case doubtful
    /// The database refuses it.
    case refused
  }

  /// A row of the file, and what happened to it.
  public struct Row: Hashable, Sendable {
    /// The line that it starts on, or 0.
    public let line: Int
    /// Its title.
    public let title: String
    /// What happened to it.
    public let outcome: Outcome
    /// The key of its row in the table, if there is one.
    public let key: Int64?
    /// Its oddities.
    public let problems: [RowProblem]
    /// Why the database refused it.
    public let refusal: StoreError?
    /// The values that it changes, if they are wanted.
    var changes: [Change] = []
    /// The columns in which the row of the table has other values, which stay.
    public internal(set) var differing: [String] = []
    /// Whether a row of the table that differs got some of its values.
    var isChanged = false
  }

  /// A value of the table that changes.
  public struct Change: Hashable, Sendable {
    /// The title of the row; nil if the row is new.
    public let title: String?
    /// The field, by its index in the schema.
    public let field: Int
    /// What it holds.
    public let before: Value
    /// What it gets.
    public let after: Value
  }

  /// The number of rows for each outcome.
  public private(set) var counts: [Outcome: Int] = [:]
  /// How many blank rows were skipped.
  public private(set) var blankCount = 0
  /// How many rows were skipped because the service has marked them as deleted.
  public private(set) var deletedCount = 0
  /// The unknown words that were reported; each is reported once.
  private var namedWords: Set<RowProblem> = []
  /// The first rows that a person should know about.
  public private(set) var notable: [Row] = []
  /// The first values that change, if they are wanted.
  public private(set) var changes: [Change] = []
  /// How many values change, if they are wanted.
  public private(set) var changeCount = 0
  /// Dates of a column that can be read in two ways, and were not imported.
  public struct UnclearDates: Hashable, Sendable {
    /// Their number.
    public fileprivate(set) var count = 0
    /// The first of them.
    public let example: String
  }

  /// The dates that can be read in two ways, by column.
  public private(set) var unclearDates: [String: UnclearDates] = [:]
  /// How many rows of the table have other values, which stay, by column.
  public private(set) var differingCounts: [String: Int] = [:]
  private var hasChangedDifferingRows = false
  /// How many values did not fit their field and were not imported, by column.
  public private(set) var unfitCounts: [String: Int] = [:]
  /// What becomes of the columns of the first row.
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

  /// How many notable rows are kept.
  static let notableLimit = 20
  /// How many changes of values are kept.
  static let changeLimit = 200

  /// The number of rows with an outcome.
  public func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// The number of rows in the file, without skipped ones.
  public var rowCount: Int { counts.values.reduce(0, +) }

  /// Whether every row was refused.
  public var isAllRefused: Bool { rowCount > 0 && count(.refused) == rowCount }

  /// Whether the database was changed.
  public var hasChanges: Bool { count(.added) + count(.filled) > 0 || hasChangedDifferingRows }

  /// Counts rows with the same outcome that need no further report.
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
  /// Whether it is reported once for all rows of a column.
  fileprivate var isOfColumn: Bool { if case .unclearDate = self { true } else { false } }

  /// Whether it is about a word that other rows may have too.
  fileprivate var isAboutWord: Bool {
    switch self {
    case .unknownStatus, .unknownWord: true
    default: false
    }
  }
}
