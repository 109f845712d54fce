/// The description of a value that was not read with its row, with the index of its field in the schema.
public struct LargeField: Hashable, Sendable {
  /// The field's index in `Schema.fields`.
  public var index: Int
  /// The description of the value.
  public var value: LargeValue

  /// Creates a pair.
  public init(index: Int, value: LargeValue) { (self.index, self.value) = (index, value) }
}
