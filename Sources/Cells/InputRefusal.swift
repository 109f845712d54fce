/// What came from the terminal and cannot be taken; none of it is typed or pasted.
public enum InputRefusal: Hashable, Sendable {
  /// A paste of more bytes than there may be.
  case longPaste(byteCount: Int, limit: Int)
  /// A paste that is text neither in UTF-8 nor in the encoding of the locale.
  case unreadablePaste
  /// Bytes of a key that are a character neither in UTF-8 nor in the encoding of the locale.
  case unreadableKey
  /// A line that is not UTF-8.
  case unreadableLine
}
