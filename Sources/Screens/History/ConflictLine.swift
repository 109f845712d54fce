import Records

/// A row that was changed here, and changed or deleted by another program, with its values as displayed; or a change
/// that could not be restored or undone.
public struct ConflictLine: NumberedLine {
  /// How many rows the screen of conflicts requests at once.
  public static let partSize = 50

  /// A number that decreases from row to row.
  public var number: Int64
  /// The row; nil if the line is about a change that could not be restored or undone.
  public var id: RecordID?
  /// The row's title.
  public var title: String
  /// The fields that both have changed; empty if the row is gone.
  public var fields: [Field]

  /// The row and the one that now has its key, if another row has it.
  public var replacement: Replacement?

  /// A row that was changed here and another row in its place, as displayed.
  public struct Replacement: Hashable, Sendable {
    /// The row that was changed here.
    public var mine: String
    /// The row in its place.
    public var theirs: String

    /// Makes a pair from its parts.
    public init(mine: String, theirs: String) {
      (self.mine, self.theirs) = (mine, theirs)
    }
  }

  /// A field in conflict, with the values to choose from.
  public struct Field: Hashable, Sendable {
    /// Its index in the schema.
    public var index: Int
    /// Its label.
    public var label: String
    /// The values, in the order of `Conflict.Choice`.
    public var values: [String]

    /// Makes a field from its parts.
    public init(_ index: Int, label: String, mine: String, theirs: String, original: String) {
      self.index = index
      self.label = label
      values = [mine, theirs, original]
    }
  }

  /// Makes a line about a change that could not be restored or undone; its title is the sentence that says so.
  public init(number: Int64, standing sentence: String) {
    (self.number, id, title, fields) = (number, nil, sentence, [])
  }

  /// Makes a line from its parts.
  public init(
    number: Int64, id: RecordID, title: String, fields: [Field] = [],
    replacement: Replacement? = nil
  ) {
    (self.number, self.id, self.title, self.fields, self.replacement) = (
      number, id, title, fields, replacement
    )
  }
}
