import Records

/// Fields that were set here and by somebody else.
extension BookStore {
  /// The fields that write-backs found changed by somebody else, in the order of tables, keys and fields.
  ///
  /// - Complexity: O(*n* log *n*) in the conflicts.
  public var conflicts: [Conflict] {
    records.conflicts.flatMap { conflicts(of: $0.key) }.sorted { ($0.id, $0.field) < ($1.id, $1.field) }
  }

  /// Whether there may be any.
  ///
  /// - Complexity: O(1).
  public var hasConflicts: Bool { !records.conflicts.isEmpty }

  /// The fields of a record that are in conflict, in their order.
  public func conflicts(of id: RecordID) -> [Conflict] {
    guard let record = records[id], let values = record.values else { return [] }
    // A field that was set back meanwhile is in conflict no more.
    return (records.conflicts[id] ?? []).compactMap { theirs in
      guard let original = record.original(at: theirs.index) else { return nil }
      return Conflict(
        id: id, field: theirs.index, original: original, mine: values[theirs.index], theirs: theirs.value)
    }
  }

  /// Chooses a value for a field in conflict; the next write-back writes it, if the database is to have another one.
  ///
  /// A field that is not in conflict is left as it is.
  public func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) throws(StoreError) {
    guard let conflict = conflicts(of: id).first(where: { $0.field == field }),
      let record = records[id]
    else { return }
    try logChoice(conflict, conflict[choice])
    edit(record, [field]) {
      $0.rebase([FieldValue(index: field, value: conflict.theirs)])
      $0.set(conflict[choice], at: field)
    }
    records.noteConflicts(of: id, (records.conflicts[id] ?? []).filter { $0.index != field })
  }

  /// Logs a choice as an edit of what the database holds, instead of the edits that led to the conflict.
  private func logChoice(_ conflict: Conflict, _ value: Value) throws(StoreError) {
    guard let record = records[conflict.id], var change = change(record, conflict.field, to: value),
      let column = change.column, let log = log()
    else { return }
    knownCanUndo = nil
    try? log.discard(change.table, change.key, column: column)
    if value == conflict.theirs {
      noteWritten(append([change], as: LogPurpose()))
    } else {
      change.content = .edit(column: column, before: conflict.theirs, after: value)
      append([change], as: LogPurpose())
    }
  }

  /// Inserts a record's row again that somebody else has deleted, with all that was set here.
  ///
  /// - Throws: `incompleteRow` where a value was never read, else as `insert(_:into:)`; the record stays as it is.
  public func insertAgain(_ id: RecordID) throws(StoreError) {
    let sql = try sql(of: id.table)
    guard let record = records[id], let values = record.shownValues else { throw .incompleteRow }
    var cells: [LoggedChange.Cell] = []
    for (column, value) in zip(sql.schema.key.columns, id.values) {
      cells.append(LoggedChange.Cell(column: column, value: value))
    }
    for (index, field) in sql.schema.fields.enumerated() where !field.isGenerated {
      if cells.contains(where: { $0.column == field.column }) { continue }
      guard let value = record.value(at: index) else { throw .incompleteRow }
      cells.append(LoggedChange.Cell(column: field.column, value: value))
    }
    let change = LoggedChange(
      table: sql.schema.table, key: id.key, title: sql.schema.title(of: values), content: .insertion(cells))
    try insertWhole([(id, change)], as: LogPurpose())
    try? openedLog?.discard(change.table, change.key)
    records.change(record) { $0.settle() }
    records.noteConflicts(of: id, [])
  }

  /// Gives up a record with its edits, whose row somebody else has deleted.
  public func discard(_ id: RecordID) {
    guard let schema = try? sql(of: id.table).schema else { return }
    // What cannot be noted is found to be gone by whoever reads the log.
    try? openedLog?.discard(schema.table, id.key)
    knownCanUndo = nil
    records.remove(id)
    for listing in listings(of: id.table) { listing.noteGone(id) }
  }

  /// Chooses the same for all fields in conflict.
  public func resolveAll(_ choice: Conflict.Choice) throws(StoreError) {
    for conflict in conflicts { try resolve(conflict.id, conflict.field, choice) }
  }
}

extension RecordID {
  /// Orders rows by their tables and rowids; those with other keys come in no order.
  fileprivate static func < (left: RecordID, right: RecordID) -> Bool {
    (left.table, left.rowid ?? 0) < (right.table, right.rowid ?? 0)
  }
}

private func < (left: (RecordID, Int), right: (RecordID, Int)) -> Bool {
  left.0 == right.0 ? left.1 < right.1 : left.0 < right.0
}
