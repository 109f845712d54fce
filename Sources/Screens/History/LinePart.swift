/// Which lines of a long list a screen asks for, which holds only some of them.
public enum LinePart: Hashable, Sendable {
  /// The first.
  case first
  /// The last.
  case last
  /// Those above the line with this number, the nearest of them.
  case above(Int64)
  /// Those below the line with this number, the nearest of them.
  case below(Int64)
  /// This line and those above it again, in the place of all that is held.
  case upTo(Int64)

  /// Reads the part from a list that gives out what comes before a number or after it.
  ///
  /// - Parameters:
  ///   - before: The nearest lines with smaller numbers; of all for nil.
  ///   - after: The nearest lines with greater numbers; of all for 0.
  public func read<Lines, Failure: Error>(
    before: (Int64?) throws(Failure) -> Lines, after: (Int64) throws(Failure) -> Lines
  ) throws(Failure) -> Lines {
    switch self {
    case .first: try before(nil)
    case .below(let number): try before(number)
    case .last: try after(0)
    case .above(let number): try after(number)
    case .upTo(let number): try after(number - 1)
    }
  }
}
