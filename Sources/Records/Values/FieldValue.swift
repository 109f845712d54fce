/// A value with the index of its field in the schema.
public struct FieldValue: Hashable, Sendable {
  /// The field's index in `Schema.fields`.
  public var index: Int
  /// The field's value.
  public var value: Value

  /// Creates a pair.
  public init(index: Int, value: Value) { (self.index, self.value) = (index, value) }
}
