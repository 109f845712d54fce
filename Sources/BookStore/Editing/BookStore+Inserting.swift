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
    let sql = try sql(of: table ?? schema.id)
    if sql.schema.isReadOnly { throw .readOnly }
    try checkUnique(values, in: sql)
    try checkTargets(of: values, in: sql)
    let cells = zip(sql.schema.fields, values).compactMap { field, value in
      field.isGenerated ? nil : value.map { LoggedChange.Cell(column: field.column, value: $0) }
    }
    do throws(StoreError) {
      return try insert(cells, sql)
    } catch {
      guard error == .keyOfGoneRow, let cells = withFreeKey(cells, sql) else {
        throw explained(error, inserting: cells, sql)
      }
      return try insert(cells, sql)
    }
  }

  private func insert(_ cells: [LoggedChange.Cell], _ sql: TableSQL) throws(StoreError) -> RecordID {
    let (inserted, changes) = try changeRows(as: LogPurpose()) { recorder throws(StoreError) in
      var id: RecordID?
      let cells = try withEntity(cells, sql, recorder)
      let statement = try change(sql.insert(cells.map(\.column)), sql.schema.table)
      // To the end, for the row is in the database only then.
      try statement.forEachRow(binding: cells.map(\.value)) { row throws(StoreError) in
        id = sql.id(try row.values(at: sql.schema.key.columns.indices))
      }
      guard let id else { throw .ignored }
      try checkIsFree(id)
      noteUnreported(id, sql, before: nil, isThere: true, recorder)
      return id
    }
    follow(changes)
    return inserted
  }

  /// Checks that nothing is to be written to a row that was not there until now.
  ///
  /// What is to be written was set in another row that had the key, and that is gone.
  func checkIsFree(_ id: RecordID) throws(StoreError) {
    guard records[id]?.state == .dirty else { return }
    records.noteGone(id)
    throw .keyOfGoneRow
  }

  /// The values of a new row with a key above those of all dirty records, or nil where it is not SQLite that chooses one.
  ///
  /// SQLite has chosen the key of a dirty record, which is above those of all rows.
  private func withFreeKey(_ cells: [LoggedChange.Cell], _ sql: TableSQL) -> [LoggedChange.Cell]? {
    guard case .rowid(let column) = sql.schema.key,
      cells.allSatisfy({ $0.column != column || $0.value.isNull }),
      let last = records.dirty.lazy.filter({ $0.id.table == sql.schema.id }).compactMap(\.id.rowid).max(),
      last < .max
    else { return nil }
    return cells.filter { $0.column != column } + [
      LoggedChange.Cell(column: column, value: .integer(last + 1))
    ]
  }
}
