/// One step of the demonstration, measured.
public struct StepReport: Hashable, Sendable {
  /// What the step is called in a program's input.
  public var name: String
  /// What it is called for people.
  public var title: String
  /// The figures before it.
  public var before: Figures
  /// The figures when most was held, for the steps in which that is neither the start nor the end.
  public var height: Figures?
  /// The figures after it.
  public var after: Figures
  /// The statements that it ran.
  public var ran: Tally
  /// The records that it wrote, if it was to write.
  public var written: Int?
  /// The bytes of records that it freed, if it was to free some.
  public var freedBytes: Int?
}
