/// What a hydrated record held at one moment, as a value that a screen can keep.
///
/// A snapshot outlives the record's hydration, which is how what is on screen survives a memory warning.
public struct RecordSnapshot: Hashable, Sendable {
  /// The row's name.
  public var id: RecordID
  /// The fields' values, in the order of the schema's fields.
  public var values: [Value]
  /// The state at that moment.
  public var state: RecordState
  /// The rows that its foreign keys point to.
  public var links: [Link]

  /// A row that a foreign key points to.
  public struct Link: Hashable, Sendable {
    /// The first field of the foreign key, by its index in the schema.
    public var field: Int
    /// The row that it points to.
    public var target: RecordID
    /// That row's title.
    public var title: Value

    /// Makes a link of its parts.
    public init(field: Int, target: RecordID, title: Value) {
      self.field = field
      self.target = target
      self.title = title
    }
  }

  /// Makes a snapshot of its parts.
  public init(id: RecordID, values: [Value], state: RecordState, links: [Link] = []) {
    self.id = id
    self.values = values
    self.state = state
    self.links = links
  }
}
