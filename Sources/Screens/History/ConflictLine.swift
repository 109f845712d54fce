import Records

/// A row that another program has changed or deleted and that was changed here, with texts as people read them; or
/// something that could not be restored or undone.
public struct ConflictLine: NumberedLine {
  /// A number that is smaller for each row further down.
  public var number: Int64
  /// The row; nil if the line is not about one that is held.
  public var id: RecordID?
  /// The row's title.
  public var title: String
  /// The fields that both have changed; none if the row is gone.
  public var fields: [Field]

  /// The row and the one that has its key, if another one has.
  public var replacement: Replacement?

  /// A row that was changed here and another one in its place, as people read them.
  public struct Replacement: Hashable, Sendable {
    /// The row that was changed here.
    public var mine: String
    /// The row in its place.
    public var theirs: String

    /// Makes a pair of its parts.
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

    /// Makes a field of its parts.
    public init(_ index: Int, label: String, mine: String, theirs: String, original: String) {
      self.index = index
      self.label = label
      values = [mine, theirs, original]
    }
  }

  /// Makes a line about something that could not be restored or undone; its title is the sentence that says so.
  public init(number: Int64, standing sentence: String) {
    (self.number, id, title, fields) = (number, nil, sentence, [])
  }

  /// Makes a line of its parts.
  public init(
    number: Int64, id: RecordID, title: String, fields: [Field] = [],
    replacement: Replacement? = nil
  ) {
    (self.number, self.id, self.title, self.fields, self.replacement) = (
      number, id, title, fields, replacement
    )
  }
}
