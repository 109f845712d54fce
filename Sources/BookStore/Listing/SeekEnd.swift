/// What a look for a row ended with.
public enum SeekEnd: Hashable, Sendable {
  /// The row at this place matches.
  case found(Int)
  /// No row matches.
  case nothing
}
