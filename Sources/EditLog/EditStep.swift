import Records

/// The changes of several calls, undone as one.
public struct EditStep: Hashable, Sendable {
  package let number: Int
  /// Nil if the changes of the step say enough.
  package let origin: StepOrigin?
}
