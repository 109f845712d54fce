/// What a statement is run for.
public enum StatementPurpose: Hashable, Sendable, CaseIterable {
  /// A look at a record.
  case hydrate
  /// Changes of records on their way to the database.
  case writeBack
  /// Which rows there are, in which order, and with which titles.
  case list
  /// How many rows there are, and which keys are at some places, for jumps.
  case count
  /// The schema, insertions, deletions, and what fields point to.
  case other
}
