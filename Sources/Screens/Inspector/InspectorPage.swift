/// What the inspector shows.
public enum InspectorPage: Hashable, Sendable {
  /// The store at work: the map, the memory, the statements.
  case store
  /// One record, in memory and in the database.
  case record
  /// What the session has cost.
  case account
}
