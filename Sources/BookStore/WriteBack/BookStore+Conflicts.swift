import Records

/// Fields that were set here and by somebody else.
extension BookStore {
  /// The fields that write-backs found changed by somebody else, in the order of tables, keys and fields.
  ///
  /// - Complexity: O(*n* log *n*) in the conflicts.
  public var conflicts: [Conflict] {
    records.unsettled.ids.flatMap(conflicts).sorted { ($0.id, $0.field) < ($1.id, $1.field) }
  }

  /// How many rows there are, at most, that have fields in conflict, or are gone and were changed here.
  ///
  /// - Complexity: O(1).
  public var unsettledCount: Int { records.unsettled.count }

  /// How many rows were changed here and are gone.
  ///
  /// - Complexity: O(1).
  public var goneCount: Int { records.unsettled.goneCount }

  /// The rows that were found in conflict, or gone, after this one, in the order in which they were found.
  ///
  /// - Parameters:
  ///   - number: The `number` of a row, or 0 to begin.
  ///   - limit: How many, at most.
  /// - Complexity: O(*limit*) in general; rows that were settled may be passed over.
  public func unsettled(after number: Int = 0, limit: Int) -> [UnsettledRow] {
    Array(records.unsettled.after(number).lazy.compactMap(row).prefix(limit))
  }

  /// The nearest of those before this one, in the order in which they were found.
  public func unsettled(before number: Int, limit: Int) -> [UnsettledRow] {
    records.unsettled.before(number).lazy.compactMap(row).prefix(limit).reversed()
  }

  private func row(_ number: Int, _ id: RecordID) -> UnsettledRow? {
    let conflicts = conflicts(of: id)
    if case .conflicts? = records.unsettled[id], conflicts.isEmpty { return nil }
    return UnsettledRow(number: number, id: id, conflicts: conflicts)
  }

  /// The fields of a record that are in conflict, in their order.
  public func conflicts(of id: RecordID) -> [Conflict] {
    guard let record = records[id], let values = record.values else { return [] }
    // A field that was set back meanwhile is in conflict no more.
    return records.conflicts(of: id).compactMap { theirs in
      guard let original = record.original(at: theirs.index) else { return nil }
      return Conflict(
        id: id, field: theirs.index, original: original, mine: values[theirs.index], theirs: theirs.value)
    }
  }

  /// Chooses a value for a field in conflict; the next write-back writes it, if the database is to have another one.
  ///
  /// A field that is not in conflict is left as it is.
  ///
  /// - Parameter step: What it is undone together with.
  public func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice, in step: EditStep? = nil) {
    guard let conflict = conflicts(of: id).first(where: { $0.field == field }),
      let record = records[id]
    else { return }
    logChoice(conflict, conflict[choice], LogPurpose(step: step))
    edit(record, [field]) {
      $0.rebase([FieldValue(index: field, value: conflict.theirs)])
      $0.set(conflict[choice], at: field)
    }
    records.noteConflicts(of: id, records.conflicts(of: id).filter { $0.index != field })
  }

  /// Logs a choice as an edit of what the database holds, instead of the edits that led to the conflict.
  private func logChoice(_ conflict: Conflict, _ value: Value, _ purpose: LogPurpose) {
    guard let record = records[conflict.id], var change = change(record, conflict.field, to: value),
      let column = change.column, let log = log()
    else { return }
    knownCanUndo = nil
    try? log.discard(change.table, change.key, column: column)
    if value == conflict.theirs {
      noteWritten(append([change], as: purpose))
    } else {
      change.content = .edit(column: column, before: conflict.theirs, after: value)
      append([change], as: purpose)
    }
  }

  /// Inserts a record's row again that somebody else has deleted, with all that was set here.
  ///
  /// - Throws: `incompleteRow` where a value was never read, else as `insert(_:into:)`; the record stays as it is.
  public func insertAgain(_ id: RecordID) throws(StoreError) { try insertAgain([id], in: nil) }

  /// Inserts rows again in one transaction; either all or none.
  private func insertAgain(_ ids: [RecordID], in step: EditStep?) throws(StoreError) {
    var rows: [(id: RecordID, change: LoggedChange)] = []
    for id in ids { rows.append((id, try insertion(of: id))) }
    try insertWhole(rows, as: LogPurpose(step: step))
    for (id, change) in rows {
      try? openedLog?.discard(change.table, change.key)
      if let record = records[id] { records.change(record) { $0.settle() } }
    }
  }

  /// The change that inserts a record's row with all that it has.
  private func insertion(of id: RecordID) throws(StoreError) -> LoggedChange {
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
    return LoggedChange(
      table: sql.schema.table, key: id.key, title: sql.schema.title(of: values), content: .insertion(cells))
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
  public func resolveAll(_ choice: Conflict.Choice) {
    let step = beginStep()
    for conflict in conflicts { resolve(conflict.id, conflict.field, choice, in: step) }
  }

  /// Chooses the same for the fields of some rows; rows that are gone are inserted again for `mine`, and given up for
  /// `theirs`.
  ///
  /// - Parameters:
  ///   - step: What the fields are undone together with.
  ///   - rowStep: What the rows are undone together with that are inserted again; these are in the database at once.
  /// - Returns: The rows that could not be inserted again, and why.
  /// - Throws: What writing can end with that does not concern one row alone; what was settled before that stays so.
  public func settle(
    _ rows: [UnsettledRow], _ choice: Conflict.Choice, in step: EditStep? = nil,
    rowsIn rowStep: EditStep? = nil
  ) throws(StoreError) -> [WriteBackResult.Failure] {
    for conflict in rows.lazy.flatMap(\.conflicts) { resolve(conflict.id, conflict.field, choice, in: step) }
    let gone = rows.filter(\.isGone).map(\.id)
    switch choice {
    case .mine: return try insertEachAgain(gone, in: rowStep)
    case .theirs: for id in gone { discard(id) }
    case .original: break
    }
    return []
  }

  /// Inserts rows again, and those that go in where others do not.
  private func insertEachAgain(
    _ ids: [RecordID], in step: EditStep?
  ) throws(StoreError) -> [WriteBackResult.Failure] {
    guard !ids.isEmpty else { return [] }
    do throws(StoreError) {
      try insertAgain(ids, in: step)
      return []
    } catch {
      guard error.concernsOneRow || error == .incompleteRow else { throw error }
      guard ids.count > 1 else { return [WriteBackResult.Failure(id: ids[0], error: error)] }
      let half = ids.count / 2
      return try insertEachAgain(Array(ids[..<half]), in: step)
        + insertEachAgain(Array(ids[half...]), in: step)
    }
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
