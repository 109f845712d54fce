/// A promise of the store, and its measurement.
///
/// The promises are: 1, one object per row; 2, the cost of opening and reading; 3, the effect of a memory warning; 4, what
/// cannot be written stays; 5, a conflict is never overwritten; 6, saved edits survive a kill; 7, nothing is added to the file;
/// 8, untouched values stay byte for byte; 9, the budget and the quiet write-back.
struct Claim: Hashable, Sendable {
  var promise: Int
  var claim, expected, measured: String
  var holds: Bool
}

protocol Claims {
  mutating func add(_ claim: Claim)
}

extension Claims {
  mutating func equal<Measure: Equatable>(
    _ promise: Int, _ claim: String, _ expected: Measure, _ measured: Measure
  ) {
    add(promise, claim, "\(expected)", "\(measured)", expected == measured)
  }

  mutating func equal<Measure: Equatable>(
    _ promise: Int, _ claim: String, _ expected: [Measure], _ measured: [Measure]
  ) {
    func text(_ list: [Measure]) -> String {
      list.isEmpty ? "none" : list.map { "\($0)" }.joined(separator: ", ")
    }
    add(promise, claim, text(expected), text(measured), expected == measured)
  }

  mutating func within(_ promise: Int, _ claim: String, _ range: ClosedRange<Int>, _ measured: Int) {
    let expected = "\(range.lowerBound) to \(range.upperBound)"
    add(promise, claim, expected, "\(measured)", range.contains(measured))
  }

  private mutating func add(
    _ promise: Int, _ claim: String, _ expected: String, _ measured: String, _ holds: Bool
  ) {
    add(Claim(promise: promise, claim: claim, expected: expected, measured: measured, holds: holds))
  }
}
