import SQLite

/// Whether a store's edits go to its edit log.
public enum EditLogState: Hashable, Sendable {
  /// No log was requested, or nothing can be edited.
  case off
  /// Edits are logged, unless the first one finds out otherwise.
  case ready
  /// Edits are not logged; each should be written to the database at once.
  case unavailable(StoreError)
}
