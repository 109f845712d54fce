import Records

/// The preview of a rule so far.
public struct RulePage: Hashable, Sendable {
  /// A row that would change, or that cannot take the value.
  public struct Line: Hashable, Sendable {
    /// The row.
    public let id: RecordID
    /// The row's title.
    public let title: String
    /// The value before, as displayed.
    public let before: String
    /// The value after, as displayed.
    public let after: String
    /// Why the row cannot take the value; nil if it can.
    public let refusal: String?

    /// Makes a line.
    public init(id: RecordID, title: String, before: String, after: String, refusal: String?) {
      (self.id, self.title, self.before, self.after, self.refusal) = (id, title, before, after, refusal)
    }
  }

  /// The first rows that would change or cannot take the value.
  public var lines: [Line] = []
  /// The number of rows that would change.
  public var changedCount = 0
  /// The number of rows that would stay the same.
  public var sameCount = 0
  /// The number of rows that cannot take the new value.
  public var refusedCount = 0
  /// The number of rows not tried in the database, because a trial ended before.
  public var untriedCount = 0
  /// The number of rows examined.
  public var count: Int { changedCount + sameCount + refusedCount }
  /// Whether all rows have been examined.
  public var isComplete = false

  /// The number of rows in the first batch; its lines are rebuilt once the other rows have been examined.
  public static let firstCount = 64
  /// The maximum number of lines.
  public static let lineLimit = 20_000

  /// Makes a page without lines.
  public init() {}
}
