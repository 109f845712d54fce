/// A distinct value of a field, with its number of rows.
public struct ValueLine: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The number of rows that hold the value.
  public var count: Int

  /// Creates a line.
  public init(value: Value, count: Int) { (self.value, self.count) = (value, count) }
}
