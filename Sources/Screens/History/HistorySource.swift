/// What a history screen lists.
public enum HistorySource: Hashable, Sendable {
  /// How many lines a history screen requests at once.
  public static let partSize = 200

  /// All steps.
  case steps
  /// The changes of a step.
  case changes(ofStep: Int64)
  /// The unsaved changes of a dead session.
  case abandoned
}
