import SQLite

/// Whether a store's edits go to its edit log.
public enum EditLogState: Hashable, Sendable {
  /// None was asked for, or nothing can be edited.
  case off
  /// They will, or the first of them will find out.
  case ready
  /// They do not: each should be written to the database at once.
  case unavailable(StoreError)
}
