import Records

/// Rows that dead sessions were about to delete, and that others may have changed, or replaced, since.
extension BookStore {
  /// Checks that the rows which are to go are those that were to go, and that nobody would miss anything in them.
  ///
  /// - Throws: `changedSince`.
  func checkAreAsLogged(
    _ parts: [AbandonedEntry], _ reader: AbandonedReader, _ log: EditLog
  ) throws(StoreError) {
    for part in parts where part.change.kind == .deletion {
      let isDirty = try records[recordID(of: part.change)]?.originals.isEmpty == false
      if isDirty || reader.isEdited(after: part) { throw .changedSince }
      guard try likeness(of: part, reader, log) == .same else { throw .changedSince }
    }
  }

  /// What a row is now that was to be deleted.
  ///
  /// The log has it with what had been set in it, of which the database may have nothing or a part.
  func likeness(
    of deletion: AbandonedEntry, _ reader: AbandonedReader, _ log: EditLog
  ) throws(StoreError) -> RowLikeness {
    let id = try recordID(of: deletion.change)
    guard case .deletion(let cells) = deletion.change.content,
      let row = try loggedRow(id, { .deletion($0) }), case .deletion(let held) = row.content
    else { return .same }
    let (schema, edits) = (try schema(of: id.table), reader.edits(before: deletion))
    var (isChanged, isLike) = (held.count != cells.count, false)
    for cell in held {
      let affinity = schema.fields.first { $0.column == cell.column }?.affinity ?? .integer
      var isSame = cells.contains {
        $0.column == cell.column
          && ($0.value.isHeld(as: cell.value, in: affinity) || cell.value.isHeld(as: $0.value, in: affinity))
      }
      if !isSame { isSame = try log.isLeft(cell, in: affinity, before: edits) }
      if !isSame { isChanged = true }
      if isSame, !cell.value.isNull, !schema.key.columns.contains(cell.column) { isLike = true }
    }
    return isChanged ? isLike ? .changed : .another : .same
  }
}

extension EditLog {
  /// Whether a cell holds what one of some edits has found or left in it.
  fileprivate func isLeft(
    _ cell: LoggedChange.Cell, in affinity: Affinity, before edits: [AbandonedEntry]
  ) throws(StoreError) -> Bool {
    for edit in edits {
      guard case .edit(cell.column, let before, _) = edit.change.content else { continue }
      if before.isHeld(as: cell.value, in: affinity) { return true }
      if try hasSet(edit.numbers, where: { $0.isHeld(as: cell.value, in: affinity) }) { return true }
    }
    return false
  }
}
