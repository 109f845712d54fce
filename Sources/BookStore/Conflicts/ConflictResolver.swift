import Records

/// Fields that were set here and by somebody else, and rows that were changed here and are gone.
public final class ConflictResolver {
  private let database: Database
  private let lists: Lists
  private let rows: RowEditor
  private let edits: LoggedEdits
  let shelf: Shelf
  let journal: Journal

  init(_ editor: Editor, _ rows: RowEditor) {
    (database, shelf, lists, journal) = (editor.database, editor.shelf, editor.lists, editor.journal)
    (self.rows, edits) = (rows, editor.edits)
  }

  private var connection: Connection { database.connection }
  var records: RecordTable { shelf.records }

  /// The fields that write-backs found changed by somebody else, in the order of tables, keys and fields.
  ///
  /// - Complexity: O(*n* log *n*) in the conflicts.
  public var all: [Conflict] {
    records.unsettled.ids.flatMap(of).sorted { ($0.id, $0.field) < ($1.id, $1.field) }
  }

  /// How many rows there are, at most, that have fields in conflict, or are gone and were changed here.
  ///
  /// - Complexity: O(1).
  public var unsettledCount: Int { records.unsettled.count }

  /// How many rows were changed here and are gone, or have another row in their place.
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
    let conflicts = of(id)
    if case .conflicts? = records.unsettled[id], conflicts.isEmpty { return nil }
    return UnsettledRow(
      number: number, id: id, conflicts: conflicts, isReplaced: records.isReplaced(id))
  }

  /// The fields of a record that are in conflict, in their order.
  public func of(_ id: RecordID) -> [Conflict] { shelf.conflicts(of: id) }

  /// Chooses a value for a field in conflict; the next write-back writes it, if the database is to have another one.
  ///
  /// A field that is not in conflict is left as it is.
  public func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) {
    guard let conflict = of(id).first(where: { $0.field == field }) else { return }
    resolve([conflict], choice)
  }

  /// - Parameter job: What it is a part of.
  func resolve(_ conflicts: [Conflict], _ choice: Conflict.Choice, in job: SettlingJob? = nil) {
    logChoices(conflicts, choice, in: job)
    for conflict in conflicts {
      let (id, field) = (conflict.id, conflict.field)
      guard let record = records[id] else { continue }
      lists.edit(record, field, isOneOfMany: job?.isLarge ?? false) {
        $0.rebase([FieldValue(index: field, value: conflict.theirs)])
        $0.set(conflict[choice], at: field)
      }
      records.noteConflicts(of: id, records.conflicts(of: id).filter { $0.index != field })
    }
  }

  /// Logs choices as edits of what the database holds, and then gives up the edits that led to the conflicts.
  private func logChoices(_ conflicts: [Conflict], _ choice: Conflict.Choice, in job: SettlingJob?) {
    guard let log = journal.log() else { return }
    let end = min(job?.lastChange ?? .max, log.sessions.lastChange)
    var (new, written): ([LoggedChange], [LoggedChange]) = ([], [])
    for conflict in conflicts {
      let value = conflict[choice]
      guard let record = records[conflict.id], var change = edits.change(record, conflict.field, to: value),
        let column = change.column
      else { continue }
      if value == conflict.theirs {
        written.append(change)
      } else {
        change.content = .edit(column: column, before: conflict.theirs, after: value)
        new.append(change)
      }
    }
    journal.forgetCanUndo()
    journal.noteWritten(journal.append(written, as: LogPurpose(step: job?.editStep)))
    journal.append(new, as: LogPurpose(step: job?.editStep))
    guard journal.failure == nil else { return }
    // What cannot be noted is in conflict once more for whoever reads the log.
    try? log.transaction { () throws(StoreError) in
      for change in written + new {
        try log.marks.discard(change.table, change.key, column: change.column, upTo: end)
      }
    }
  }

  /// Inserts a record's row again that somebody else has deleted, with all that was set here; under a new key where another
  /// row has its own.
  ///
  /// - Throws: `incompleteRow` where a value was never read, else as `insert(_:into:)`; the record stays as it is.
  public func insertAgain(_ id: RecordID) throws(StoreError) { try insertAgain([id], in: nil) }

  /// What the database holds in a row, of large values how they begin; nil where there is none.
  public func heldValues(of id: RecordID) throws(StoreError) -> [Value]? {
    try RowReader(connection: connection, sql: try database.sql(of: id.table)).read(id)?.shownValues
  }

  /// Inserts rows again in one transaction; either all or none.
  func insertAgain(_ ids: [RecordID], in step: EditStep?) throws(StoreError) {
    if let id = ids.first, ids.count == 1, records.isReplaced(id) {
      return try insertAnew(id, in: step)
    }
    var rows: [(id: RecordID, cells: [LoggedChange.Cell])] = []
    for id in ids { rows.append((id, try cells(of: id))) }
    try self.rows.insertWhole(rows, as: LogPurpose(step: step))
    for id in ids {
      try? journal.opened?.marks.noteWritten(try database.sql(of: id.table).schema.table, id.key)
      if let record = records[id] { records.change(record) { $0.settle() } }
    }
  }

  /// Inserts a record's row under a new key, for another row has its own.
  private func insertAnew(_ id: RecordID, in step: EditStep?) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    var cells = try cells(of: id)
    if case .rowid(let column) = sql.schema.key { cells.removeAll { $0.column == column } }
    _ = try rows.insertCells([cells], sql, step)
    discard(id)
  }

  /// All that a record's row has, with what was set in it.
  private func cells(of id: RecordID) throws(StoreError) -> [LoggedChange.Cell] {
    let sql = try database.sql(of: id.table)
    guard let record = records[id], record.shownValues != nil else { throw .incompleteRow }
    var cells: [LoggedChange.Cell] = []
    for (column, value) in zip(sql.schema.key.columns, id.values) {
      cells.append(LoggedChange.Cell(column: column, value: value))
    }
    for (index, field) in sql.schema.fields.enumerated() where !field.isGenerated {
      if cells.contains(where: { $0.column == field.column }) { continue }
      guard let value = record.value(at: index) else { throw .incompleteRow }
      cells.append(LoggedChange.Cell(column: field.column, value: value))
    }
    return cells
  }

  /// Gives up a record with its edits, whose row somebody else has deleted.
  public func discard(_ id: RecordID) { discard(id, upTo: .max) }

  /// - Parameter end: The last change of the log that is given up.
  func discard(_ id: RecordID, upTo end: Int64) {
    guard let schema = try? database.sql(of: id.table).schema else { return }
    // What cannot be noted is found to be gone by whoever reads the log.
    try? journal.opened?.marks.discard(schema.table, id.key, upTo: end)
    journal.forgetCanUndo()
    let isReplaced = records.isReplaced(id)
    records.remove(id)
    if isReplaced { lists.readAgain(id.table) } else { lists.noteGone(id) }
  }

  // MARK: The same choice for all

  /// Chooses the same for all fields in conflict; rows that are gone are inserted again for `mine`, and given up for
  /// `theirs`.
  ///
  /// - Returns: The rows that could not be inserted again, and why.
  /// - Throws: What writing can end with that does not concern one row alone; what was settled before that stays so.
  @discardableResult
  public func settleAll(_ choice: Conflict.Choice) throws(StoreError) -> [RowFailure] {
    let job = startSettling(choice)
    try job.finish()
    return job.failures
  }

  /// Begins to do so, with nothing done yet.
  public func startSettling(_ choice: Conflict.Choice) -> SettlingJob { SettlingJob(self, choice) }
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
