/// How many rows a listing has, as far as that is known.
public enum RowCount: Hashable, Sendable {
  /// The number of rows.
  case exactly(Int)
  /// The rows that were seen; there may be more.
  case atLeast(Int)

  /// The number, exact or not.
  public var value: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }

  /// Whether the number is all there is.
  public var isExact: Bool {
    switch self {
    case .exactly: true
    case .atLeast: false
    }
  }
}
