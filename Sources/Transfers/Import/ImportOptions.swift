import Formats

/// How to import rows.
public struct ImportOptions: Sendable {
  /// How to match a row of the file with a row of the table.
  public enum Match: String, CaseIterable, Sendable {
    case key
    /// By the service's ID, which the table `source` keeps.
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
  /// The user's mapping from the file's columns to the table's.
  public var columns: [String: String] = [:]
  /// How rows are matched; the first rule that finds a row wins.
  public var matches = Match.allCases
  /// What happens to a matched row.
  public var action = MatchAction.fill
  /// Whether the report lists the changed values.
  public var namesChanges = false
  /// Whether to store values unchanged, even if they do not fit their field.
  public var isExact = false
  /// Reads a cover by its file name in the rows; nil if there are no covers.
  public var cover: (@Sendable (String) -> [UInt8]?)?
  /// Whether to import even if more than a third of the values have no place.
  public var fits = false
  /// Whether to roll back everything at the end.
  public var isTrial = false
  /// Whether to skip rows that the database refuses, instead of ending the import.
  public var keepsGoing = false
  /// Whether to add rows of a plain table in blocks.
  package var addsBlocks = true

  /// Creates the default options.
  public init() {}
}
