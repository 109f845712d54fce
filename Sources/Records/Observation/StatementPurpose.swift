/// The purpose of a statement.
public enum StatementPurpose: Hashable, Sendable, CaseIterable {
  case hydrate
  case writeBack
  case list
  /// Counts rows, or finds the keys at some positions for jumps.
  case count
  /// Handles the schema, insertions, deletions, and referenced rows.
  case other
}
