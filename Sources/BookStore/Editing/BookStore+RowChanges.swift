import Records

/// Rows that come, go or change at once, with all that goes along; the edit log has them before the database does.
extension BookStore {
  /// Does something in one transaction of the store's own connection, or not at all.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do {
      try connection.begin()
      let result = try body()
      try connection.commit()
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Changes rows in one transaction, or not at all.
  ///
  /// The log has all that SQLite reports as a draft before COMMIT, and is told then that the database has it.
  ///
  /// - Parameter edits: What is to wait for the next write-back in rows that come back.
  /// - Returns: What the body returns, and what became of each row.
  func changeRows<Result>(
    as purpose: LogPurpose, settingAgain edits: [LoggedChange] = [],
    _ body: (RowRecorder) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, changes: [RowChange]) {
    var purpose = purpose
    let isWholeStep = purpose.step == nil
    let step = purpose.step ?? beginStep()
    purpose.step = step
    defer { if isWholeStep { journal.end(step) } }
    var appended: EditLog.Appended?
    do throws(StoreError) {
      let outcome = try write { () throws(StoreError) in
        try transaction { () throws(StoreError) in
          let recorder = try recorder()
          let result = try recorder.record { () throws(StoreError) in try body(recorder) }
          var changes = try rowChanges(in: recorder)
          appended = append(logged(&changes) + edits, as: purpose, isDraft: true)
          return (result, changes)
        }
      }
      confirm(appended)
      knownRecorder?.recorder.forget()
      return outcome
    } catch {
      journal.remove(appended, of: step)
      throw error
    }
  }

  /// What takes rows down, for the schema as it is.
  func recorder() throws(StoreError) -> RowRecorder {
    let version = connection.schemaVersion
    if let knownRecorder, knownRecorder.schemaVersion == version { return knownRecorder.recorder }
    let recorder = try RowRecorder(connection, isReporting: options.reportsRows)
    knownRecorder = (recorder, version)
    return recorder
  }

  /// What became of the rows that were touched, in their order; those that hold what they held are left out.
  private func rowChanges(in recorder: RowRecorder) throws(StoreError) -> [RowChange] {
    var changes: [RowChange] = []
    let isLogged = log() != nil
    for touch in recorder.touches {
      guard let entry = entry(named: touch.row.table), let sql = try? sql(of: entry.id) else { continue }
      let id = RecordID(touch.row.key, in: entry.id)
      // The key of a row without a rowid may be reported as it was given, and be another one.
      let isGone = !touch.isThere && id.rowid != nil
      let isRead = !isGone && (isLogged || touch.isThere && touch.before != nil)
      let after = isRead ? try heldCells(of: id, sql) : touch.isThere ? [] : nil
      let file = after == nil ? fileToLog(touch, sql, recorder) : nil
      let change = RowChange(
        id: id, sql: sql, statement: touch.statement, depth: touch.depth,
        before: try recorder.cells(touch, sql, isRead: file == nil), file: file, after: after)
      if change.before == nil && change.after == nil || change.kind == .edit && change.edits.isEmpty {
        continue
      }
      changes.append(change)
    }
    return changes
  }

  /// The file that the log takes a row from: it must have just what the log wants, with nothing to be overlaid.
  private func fileToLog(_ touch: RowRecorder.Touch, _ sql: TableSQL, _ recorder: RowRecorder) -> RowFile? {
    let columns = recorder.layout(of: touch.row.table)?.columns.map(\.name)
    let record = entry(named: touch.row.table).flatMap { records[RecordID(touch.row.key, in: $0.id)] }
    return columns == sql.rowColumns && record?.originals.isEmpty ?? true ? touch.file : nil
  }

  /// What the database holds in a row, column by column; nil where there is none.
  func heldCells(of id: RecordID, _ sql: TableSQL) throws(StoreError) -> [LoggedChange.Cell]? {
    let columns = sql.rowColumns
    let values = try connection.statement(sql.wholeRow).firstRow(binding: id.values) {
      row in
      row.values(at: columns.indices)
    }
    return values.map { zip(columns, $0).map { LoggedChange.Cell(column: $0, value: $1) } }
  }

  /// The changes as the log has them, in the order in which they are to be taken back from the last one on: what a
  /// statement did itself between the rows that came along, which go first then, and those that went or changed along,
  /// which come back last.
  private func logged(_ changes: inout [RowChange]) -> [LoggedChange] {
    guard log() != nil else { return [] }
    var edits: [Int: [LoggedChange]] = [:]
    for place in changes.indices where changes[place].kind == .deletion {
      edits[place] = overlay(&changes[place])
    }
    func isEarlier(_ left: Int, _ right: Int) -> Bool {
      let (first, second) = (changes[left], changes[right])
      return (first.statement, first.rank, left) < (second.statement, second.rank, right)
    }
    return changes.indices.sorted(by: isEarlier).flatMap { changes[$0].logged + (edits[$0] ?? []) }
  }

  /// Has a deleted row hold what was set in it and is not written, so that it comes back so.
  ///
  /// - Returns: The edits of fields that somebody else has changed, too, which the row does not hold.
  private func overlay(_ change: inout RowChange) -> [LoggedChange] {
    guard let record = records[change.id], let values = record.values, var cells = change.before else {
      return []
    }
    let schema = change.sql.schema
    // What a trigger has made of an own write is no other program's change.
    let isCompared = baseline == nil || connection.dataVersion != baseline
    var givenUp: [LoggedChange] = []
    for original in record.originals {
      let field = schema.fields[original.index]
      guard let place = cells.firstIndex(where: { $0.column == field.column }) else { continue }
      if !isCompared || original.value.isHeld(as: cells[place].value, in: field.affinity) {
        cells[place].value = values[original.index]
      } else if cells[place].value != values[original.index] {
        let content = LoggedChange.Content.edit(
          column: field.column, before: original.value, after: values[original.index])
        givenUp.append(
          LoggedChange(
            table: schema.table, key: change.id.key, title: schema.title(of: cells), content: content,
            fate: .givenUp))
      }
    }
    change.before = cells
    return givenUp
  }

  /// Inserts rows under their keys in one transaction.
  ///
  /// - Throws: As `insert(_:into:)`; then no row is inserted.
  func insertWhole(_ rows: [(id: RecordID, cells: [LoggedChange.Cell])], as purpose: LogPurpose)
    throws(StoreError)
  {
    let (_, changes) = try changeRows(as: purpose) { recorder throws(StoreError) in
      for row in rows { try insertWhole(row.cells, try sql(of: row.id.table), recorder) }
    }
    follow(changes)
  }

  /// Inserts a row under its key in the transaction that is open.
  func insertWhole(_ cells: [LoggedChange.Cell], _ sql: TableSQL, _ recorder: RowRecorder) throws(StoreError)
  {
    recorder.beginStatement()
    // A column that the table has no more cannot be given its value.
    let columns = sql.rowColumns
    let cells = cells.filter { columns.contains($0.column) }
    try change(sql.insertWhole(cells.map(\.column)), sql.schema.table).run(binding: cells.map(\.value))
    if connection.changedRowCount == 0 { throw .ignored }
    let key = sql.schema.key.columns.map { column in cells.first { $0.column == column }?.value ?? .null }
    noteUnreported(sql.id(key), sql, before: nil, isThere: true, recorder)
    try noteKey(of: cells, sql, recorder)
  }

  /// Takes down a row of a table whose rows SQLite does not report.
  func noteUnreported(
    _ id: RecordID, _ sql: TableSQL, before: [LoggedChange.Cell]?, isThere: Bool, _ recorder: RowRecorder
  ) {
    guard !recorder.reports(sql.schema.table) else { return }
    let row = RowRecorder.Row(table: sql.schema.table, key: id.key)
    recorder.note(row, before: before?.map(\.value), isThere: isThere)
  }
}

extension RowRecorder {
  /// What a row held before it was touched, by the columns that a whole row has; nil for one that was not there.
  ///
  /// - Parameter isRead: Whether what is in a file is read, too; otherwise it is NULL here.
  func cells(_ touch: Touch, _ sql: TableSQL, isRead: Bool = true) throws(StoreError) -> [LoggedChange.Cell]?
  {
    let whole = isRead ? try touch.file?.values() : nil
    guard let before = whole ?? touch.before else { return nil }
    let columns = sql.rowColumns
    guard let layout = layout(of: touch.row.table), reports(touch.row.table) else {
      return zip(columns, before).map { LoggedChange.Cell(column: $0, value: $1) }
    }
    let keys = zip(sql.schema.key.columns, touch.row.key.values)
    return columns.enumerated().map { place, column in
      let held = layout.place(of: column, expected: place).flatMap {
        before.indices.contains($0) ? before[$0] : nil
      }
      return LoggedChange.Cell(column: column, value: held ?? keys.first { $0.0 == column }?.1 ?? .null)
    }
  }
}

extension RowChange {
  /// Where the change stands among those of its statement.
  fileprivate var rank: Int {
    if depth == 0 { return 0 }
    switch kind {
    case .insertion: return depth
    case .edit: return -1
    case .deletion: return -1 - depth
    }
  }
}
