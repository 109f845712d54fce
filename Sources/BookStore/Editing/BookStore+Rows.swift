import Records

/// Whole rows, which are inserted and deleted at once; the edit log has them before the database does.
extension BookStore {
  /// Does something in one transaction of the store's own connection, or not at all.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do {
      try connection.begin()
      let result = try body()
      try connection.statement("COMMIT").run()
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Does something in one transaction that appends a draft to the log, and confirms it then, or takes it out again.
  func loggedTransaction<Result>(
    _ rows: RowTransaction, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let isWholeStep = rows.purpose.step == nil
    let step = rows.purpose.step ?? beginStep()
    rows.purpose.step = step
    defer { if isWholeStep { steps[step] = nil } }
    do throws(StoreError) {
      let result = try transaction(body)
      confirm(rows.appended)
      return result
    } catch {
      // What is tried again begins its step anew if nothing else is in it.
      knownCanUndo = nil
      if let appended = rows.appended, (try? openedLog?.remove(appended)) == true { steps[step] = nil }
      throw error
    }
  }

  /// A row as the log is to have it, or nil where it is gone: with what was set and is not written, unless somebody else
  /// has changed the same field.
  func loggedRow(_ id: RecordID, _ content: ([LoggedChange.Cell]) -> LoggedChange.Content) throws(StoreError)
    -> LoggedChange?
  {
    let sql = try sql(of: id.table)
    let columns = sql.rowColumns
    let row = try connection.statement(sql.wholeRow).firstRow(binding: id.values) { row throws(StoreError) in
      try row.values(at: columns.indices)
    }
    guard let row else { return nil }
    var cells = zip(columns, row).map { LoggedChange.Cell(column: $0, value: $1) }
    if let record = records[id], let values = record.values {
      let isCompared = record.state == .dirty && (baseline == nil || connection.dataVersion != baseline)
      for original in record.originals {
        let (index, column) = (original.index, sql.schema.fields[original.index].column)
        guard let place = columns.firstIndex(of: column) else { continue }
        if isCompared, try !isSame(original.value, cells[place].value, index, id.table) { continue }
        cells[place].value = values[index]
      }
    }
    return LoggedChange(
      table: sql.schema.table, key: id.key, title: title(of: cells, sql.schema), content: content(cells))
  }

  private func title(of cells: [LoggedChange.Cell], _ schema: Schema) -> Value {
    let values = schema.fields.map { field in cells.first { $0.column == field.column }?.value ?? .null }
    return schema.title(of: values)
  }

  /// Inserts rows under their keys in one transaction.
  ///
  /// - Throws: As `insert(_:into:)`; then no row is inserted.
  func insertWhole(_ rows: [(id: RecordID, change: LoggedChange)], as purpose: LogPurpose) throws(StoreError)
  {
    try write { () throws(StoreError) in
      let transaction = RowTransaction(purpose)
      try loggedTransaction(transaction) { () throws(StoreError) in
        append(rows.map(\.change), in: transaction)
        try insertWhole(rows)
      }
    }
    for row in rows { noteInserted(row.id) }
  }

  /// Inserts rows in the transaction that is open.
  func insertWhole(_ rows: [(id: RecordID, change: LoggedChange)]) throws(StoreError) {
    for row in rows {
      guard case .insertion(let cells) = row.change.content else { continue }
      try insertWhole(cells, try sql(of: row.id.table))
    }
  }

  func insertWhole(_ cells: [LoggedChange.Cell], _ sql: TableSQL) throws(StoreError) {
    // A column that the table has no more cannot be given its value.
    let columns = sql.rowColumns
    let cells = cells.filter { columns.contains($0.column) }
    try change(sql.insertWhole(cells.map(\.column)), sql.schema.table).run(binding: cells.map(\.value))
    if connection.changedRowCount == 0 { throw .ignored }
    try noteKey(of: cells, sql)
  }

  /// Puts a row that was inserted into the listings.
  func noteInserted(_ id: RecordID) {
    // What was read of another row that had the key is not this one's.
    if records[id]?.state == .hydrated { records.remove(id) }
    for listing in listings(of: id.table) {
      listing.noteInserted(id)
      if listing.latestQuery != nil { listing.insert(id) }
    }
    noteCount(of: id.table, by: 1)
  }
}
