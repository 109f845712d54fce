/// A change of a row, of one of its values, or of a column of its table.
///
/// It says everything by name, because indices change when the table is altered.
public struct Change: Hashable, Sendable {
  /// The table's name at the time of the change.
  public var table: String
  /// The row's key; no row's key if a column was changed.
  public var key: RecordID.Key
  /// The row's title, from before the change if there was one.
  public var title: Value
  /// The edited value, or the row that came or went.
  public var content: Content
  /// The depth of triggers and foreign keys at which the row was touched; 0 for the person's own changes.
  public var depth: Int
  /// Whether a deleted row had a dangling reference, as can happen with foreign keys off.
  public var isDangling: Bool
  /// The state of the change; for a draft, its state after confirmation.
  public var state: State

  /// Creates a change, by default one that the database has.
  package init(
    table: String, key: RecordID.Key, title: Value, content: Content, depth: Int = 0,
    isDangling: Bool = false, state: State = .written
  ) {
    (self.table, self.key, self.title, self.content) = (table, key, title, content)
    (self.depth, self.isDangling, self.state) = (depth, isDangling, state)
  }

  /// The kinds of changes, with their values.
  public enum Content: Hashable, Sendable {
    case edit(column: String, before: Value, after: Value)
    case insertion(RowImage)
    case deletion(RowImage)
    case field(FieldChange)
  }

  /// The kinds of changes.
  public enum Kind: Hashable, Sendable {
    case edit
    case insertion
    case deletion
    case field
  }

  /// The states of a change.
  public enum State: Hashable, Sendable {
    case pending
    case written
    case undone
    /// The program has ended.
    case abandoned
    case discarded
  }

  /// A value by the name of its column.
  public struct Cell: Hashable, Sendable {
    /// The column's name.
    public var column: String
    /// The value.
    public var value: Value

    package init(column: String, value: Value) { (self.column, self.value) = (column, value) }
  }

  /// The column that was set; nil if it is not an edit.
  public var column: String? {
    if case .edit(let column, _, _) = content { column } else { nil }
  }

  /// The value before an edit, otherwise NULL.
  public var before: Value {
    if case .edit(_, let before, _) = content { before } else { .null }
  }

  /// The value after an edit, otherwise NULL.
  public var after: Value {
    if case .edit(_, _, let after) = content { after } else { .null }
  }

  /// The kind of change.
  public var kind: Kind {
    switch content {
    case .edit: .edit
    case .insertion: .insertion
    case .deletion: .deletion
    case .field: .field
    }
  }

  /// The change that takes this one back.
  public var reversed: Change {
    var change = self
    switch content {
    case .edit(let column, let before, let after):
      change.content = .edit(column: column, before: after, after: before)
    case .insertion(let image): change.content = .deletion(image)
    case .deletion(let image): change.content = .insertion(image)
    case .field(let field): change.content = .field(field.reversed)
    }
    return change
  }
}

/// The values of a row that undoing an insertion or deletion needs.
public enum RowImage: Hashable, Sendable {
  /// Restores a deleted row.
  case cells([Change.Cell])
  /// Shows whether an inserted row was changed since.
  case digest(UInt64, columns: [String])

  /// The names of the row's columns.
  public var columns: [String] {
    switch self {
    case .cells(let cells): cells.map(\.column)
    case .digest(_, let columns): columns
    }
  }

  /// The values of a deleted row; nil if there is only a digest.
  public var cells: [Change.Cell]? { if case .cells(let cells) = self { cells } else { nil } }
}

/// A change of a table's columns.
public enum FieldChange: Hashable, Sendable {
  /// `definition` is the SQL after the name: `TEXT CHECK (…)`.
  case addition(column: String, definition: String)
  /// `definition` is the dropped column's SQL; empty until read.
  case removal(column: String, definition: String = "")
  case renaming(column: String, to: String)

  /// The name of the column before the change, or of the added column.
  public var column: String {
    switch self {
    case .addition(let column, _), .removal(let column, _), .renaming(let column, _): column
    }
  }

  /// The inverse change.
  public var reversed: FieldChange {
    switch self {
    case .addition(let column, let definition): .removal(column: column, definition: definition)
    case .removal(let column, let definition): .addition(column: column, definition: definition)
    case .renaming(let column, let name): .renaming(column: name, to: column)
    }
  }
}
