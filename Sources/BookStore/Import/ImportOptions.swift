import Formats

/// What an import is to do with the rows that it reads.
public struct ImportOptions: Sendable {
  /// How a row of the table is recognised as the one that a row of the file is about.
  public enum Match: String, CaseIterable, Sendable {
    /// By the table's own key, where the file has it.
    case key
    /// By the name that the file's service has for it, in the table `source`.
    case source
    /// By its ISBN, of ten or thirteen digits.
    case isbn
    /// By its title and its first author, without their case, accents and order of names.
    case title
  }

  /// What is done with a row that is in the table already.
  public enum MatchAction: String, CaseIterable, Sendable {
    /// Fields that are empty get the file's value; a status moves forward.
    case fill
    /// Fields get the file's value, unless that is empty; a status moves forward.
    case update
    /// It stays as it is.
    case skip
    /// Nothing is looked for, and every row is added.
    case add
  }

  /// What is known of the file.
  public var reading = ReadOptions()
  /// The columns of the table by the names that they have in the file, as a person gave them.
  public var columns: [String: String] = [:]
  /// How rows are recognised: the first that finds one counts.
  public var matches = Match.allCases
  /// What is done with a row that is found.
  public var action = MatchAction.fill
  /// Whether values are taken as they are, also where they are none of their field.
  public var isExact = false
  /// Reads the file of a cover by the name that the rows have for it; nil if there is none.
  public var cover: (@Sendable (String) -> [UInt8]?)?
  /// Whether everything is taken back at the end.
  public var isTrial = false
  /// Whether a row that the database refuses is left out, instead of ending the import.
  public var keepsGoing = false

  /// Makes options as a person has them who gives none.
  public init() {}
}
