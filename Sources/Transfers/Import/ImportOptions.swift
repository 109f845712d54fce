import Formats

/// How an import treats the rows that it reads.
public struct ImportOptions: Sendable {
  /// How a row of the file is matched with a row of the table.
  public enum Match: String, CaseIterable, Sendable {
    case key
    /// By the service's ID for it, which the table `source` keeps.
    case source
    case isbn
    case title
  }

  /// What happens to a row that is already in the table.
  public enum MatchAction: String, CaseIterable, Sendable {
    /// Fills empty fields; a status moves forward.
    case fill
    /// Replaces values, unless the file's value is empty; a status moves forward.
    case update
    case skip
    case add
  }

  /// The name of the file in the history.
  public var name: String?
  /// How to read the file.
  public var reading = ReadOptions()
  /// The table's columns, by the file's columns that the person mapped to them.
  public var columns: [String: String] = [:]
  /// How rows are matched; the first rule that finds a row wins.
  public var matches = Match.allCases
  /// What happens to a matched row.
  public var action = MatchAction.fill
  /// Whether the report lists the changed values.
  public var namesChanges = false
  /// Whether values are stored unchanged, even if they do not fit their field.
  public var isExact = false
  /// Reads a cover file by its name in the rows; nil if there are no covers.
  public var cover: (@Sendable (String) -> [UInt8]?)?
  /// Whether to import although the table has no place for more than a third of the values.
  public var fits = false
  /// Whether to roll back everything at the end.
  public var isTrial = false
  /// Whether to skip a row that the database refuses, instead of ending the import.
  public var keepsGoing = false
  /// Whether rows of a plain table may be added many at once; tests compare this with adding row by row.
  package var addsBlocks = true

  /// Creates the default options.
  public init() {}
}
