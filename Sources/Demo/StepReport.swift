/// One step of the demonstration, measured.
public struct StepReport: Hashable, Sendable {
  /// The name of the step in the output for programs.
  public var name: String
  /// The title of the step for people.
  public var title: String
  /// The figures before it.
  public var before: Figures
  /// The figures at the peak, for steps in which that is neither the start nor the end.
  public var height: Figures?
  /// The figures after it.
  public var after: Figures
  /// The statements that it ran.
  public var ran: Tally
  /// The number of records written, if the step writes.
  public var written: Int?
  /// The bytes freed by releasing records, if the step does so.
  public var freedBytes: Int?
}
