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

/// A step of the edit log: changes that are undone together.
public struct StepEntry: Hashable, Sendable {
  /// The main change of the step, with the state of the whole step.
  ///
  /// A state of `pending` or `abandoned` applies to some of the step; `discarded` means that nothing of it is in the database.
  public package(set) var main: ChangeEntry
  /// The number of changes.
  public package(set) var count = 1
  /// Changes that the log considers unwritten; all of a very large step, if any may be.
  package var unwrittenCount = 0
  package var discardedCount = 0
  /// The number of changes with the kind and the table of `main`.
  public package(set) var alikeCount = 1
  /// Whether these changes all set the same field, or all insert or delete rows.
  public package(set) var isOfOneField = true
  /// Whether part of the step has been undone and these are the other changes.
  public package(set) var isRest = false
  /// The origin of the step; nil if its changes say enough.
  public package(set) var origin: StepOrigin?

  package init(main: ChangeEntry) { self.main = main }

  /// The number of changes in the database; 0 if some of a very large step are not.
  public var writtenCount: Int { count - unwrittenCount - discardedCount }
}
