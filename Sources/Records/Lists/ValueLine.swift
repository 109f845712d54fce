/// One of the different values of a field, with the number of rows that hold it.
public struct ValueLine: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// How many rows hold it.
  public var count: Int

  /// Makes a line of its parts.
  public init(value: Value, count: Int) {
    self.value = value
    self.count = count
  }
}
