/// A change as the edit log has it.
@dynamicMemberLookup
public struct ChangeEntry: Hashable, Sendable {
  /// The number of the change in the log; later changes have greater numbers.
  public let number: Int64
  /// The number of its step, which is undone as a whole.
  public let step: Int64
  /// The time of the change, in seconds since 1970-01-01 00:00 UTC.
  public let time: Double
  /// The reason for the change.
  public let cause: Cause
  /// The change, with at most 256 characters or bytes of each value, and without the values of rows.
  public package(set) var change: Change
  /// The row; nil if the database no longer has its table.
  public package(set) var id: RecordID?
  /// The number of rows inserted or deleted, if this stands for very many; otherwise 1.
  public let rowCount: Int
  /// Whether the session that reads the log made the change.
  package var isOwn: Bool

  /// The reasons for changes.
  public enum Cause: Hashable, Sendable {
    case edit
    case undo
    case redo
  }

  package init(
    number: Int64, step: Int64, time: Double, cause: Cause = .edit, change: Change, rowCount: Int = 1,
    isOwn: Bool = false
  ) {
    (self.number, self.step, self.time, self.cause) = (number, step, time, cause)
    (self.change, self.rowCount, self.isOwn) = (change, rowCount, isOwn)
  }

  /// A property of the change.
  public subscript<Property>(dynamicMember path: KeyPath<Change, Property>) -> Property {
    change[keyPath: path]
  }
}
