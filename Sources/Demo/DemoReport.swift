/// All that the demonstration has measured.
public struct DemoReport: Hashable, Sendable {
  /// The books of the scratch library.
  public var books: Int
  /// The steps, in the order in which they were done.
  public var steps: [StepReport] = []
  /// What the store promises, as far as it was measured.
  public var claims: [Claim] = []
  /// Whether everything is as it is claimed to be.
  public var holds = true

  /// Adds what was measured of a claim.
  mutating func add(_ claim: Claim) {
    claims.append(claim)
    holds = holds && claim.holds
  }
}
