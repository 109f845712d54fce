import Records

extension BookStore {
  /// Inserts a row at once.
  ///
  /// The row gets no key that unwritten edits of another one are held for, which another program has deleted: they would
  /// be written to this row.
  ///
  /// - Parameter values: The fields' values in the schema's order. A field that is nil, or beyond the end, gets the
  ///   column's default.
  /// - Parameter table: The table, or nil for the one to begin with.
  /// - Complexity: A few statements; where the key has to be another one, O(*n*) in the dirty records and the same again.
  /// - Returns: The new row's name; its record is not hydrated.
  /// In a table of Core Data the row gets its entity, its version and the next key.
  ///
  /// - Throws: `notUnique`, `noSuchTarget`, `unknownEntity`, `severalEntities`, `constraint`, `ignored`, `readOnly`,
  ///   `busy`, `full` or what else writing can end with; `keyOfGoneRow` where another key cannot be chosen.
  public func insert(_ values: [Value?], into table: TableID? = nil) throws(StoreError) -> RecordID {
    guard let id = try insert([values], into: table).first else { throw .ignored }
    return id
  }

  /// Inserts rows at once in one transaction.
  ///
  /// The log needs a few bytes for each row that gets the rowid behind the last one's, so that a step of very many rows, made by
  /// as many calls as are convenient, stays small.
  ///
  /// - Parameters:
  ///   - rows: The fields' values of each row, as for one.
  ///   - step: What the rows are part of, if more calls are to be undone with this one.
  /// - Complexity: O(*n*) in the rows, all of which are held until the end.
  /// - Returns: The new rows' names, in their order.
  /// - Throws: As for one row; then no row is inserted.
  public func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    let sql = try sql(of: table ?? schema.id)
    if sql.schema.isReadOnly { throw .readOnly }
    for values in rows {
      try checkUnique(values, in: sql)
      try checkTargets(of: values, in: sql)
    }
    let rows = rows.map { values in
      zip(sql.schema.fields, values).compactMap { field, value in
        field.isGenerated ? nil : value.map { LoggedChange.Cell(column: field.column, value: $0) }
      }
    }
    return try insertCells(rows, sql, step)
  }

  /// Inserts rows with values of some columns; they get other keys than what is not written was set in.
  func insertCells(
    _ rows: [[LoggedChange.Cell]], _ sql: TableSQL, _ step: EditStep?
  ) throws(StoreError) -> [RecordID] {
    do throws(StoreError) {
      return try insert(rows, sql, step)
    } catch {
      guard error == .keyOfGoneRow, let rows = withFreeKeys(rows, sql) else {
        throw rows.lazy.map { self.explained(error, inserting: $0, sql) }.first { $0 != error } ?? error
      }
      return try insert(rows, sql, step)
    }
  }

  private func insert(
    _ rows: [[LoggedChange.Cell]], _ sql: TableSQL, _ step: EditStep?
  ) throws(StoreError) -> [RecordID] {
    let (inserted, changes) = try changeRows(as: LogPurpose(step: step)) { recorder throws(StoreError) in
      // As by one statement, so that what comes along stands behind all of them and both are runs.
      recorder.beginStatement()
      var ids: [RecordID] = []
      for cells in rows { ids.append(try insert(cells, sql, recorder)) }
      return ids
    }
    follow(changes)
    return inserted
  }

  private func insert(
    _ cells: [LoggedChange.Cell], _ sql: TableSQL, _ recorder: RowRecorder
  ) throws(StoreError) -> RecordID {
    var id: RecordID?
    let cells = try withEntity(cells, sql, recorder)
    let statement = try change(sql.insert(cells.map(\.column)), sql.schema.table)
    // To the end, for the row is in the database only then.
    try statement.forEachRow(binding: cells.map(\.value)) { row in
      id = sql.id(row.values(at: sql.schema.key.columns.indices))
    }
    guard let id else { throw .ignored }
    try checkIsFree(id)
    noteUnreported(id, sql, before: nil, isThere: true, recorder)
    return id
  }

  /// Checks that nothing is to be written to a row that was not there until now.
  ///
  /// What is to be written was set in another row that had the key, and that is gone.
  func checkIsFree(_ id: RecordID) throws(StoreError) {
    guard records[id]?.state == .dirty else { return }
    records.noteGone(id)
    throw .keyOfGoneRow
  }

  /// The values of new rows with keys above those of all dirty records, or nil where it is not SQLite that chooses them.
  ///
  /// SQLite has chosen the key of a dirty record, which is above those of all rows.
  private func withFreeKeys(_ rows: [[LoggedChange.Cell]], _ sql: TableSQL) -> [[LoggedChange.Cell]]? {
    guard case .rowid(let column) = sql.schema.key,
      rows.joined().allSatisfy({ $0.column != column || $0.value.isNull }),
      let last = records.dirty.lazy.filter({ $0.id.table == sql.schema.id }).compactMap(\.id.rowid).max(),
      last <= .max - Int64(rows.count)
    else { return nil }
    return rows.enumerated().map { place, cells in
      cells.filter { $0.column != column } + [
        LoggedChange.Cell(column: column, value: .integer(last + 1 + Int64(place)))
      ]
    }
  }
}
