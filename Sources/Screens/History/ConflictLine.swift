import Records

/// A row in conflict with another program, as displayed; or a change that could not be restored or undone.
public struct ConflictLine: NumberedLine {
  /// The number of rows that the conflicts screen requests at once.
  public static let partSize = 50

  /// A number that decreases from row to row.
  public var number: Int64
  /// The row; nil if the line is about a change that could not be restored or undone.
  public var id: RecordID?
  /// The row's title.
  public var title: String
  /// The fields that both have changed; empty if the row is gone.
  public var fields: [Field]

  /// The row and its replacement, if another row now has its key.
  public var replacement: Replacement?

  /// A row that was changed here and another row in its place, as displayed.
  public struct Replacement: Hashable, Sendable {
    /// The row that was changed here.
    public var mine: String
    /// The row in its place.
    public var theirs: String

    /// Makes a pair.
    public init(mine: String, theirs: String) {
      (self.mine, self.theirs) = (mine, theirs)
    }
  }

  /// A field in conflict, with the values to choose from.
  public struct Field: Hashable, Sendable {
    /// The field's index in the schema.
    public var index: Int
    /// The field's label.
    public var label: String
    /// The values, in the order of `Conflict.Choice`.
    public var values: [String]

    /// Makes a field.
    public init(_ index: Int, label: String, mine: String, theirs: String, original: String) {
      self.index = index
      self.label = label
      values = [mine, theirs, original]
    }
  }

  /// Makes a line about a change that could not be restored or undone; the sentence explains this.
  public init(number: Int64, standing sentence: String) {
    (self.number, id, title, fields) = (number, nil, sentence, [])
  }

  /// Makes a line.
  public init(
    number: Int64, id: RecordID, title: String, fields: [Field] = [],
    replacement: Replacement? = nil
  ) {
    (self.number, self.id, self.title, self.fields, self.replacement) = (
      number, id, title, fields, replacement
    )
  }
}
