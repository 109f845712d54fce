/// What a history screen lists.
public enum HistorySource: Hashable, Sendable {
  /// All steps.
  case steps
  /// The changes of a step.
  case changes(ofStep: Int64)
  /// The unsaved changes of a dead session.
  case abandoned
}
