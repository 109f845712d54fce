/// The part of a long list that a screen requests.
public enum LinePart: Hashable, Sendable {
  case first
  case last
  /// Directly above the line with this number.
  case above(Int64)
  /// Directly below the line with this number.
  case below(Int64)
  /// This line and those above it again, replacing all lines held.
  case upTo(Int64)
  /// This line with those above and below it, replacing all lines held.
  case around(Int64)

  /// Reads the part from a list that can be read before or after a number.
  ///
  /// - Parameters:
  ///   - before: The nearest lines with smaller numbers; from the top if nil.
  ///   - after: The nearest lines with greater numbers; from the bottom if 0.
  public func read<Line, Failure: Error>(
    before: (Int64?) throws(Failure) -> [Line], after: (Int64) throws(Failure) -> [Line]
  ) throws(Failure) -> [Line] {
    switch self {
    case .first: try before(nil)
    case .below(let number): try before(number)
    case .last: try after(0)
    case .above(let number): try after(number)
    case .upTo(let number): try after(number - 1)
    case .around(let number): try after(number - 1) + before(number)
    }
  }
}
