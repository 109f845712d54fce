/// The measurement of one step of the demonstration.
public struct StepReport: Hashable, Sendable {
  /// The name of the step in machine-readable output.
  public var name: String
  /// The title of the step for people.
  public var title: String
  /// The figures before the step.
  public var before: Figures
  /// The figures at the peak, if that is neither the start nor the end.
  public var height: Figures?
  /// The figures after the step.
  public var after: Figures
  /// The statements that the step ran.
  public var ran: Tally
  /// The number of records written, if the step writes.
  public var written: Int?
  /// The bytes freed by releasing records, if the step does so.
  public var freedBytes: Int?
}
