/// The result of a search for a row.
public enum SeekEnd: Hashable, Sendable {
  case found(Int)
  case nothing
}
