import Records
import SQLite

/// What became of changes that were restored.
public struct Restoration: Hashable, Sendable {
  /// The fields that are as the person left them, dirty.
  public var restoredCount = 0
  /// Those among them that somebody else has changed meanwhile.
  public var conflicts: [Conflict] = []
  /// What could not be restored, because its row is gone or another one; it is still offered.
  public var failures: [RowFailure] = []
  /// What is still offered, in words that tell the rows apart: that of `failures`, and what has no table or column.
  public var obstacles: [Obstacle] = []

  /// Creates one from its parts.
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
    /// The title of the row that was edited.
    public var title: Value
    /// The table, by the name that it had.
    public var table: String
    /// The column, by the name that it had.
    public var column: String
    /// The value that the field was set to.
    public var value: Value
    /// Why it was not.
    public var reason: Reason

    /// Creates one from its parts.
    package init(title: Value, table: String, column: String, value: Value, reason: Reason) {
      (self.title, self.table, self.column, self.value, self.reason) = (title, table, column, value, reason)
    }
  }

  /// Why an edit was not restored.
  public enum Reason: Hashable, Sendable {
    /// The table, or the column in it, is not there, or has another name.
    case noColumn
    /// The row is gone.
    case noRow
    /// Another row has its key; the title is that row's.
    case otherRow(Value)
  }
}
