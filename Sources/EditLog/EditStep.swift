import Records

/// Changes of several calls that are undone as one.
public struct EditStep: Hashable, Sendable {
  package let number: Int
  /// The origin of the step; nil if its changes say enough.
  package let origin: StepOrigin?
}
