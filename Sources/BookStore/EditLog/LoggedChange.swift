import Records

/// A change as the edit log has it: by names, since an index or a place means something else when the table is altered.
struct LoggedChange: Hashable, Sendable {
  /// The table's name.
  var table: String
  /// The row's key there.
  var key: RecordID.Key
  /// The row's title.
  var title: Value
  /// What changed.
  var content: Content
  /// How deep in triggers and foreign keys the row was touched; 0 for what the person has changed.
  var depth = 0
  /// Whether a deleted row pointed to a row that did not exist, as rows do where foreign keys are off.
  var isDangling = false
  /// All values of a deleted row, if some are too large to be kept in memory; the image has NULL for those.
  var file: RowFile?
  /// The state that it gets when its draft is confirmed; the log is told so, and does not give it out again.
  var fate = Fate.made

  /// The states that a change of a draft can get when the draft is confirmed.
  enum Fate: Hashable, Sendable {
    /// The database has it then.
    case made
    /// It goes with its row and is never written.
    case givenUp
    /// It has come back with its row, and waits for the next write-back.
    case waiting
  }

  /// What a change does, with what is needed to take it back.
  enum Content: Hashable, Sendable {
    /// Sets a column.
    case edit(column: String, before: Value, after: Value)
    /// Inserts a row.
    case insertion(RowImage)
    /// Deletes a row.
    case deletion(RowImage)
    /// Changes the columns of the table; the key is of no row then.
    case field(FieldChange)
  }

  /// A column's value.
  struct Cell: Hashable, Sendable {
    var column: String
    var value: Value
  }

  /// The column that is set.
  var column: String? {
    if case .edit(let column, _, _) = content { column } else { nil }
  }

  /// The row that it is of.
  var row: RowRecorder.Row { RowRecorder.Row(table: table, key: key) }

  var kind: ChangeEntry.Kind {
    switch content {
    case .edit: .edit
    case .insertion: .insertion
    case .deletion: .deletion
    case .field: .field
    }
  }

  /// The change that takes this one back.
  var reversed: LoggedChange {
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
