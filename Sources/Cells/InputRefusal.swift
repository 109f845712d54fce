/// Input that the program cannot take; none of it is typed or pasted.
public enum InputRefusal: Hashable, Sendable {
  case longPaste(byteCount: Int, limit: Int)
  /// Neither UTF-8 nor in the encoding of the locale.
  case unreadablePaste
  case unreadableKey
  case unreadableLine
}
