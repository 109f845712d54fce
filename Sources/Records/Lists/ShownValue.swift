/// A field's value as a list shows it beside the title: no more of it than a line has room for.
public enum ShownValue: Hashable, Sendable {
  /// A value, a text with at most its first characters.
  case value(Value)
  /// A blob, of which only the size was read.
  case bytes(Int)
  /// A value that is still being looked for.
  case awaited

  /// NULL.
  public static let null = ShownValue.value(.null)
}
