/// A promise of the store, and its measurement.
///
/// The promises are: 1, one object per row; 2, the cost of opening and reading; 3, the effect of a memory warning; 4, what
/// cannot be written stays; 5, a conflict is never overwritten; 6, saved edits survive a kill; 7, nothing is added to the file;
/// 8, untouched values stay byte for byte; 9, the budget and the quiet write-back.
public struct Claim: Hashable, Sendable {
  /// The number of the promise in the list above.
  public var promise: Int
  /// The claim in words.
  public var claim: String
  /// The expected result.
  public var expected: String
  /// The measured result.
  public var measured: String
  /// Whether the claim holds.
  public var holds: Bool

  static func equal<Measure: Equatable>(
    _ promise: Int, _ claim: String, _ expected: Measure, _ measured: Measure
  ) -> Claim {
    Claim(
      promise: promise, claim: claim, expected: "\(expected)", measured: "\(measured)",
      holds: expected == measured)
  }

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

  static func within(_ promise: Int, _ claim: String, _ range: ClosedRange<Int>, _ measured: Int) -> Claim {
    Claim(
      promise: promise, claim: claim, expected: "\(range.lowerBound) to \(range.upperBound)",
      measured: "\(measured)", holds: range.contains(measured))
  }
}
