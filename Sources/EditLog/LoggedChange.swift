import Records
import SQLite

/// A change as the edit log has it: by names, since an index or a place means something else when the table is altered.
package struct LoggedChange: Hashable, Sendable {
  /// The table's name.
  package var table: String
  /// The row's key there.
  package var key: RecordID.Key
  /// The row's title.
  package var title: Value
  /// What changed.
  package var content: Content
  /// How deep in triggers and foreign keys the row was touched; 0 for what the person has changed.
  package var depth = 0
  /// Whether a deleted row pointed to a row that did not exist, as rows do where foreign keys are off.
  package var isDangling = false
  /// All values of a deleted row, if some are too large to be kept in memory; the image has NULL for those.
  package var file: RowFile?
  /// The state that it gets when its draft is confirmed; the log is told so, and does not give it out again.
  package var fate = Fate.made

  /// Creates one from its parts.
  package init(
    table: String, key: RecordID.Key, title: Value, content: Content, depth: Int = 0,
    isDangling: Bool = false, file: RowFile? = nil, fate: Fate = .made
  ) {
    (self.table, self.key, self.title, self.content, self.depth, self.isDangling, self.file, self.fate) = (
      table, key, title, content, depth, isDangling, file, fate
    )
  }

  /// The states that a change of a draft can get when the draft is confirmed.
  package enum Fate: Hashable, Sendable {
    /// The database has it then.
    case made
    /// It goes with its row and is never written.
    case givenUp
    /// It has come back with its row, and waits for the next write-back.
    case waiting
  }

  /// What a change does, with what is needed to take it back.
  package enum Content: Hashable, Sendable {
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
  package struct Cell: Hashable, Sendable {
    package var column: String
    package var value: Value

    /// Creates one from its parts.
    package init(column: String, value: Value) {
      (self.column, self.value) = (column, value)
    }
  }

  /// The column that is set.
  package var column: String? {
    if case .edit(let column, _, _) = content { column } else { nil }
  }

  /// The row that it is of.
  package var row: RowRecorder.Row { RowRecorder.Row(table: table, key: key) }

  package var kind: ChangeEntry.Kind {
    switch content {
    case .edit: .edit
    case .insertion: .insertion
    case .deletion: .deletion
    case .field: .field
    }
  }

  /// The change that takes this one back.
  package var reversed: LoggedChange {
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
