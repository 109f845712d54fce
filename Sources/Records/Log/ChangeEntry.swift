/// One change that the edit log holds: a field that was set, or a row that was inserted or deleted.
public struct ChangeEntry: Hashable, Sendable {
  /// The change's number in the log; a later change has a greater one.
  public var number: Int64
  /// The number of the step that it is part of, which is undone as a whole.
  public var step: Int64
  /// When it was made, in seconds since 1970-01-01 00:00 UTC.
  public var time: Double
  /// What was changed.
  public var kind: Kind
  /// Why.
  public var cause: Cause
  /// The row, or nil where the database has its table no more.
  public var id: RecordID?
  /// The row's title, as it was before the change where it had one.
  public var title: Value
  /// The index of the field that was set, or nil for a row or where the table has it no more.
  public var field: Int?
  /// What people call the field, or its column's name; empty for a row.
  public var label: String
  /// The value before, of a long text or blob the first 256 characters or bytes; NULL for a row.
  public var before: Value
  /// The value after, shortened likewise.
  public var after: Value
  /// What became of the table's columns, if it is a change of these.
  public var fieldChange: FieldChange?
  /// What became of it.
  public var state: State
  /// How many rows came or went, if very many did so and this is one of them; otherwise 1.
  public var rowCount: Int

  /// What a change does.
  public enum Kind: Hashable, Sendable {
    /// It sets a field.
    case edit
    /// It inserts a row.
    case insertion
    /// It deletes a row.
    case deletion
    /// It adds, removes or renames a field.
    case field
  }

  /// Why a change was made.
  public enum Cause: Hashable, Sendable {
    /// Somebody wanted it.
    case edit
    /// It undoes another one.
    case undo
    /// It does what was undone again.
    case redo
  }

  /// What became of a change.
  public enum State: Hashable, Sendable {
    /// The database does not have it yet.
    case pending
    /// The database got it.
    case written
    /// It was undone by a later change.
    case undone
    /// It never reached the database, and the program that made it lives no more.
    case abandoned
    /// It never reached the database and was given up.
    case discarded
  }

  /// Makes an entry of its parts.
  public init(
    number: Int64, step: Int64, time: Double, kind: Kind, cause: Cause = .edit, id: RecordID?, title: Value,
    field: Int? = nil, label: String = "", before: Value = .null, after: Value = .null, state: State,
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
