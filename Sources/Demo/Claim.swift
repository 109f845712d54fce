/// One thing that the store promises, and what was measured of it.
///
/// The promises are: 1, one object per row; 2, what opening and looking cost; 3, what a warning does; 4, what cannot be
/// written stays; 5, a conflict is never overwritten; 6, what was saved survives a kill; 7, nothing is added to the
/// file; 8, what nobody changed stays byte for byte; 9, the budget and the quiet write-back.
public struct Claim: Hashable, Sendable {
  /// The number of the promise in the list of what the store promises.
  public var promise: Int
  /// What is claimed.
  public var claim: String
  /// What is expected.
  public var expected: String
  /// What was measured.
  public var measured: String
  /// Whether it is as claimed.
  public var holds: Bool

  /// A claim that two things are equal.
  static func equal<Measure: Equatable>(
    _ promise: Int, _ claim: String, _ expected: Measure, _ measured: Measure
  ) -> Claim {
    Claim(
      promise: promise, claim: claim, expected: "\(expected)", measured: "\(measured)",
      holds: expected == measured)
  }

  /// A claim that two lists are equal, which are shown as people write them.
  static func equal<Measure: Equatable>(
    _ promise: Int, _ claim: String, _ expected: [Measure], _ measured: [Measure]
  ) -> Claim {
    func text(_ list: [Measure]) -> String {
      list.isEmpty ? "none" : list.map { "\($0)" }.joined(separator: ", ")
    }
    return Claim(
      promise: promise, claim: claim, expected: text(expected), measured: text(measured),
      holds: expected == measured)
  }

  /// A claim that a number is in a range.
  static func within(_ promise: Int, _ claim: String, _ range: ClosedRange<Int>, _ measured: Int) -> Claim {
    Claim(
      promise: promise, claim: claim, expected: "\(range.lowerBound) to \(range.upperBound)",
      measured: "\(measured)", holds: range.contains(measured))
  }
}
