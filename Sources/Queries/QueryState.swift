/// What only the store or the list knows of a row.
public enum QueryState: String, Hashable, Sendable, CaseIterable {
  /// A field differs from what the database holds.
  case dirty
  /// The store holds the row's fields, changed or not.
  case hydrated
  /// Another program has changed or deleted what was changed here.
  case conflict
  /// The person has marked the row.
  case marked
}
