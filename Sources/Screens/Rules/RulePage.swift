import Records

/// What a rule would do with rows, as far as it is known.
public struct RulePage: Hashable, Sendable {
  /// A row that would change, or cannot.
  public struct Line: Hashable, Sendable {
    /// The row.
    public let id: RecordID
    /// Its title.
    public let title: String
    /// The value before, as it is shown.
    public let before: String
    /// The value after, as it is shown.
    public let after: String
    /// Why the row cannot take the value; nil if it can.
    public let refusal: String?

    /// Makes a line from its parts.
    public init(id: RecordID, title: String, before: String, after: String, refusal: String?) {
      (self.id, self.title, self.before, self.after, self.refusal) = (id, title, before, after, refusal)
    }
  }

  /// The first rows that would change or cannot.
  public var lines: [Line] = []
  /// How many rows would change.
  public var changedCount = 0
  /// How many rows would stay as they are.
  public var sameCount = 0
  /// How many rows cannot take the new value.
  public var refusedCount = 0
  /// How many rows were not tried in the database, because a trial ended before.
  public var untriedCount = 0
  /// How many rows have been looked at.
  public var count: Int { changedCount + sameCount + refusedCount }
  /// Whether all rows have been looked at.
  public var isComplete = false

  /// How many rows are looked at first; their lines are made anew once the others have been found.
  public static let firstCount = 64
  /// The most lines.
  public static let lineLimit = 20_000

  /// Makes a page without lines.
  public init() {}
}
