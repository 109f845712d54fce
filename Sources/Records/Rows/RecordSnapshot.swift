/// What a hydrated record held at one moment, as a value that a screen can keep.
///
/// A snapshot outlives the record's hydration, which is how what is on screen survives a memory warning.
public struct RecordSnapshot: Hashable, Sendable {
  /// The row's name.
  public var id: RecordID
  /// The fields' values, in the order of the schema's fields; NULL in the place of one that is among `large`.
  public var values: [Value]
  /// What is known of the values that are too large to be read with the others, in the order of their fields.
  public var large: [LargeField]
  /// The state at that moment.
  public var state: RecordState
  /// The rows that its foreign keys point to.
  public var links: [Link]
  /// The fields that somebody else has changed and that were set here, too.
  public var conflicts: [Int]

  /// What the database held of the fields that were set and are not written yet, as far as it was read, by their fields.
  public var originals: [Int: Value]

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
  public init(
    id: RecordID, values: [Value], large: [LargeField] = [], state: RecordState, links: [Link] = [],
    conflicts: [Int] = [], originals: [Int: Value] = [:]
  ) {
    self.id = id
    self.values = values
    self.large = large
    self.state = state
    self.links = links
    self.conflicts = conflicts
    self.originals = originals
  }

  /// What is known of a field's value if it was not read with the others.
  public func large(at field: Int) -> LargeValue? {
    large.first { $0.index == field }?.value
  }

  /// The values with how the large ones begin in their places: enough to be shown, and nothing to be written.
  public var shownValues: [Value] {
    var shown = values
    for field in large { shown[field.index] = field.value.shown }
    return shown
  }
}
