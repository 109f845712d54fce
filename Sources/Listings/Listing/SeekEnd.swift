/// The result of a search for a row.
public enum SeekEnd: Hashable, Sendable {
  /// The row at this place matches.
  case found(Int)
  /// No row matches.
  case nothing
}
