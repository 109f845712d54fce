import Records

/// Changes of several calls that are undone as one.
public struct EditStep: Hashable, Sendable {
  package let number: Int
  /// What the step came from, if its changes do not say it.
  package let origin: StepOrigin?
}
