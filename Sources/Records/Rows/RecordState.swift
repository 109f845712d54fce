/// How much of a row the store holds.
public enum RecordState: Hashable, Sendable {
  /// Key and title only.
  case known
  /// Every field, as the database has it.
  case hydrated
  /// Every field, and at least one differs from the database.
  case dirty
}
