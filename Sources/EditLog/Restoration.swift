import Records
import SQLite

/// What became of changes that were restored.
public struct Restoration: Hashable, Sendable {
  /// How many fields again have the person's unsaved value.
  public var restoredCount = 0
  /// The restored fields that another program has changed in the meantime.
  public var conflicts: [Conflict] = []
  /// The rows that are gone or were replaced, so that their edits could not be restored; the edits are still offered.
  public var failures: [RowFailure] = []
  /// All edits that are still offered, in words that tell the rows apart, even if the table or column is missing.
  public var obstacles: [Obstacle] = []

  package init(
    restoredCount: Int = 0, conflicts: [Conflict] = [], failures: [RowFailure] = [],
    obstacles: [Obstacle] = []
  ) {
    (self.restoredCount, self.conflicts, self.failures, self.obstacles) = (
      restoredCount, conflicts, failures, obstacles
    )
  }

  /// An edit that was not restored.
  public struct Obstacle: Hashable, Sendable {
    /// The title of the edited row.
    public var title: Value
    /// The table's name at the time of the edit.
    public var table: String
    /// The column's name at the time of the edit.
    public var column: String
    /// The value that the field was set to.
    public var value: Value
    /// Why the edit was not restored.
    public var reason: Reason

    package init(title: Value, table: String, column: String, value: Value, reason: Reason) {
      (self.title, self.table, self.column, self.value, self.reason) = (title, table, column, value, reason)
    }
  }

  /// Why an edit was not restored.
  public enum Reason: Hashable, Sendable {
    /// The table or the column is missing or renamed.
    case noColumn
    case noRow
    /// Another row has the key; the value is that row's title.
    case otherRow(Value)
  }
}
