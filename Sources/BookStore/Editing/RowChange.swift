import Records

/// What became of a row in a transaction.
struct RowChange {
  let id: RecordID
  let sql: TableSQL
  /// The statement that it was touched by first.
  let statement: Int
  /// How deep in triggers and foreign keys it was touched first; 0 for what a statement did itself.
  let depth: Int
  /// What it held, column by column; nil for a row that came.
  var before: [LoggedChange.Cell]?
  /// All that it held, where it went and has large values; those are NULL in `before`.
  var file: RowFile?
  /// What it holds; nil for a row that went.
  let after: [LoggedChange.Cell]?

  var kind: ChangeEntry.Kind { before == nil ? .insertion : after == nil ? .deletion : .edit }

  /// The columns that it holds other values in now.
  var edits: [LoggedChange.Content] {
    guard let before, let after else { return [] }
    return after.compactMap { cell in
      guard let old = before.first(where: { $0.column == cell.column }), old.value != cell.value else {
        return nil
      }
      return .edit(column: cell.column, before: old.value, after: cell.value)
    }
  }

  /// The change as the log has it: of a row that is still there one for each column.
  var logged: [LoggedChange] {
    let cells = after ?? before ?? []
    let contents: [LoggedChange.Content] =
      switch kind {
      case .insertion: [.insertion(RowImage.cells(cells).digested)]
      case .deletion: [.deletion(.cells(cells))]
      case .edit: edits
      }
    return contents.map { content in
      LoggedChange(
        table: sql.schema.table, key: id.key, title: sql.schema.title(of: cells), content: content,
        depth: depth, file: file)
    }
  }
}

extension Schema {
  /// The title of a row that holds some values.
  func title(of cells: [LoggedChange.Cell]) -> Value {
    title(of: fields.map { field in cells.first { $0.column == field.column }?.value ?? .null })
  }
}
