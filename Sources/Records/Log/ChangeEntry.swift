/// A change in the edit log: a field was set, or a row was inserted or deleted.
public struct ChangeEntry: Hashable, Sendable {
  /// The change's number in the log; later changes have greater numbers.
  public var number: Int64
  /// The number of the change's step, which is undone as a whole.
  public var step: Int64
  /// The time of the change, in seconds since 1970-01-01 00:00 UTC.
  public var time: Double
  /// The kind of change.
  public var kind: Change.Kind
  /// The reason for the change.
  public var cause: Cause
  /// The row; nil if the database no longer has its table.
  public var id: RecordID?
  /// The row's title, from before the change if there was one.
  public var title: Value
  /// The index of the field that was set; nil for a row, or if the table no longer has the field.
  public var field: Int?
  /// The field's label, or its column's name; empty for a row.
  public var label: String
  /// The value before, with at most 256 characters or bytes; NULL for a row.
  public var before: Value
  /// The value after, shortened likewise.
  public var after: Value
  /// The change of the table's columns, if it is one.
  public var fieldChange: FieldChange?
  /// The current state of the change.
  public var state: Change.State
  /// The number of rows inserted or deleted, if this change represents very many; otherwise 1.
  public var rowCount: Int

  /// The reasons for changes.
  public enum Cause: Hashable, Sendable {
    case edit
    case undo
    case redo
  }

  /// Creates an entry.
  public init(
    number: Int64, step: Int64, time: Double, kind: Change.Kind, cause: Cause = .edit, id: RecordID?, title: Value,
    field: Int? = nil, label: String = "", before: Value = .null, after: Value = .null, state: Change.State,
    rowCount: Int = 1
  ) {
    self.number = number
    self.step = step
    self.time = time
    self.kind = kind
    self.cause = cause
    self.id = id
    self.title = title
    self.field = field
    self.label = label
    self.before = before
    self.after = after
    self.state = state
    self.rowCount = rowCount
  }
}
