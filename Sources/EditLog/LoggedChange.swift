import Records
import SQLite

/// A change as the edit log stores it: by names, since indices change when the table is altered.
package struct LoggedChange: Hashable, Sendable {
  package var table: String
  package var key: RecordID.Key
  package var title: Value
  package var content: Content
  /// The depth of triggers and foreign keys at which the row was touched; 0 for the person's own changes.
  package var depth = 0
  /// Whether a deleted row had a dangling reference, as can happen with foreign keys off.
  package var isDangling = false
  /// All values of a deleted row, if some are too large for memory; the image has NULL for those.
  package var file: RowFile?
  /// The state after its draft is confirmed; only written to the log, never read back.
  package var fate = Fate.made

  package init(
    table: String, key: RecordID.Key, title: Value, content: Content, depth: Int = 0,
    isDangling: Bool = false, file: RowFile? = nil, fate: Fate = .made
  ) {
    (self.table, self.key, self.title, self.content, self.depth, self.isDangling, self.file, self.fate) = (
      table, key, title, content, depth, isDangling, file, fate
    )
  }

  /// The states that a drafted change can get when the draft is confirmed.
  package enum Fate: Hashable, Sendable {
    /// The database has it.
    case made
    /// It is discarded with its row and never written.
    case givenUp
    /// It came back with its row and waits for the next write-back.
    case waiting
  }

  package enum Content: Hashable, Sendable {
    case edit(column: String, before: Value, after: Value)
    case insertion(RowImage)
    case deletion(RowImage)
    /// Changes a column of the table; the key then belongs to no row.
    case field(FieldChange)
  }

  package struct Cell: Hashable, Sendable {
    package var column: String
    package var value: Value

    package init(column: String, value: Value) {
      (self.column, self.value) = (column, value)
    }
  }

  package var column: String? {
    if case .edit(let column, _, _) = content { column } else { nil }
  }

  package var row: RowRecorder.Row { RowRecorder.Row(table: table, key: key) }

  package var kind: ChangeEntry.Kind {
    switch content {
    case .edit: .edit
    case .insertion: .insertion
    case .deletion: .deletion
    case .field: .field
    }
  }

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
