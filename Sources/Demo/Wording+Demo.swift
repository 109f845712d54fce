import Screens

/// The sentences of the demonstration.
extension Wording {
  /// Whether everything is as it is claimed to be.
  static func verdict(_ report: DemoReport) -> String {
    let failed = report.claims.count { !$0.holds }
    return failed == 0
      ? "All \(report.claims.count) claims hold." : "\(failed) of \(report.claims.count) claims do not hold."
  }

  /// What making the scratch library is called.
  public static let makingBooks = "Making books"
}
