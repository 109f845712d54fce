import Records

/// Edits of a row that is deleted while somebody else has changed the same fields.
///
/// The log has the row as the database does, and these edits beside it, which nobody counts as to be written. When the row
/// comes back they are made again, and are in conflict as they were.
extension BookStore {
  /// The edits that went with the rows of some deletions in a step, which follow these in the log.
  func givenUp(
    with page: [LogReader.NumberedChange], of step: Int64, before next: Int64
  ) throws(StoreError) -> [LoggedChange] {
    guard let log = journal.opened, let last = page.last else { return [] }
    var rows: Set<RecordID> = []
    for deletion in page where deletion.change.kind == .deletion {
      rows.insert(try recordID(of: deletion.change))
    }
    if rows.isEmpty { return [] }
    var edits: [LoggedChange] = []
    // Others of the step that were given up are not about these rows.
    for edit in try log.reader.givenUp(of: step, from: last.number, before: next)
    where rows.contains(try recordID(of: edit)) {
      edits.append(edit)
    }
    return edits
  }

  /// Sets a field of a row that has come back to what was set before, in conflict with what the database holds.
  func setAgain(_ edit: LoggedChange) throws(StoreError) {
    guard case .edit(let column, let before, let after) = edit.content else { return }
    let id = try recordID(of: edit)
    let field = try field(column, of: id.table)
    let record = try record(id)
    let theirs = try read(field, of: id)
    self.edit(record, [field]) {
      $0.set(after, at: field)
      $0.rebase([FieldValue(index: field, value: before)])
    }
    // The original is not what was read here, so that the next write-back has to look.
    baseline = nil
    let others = records.conflicts(of: id).filter { $0.index != field }
    records.noteConflicts(of: id, others + [FieldValue(index: field, value: theirs)])
  }
}
