/// A field's value as shown beside the title in a list, cut to fit a line.
public enum ShownValue: Hashable, Sendable {
  case value(Value)
  /// A blob, of which only the size was read.
  case bytes(Int)
  case awaited

  /// NULL.
  public static let null = ShownValue.value(.null)
}
