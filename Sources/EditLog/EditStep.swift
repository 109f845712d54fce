/// Changes of several calls that are undone as one.
public struct EditStep: Hashable, Sendable {
  package let number: Int
}
