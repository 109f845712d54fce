/// A page of the inspector.
public enum InspectorPage: Hashable, Sendable {
  /// The store at work: the map, the memory, the statements.
  case store
  case record
  case account
}
