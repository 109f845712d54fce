import Records

/// Something that another program has changed, too, and for which the person is to choose, with texts as people read them.
public struct ConflictLine: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// What is to be chosen.
  public var content: Content
  /// The row's title.
  public var title: String

  /// What is to be chosen.
  public enum Content: Hashable, Sendable {
    /// One of the values of a field, by its index in the schema.
    case field(Int, label: String, mine: String, theirs: String, original: String)
    /// Whether a row is to come back that another program has deleted.
    case gone
  }

  /// Makes a line of its parts.
  public init(id: RecordID, content: Content, title: String) {
    self.id = id
    self.content = content
    self.title = title
  }
}
