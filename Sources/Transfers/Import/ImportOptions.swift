import Formats

/// How an import treats the rows that it reads.
public struct ImportOptions: Sendable {
  /// How a row of the file is matched with a row of the table.
  public enum Match: String, CaseIterable, Sendable {
    /// By the table's own key, if the file has it.
    case key
    /// By the ID that the file's service uses for it, in the table `source`.
    case source
    /// By its ISBN, of ten or thirteen digits.
    case isbn
    /// By its title and first author, ignoring case, accents and the order of names.
    case title
  }

  /// What happens to a row that is in the table already.
  public enum MatchAction: String, CaseIterable, Sendable {
    /// Fields that are empty get the file's value; a status moves forward.
    case fill
    /// Fields get the file's value, unless that is empty; a status moves forward.
    case update
    /// It stays as it is.
    case skip
    /// Rows are not matched; every row is added.
    case add
  }

  /// The name of the file in the history.
  public var name: String?
  /// How to read the file.
  public var reading = ReadOptions()
  /// The columns of the table, by the columns of the file that the person has mapped to them.
  public var columns: [String: String] = [:]
  /// How rows are matched: the first rule that finds one counts.
  public var matches = Match.allCases
  /// What happens to a matched row.
  public var action = MatchAction.fill
  /// Whether the report has the values that change.
  public var namesChanges = false
  /// Whether values are stored unchanged, even if they do not fit their field.
  public var isExact = false
  /// Reads a cover file by the name that rows have for it; nil if there are no covers.
  public var cover: (@Sendable (String) -> [UInt8]?)?
  /// Whether the file is imported although the table has no place for more than a third of its values.
  public var fits = false
  /// Whether everything is rolled back at the end.
  public var isTrial = false
  /// Whether a row that the database refuses is skipped, instead of ending the import.
  public var keepsGoing = false
  /// Whether rows of a plain table may be added many at once; tests compare this with rows that are added one by one.
  package var addsBlocks = true

  /// Creates the default options.
  public init() {}
}
