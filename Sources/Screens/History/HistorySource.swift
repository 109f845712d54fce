/// What a screen of the history lists.
public enum HistorySource: Hashable, Sendable {
  /// All steps.
  case steps
  /// The changes of a step.
  case changes(ofStep: Int64)
  /// What a dead session has left.
  case abandoned
}
