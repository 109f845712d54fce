/// Changes of several calls that are undone as one.
public struct EditStep: Hashable, Sendable {
  let number: Int
}
