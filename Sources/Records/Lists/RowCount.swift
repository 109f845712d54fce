/// The number of rows in a list, exact or counted so far.
public enum RowCount: Hashable, Sendable {
  case exactly(Int)
  case atLeast(Int)

  /// The number, exact or not.
  public var value: Int {
    switch self {
    case .exactly(let count), .atLeast(let count): count
    }
  }

  /// Whether the number is final.
  public var isExact: Bool {
    switch self {
    case .exactly: true
    case .atLeast: false
    }
  }
}
