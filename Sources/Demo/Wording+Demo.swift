import Screens

/// The sentences of the demonstration.
extension Wording {
  /// Whether everything is as it is claimed to be.
  static func verdict(_ report: DemoReport) -> String {
    let failed = report.claims.count { !$0.holds }
    return failed == 0
      ? "All \(report.claims.count) claims hold." : "\(failed) of \(report.claims.count) claims do not hold."
  }

  /// The heading of the claims.
  static let claims = "What holds, by the numbers of the promises in docs/hydration.md"

  /// A claim with what was measured, and what was expected where that reads otherwise.
  static func line(_ claim: Claim) -> String {
    let expected = claim.expected == claim.measured ? "" : " (expected \(claim.expected))"
    return "\(claim.claim): \(claim.measured)\(expected)"
  }

  /// What making the scratch library is called.
  public static let makingBooks = "Making books"
}
