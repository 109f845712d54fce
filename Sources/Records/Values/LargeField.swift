/// A value that was not read with the rest of its row, together with the index of its field in the schema.
public struct LargeField: Hashable, Sendable {
  /// The field's index in `Schema.fields`.
  public var index: Int
  /// What is known of the value.
  public var value: LargeValue

  /// Makes a pair of its parts.
  public init(index: Int, value: LargeValue) {
    self.index = index
    self.value = value
  }
}
