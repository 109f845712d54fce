/// How many rows there are, as far as is known.
public enum RowCount: Hashable, Sendable {
  /// All have been counted.
  case exactly(Int)
  /// So many have been seen, and there may be more.
  case atLeast(Int)

  /// The number of rows that are known to exist.
  public var known: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }
}
