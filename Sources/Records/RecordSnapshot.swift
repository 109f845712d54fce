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

  /// Makes a snapshot of its parts.
  public init(id: RecordID, values: [Value], state: RecordState) {
    self.id = id
    self.values = values
    self.state = state
  }
}
