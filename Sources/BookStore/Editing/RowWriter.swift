import EditLog
import Listings
import Records
import SQLite

/// Inserts, changes and deletes rows in a transaction that is open.
///
/// docs/architecture.md lists its users, and the four places that write their own SQL for speed. SQLite reports to the
/// recorder what a statement changes; the writer reports for tables whose rows SQLite does not report.
package struct RowWriter {
  package let database: Database
  package let recorder: RowRecorder
  package let constraints: Constraints
  private let records: RecordTable
  private let coreData: CoreDataKeys

  init(_ database: Database, _ records: RecordTable, _ constraints: Constraints, _ recorder: RowRecorder) {
    (self.database, self.records, self.constraints) = (database, records, constraints)
    self.recorder = recorder
    coreData = CoreDataKeys(database: database, records: records)
  }

  package var connection: Connection { database.connection }

  /// - Throws: `keyOfGoneRow` if unwritten edits belong to the new key, `ignored` if a trigger or constraint prevents the row.
  @discardableResult
  package func insert(_ cells: [Change.Cell], _ sql: TableSQL) throws(StoreError) -> RecordID {
    recorder.beginStatement()
    let cells = try coreData.withEntity(cells, sql, recorder)
    return try insert(cells.map(\.value), sql, by: try insertion(cells.map(\.column), sql))
  }

  /// Inserts rows as one statement, so that in the log the rows inserted by triggers follow, and both form runs.
  func insert(_ rows: [[Change.Cell]], _ sql: TableSQL) throws(StoreError) -> [RecordID] {
    recorder.beginStatement()
    var (ids, last): ([RecordID], (columns: [String], statement: PreparedStatement)?) = ([], nil)
    for cells in rows {
      let cells = try coreData.withEntity(cells, sql, recorder)
      let columns = cells.map(\.column)
      let statement =
        if let last, last.columns == columns { last.statement } else { try insertion(columns, sql) }
      last = (columns, statement)
      ids.append(try insert(cells.map(\.value), sql, by: statement))
    }
    return ids
  }

  package func insertion(_ columns: [String], _ sql: TableSQL) throws(StoreError) -> PreparedStatement {
    try database.change(sql.insert(columns), sql.schema.table)
  }

  package func insert(
    _ values: [Value], _ sql: TableSQL, by statement: PreparedStatement
  ) throws(StoreError) -> RecordID {
    var id: RecordID?
    // Steps to the end, because only then is the row in the database.
    try statement.forEachRow(binding: values) { row in
      id = sql.id(row.values(at: sql.schema.key.columns.indices))
    }
    // SQLite does not know the key when it returns the new row of a virtual table.
    if id != nil, sql.schema.source == .virtual { id = sql.id([.integer(connection.lastInsertedRowID)]) }
    guard let id else { throw .ignored }
    try checkIsFree(id)
    note(id, sql, before: nil, isThere: true)
    return id
  }

  private func checkIsFree(_ id: RecordID) throws(StoreError) {
    guard records[id]?.state == .dirty else { return }
    records.noteGone(id)
    throw .keyOfGoneRow
  }

  /// Inserts a row with its key; columns that the table does not have are left out.
  ///
  /// - Parameter isFree: Whether unwritten edits of the key are known to be the row's own.
  func insertWhole(_ cells: [Change.Cell], _ sql: TableSQL, isFree: Bool = true) throws(StoreError) {
    recorder.beginStatement()
    let columns = sql.rowColumns
    let cells = cells.filter { columns.contains($0.column) }
    try database.change(sql.insertWhole(cells.map(\.column)), sql.schema.table).run(
      binding: cells.map(\.value))
    if connection.changedRowCount == 0 { throw .ignored }
    let id = sql.id(
      sql.schema.key.columns.map { column in cells.first { $0.column == column }?.value ?? .null })
    note(id, sql, before: nil, isThere: true)
    try coreData.noteKey(of: cells, sql, recorder)
    if !isFree { try checkIsFree(id) }
  }

  package func set(
    _ fields: [Int], to values: [Value], of id: RecordID, holding held: [Change.Cell]? = nil
  ) throws(StoreError) {
    try update(id, by: try database.sql(of: id.table).update(fields), values, held)
  }

  func set(_ cells: [Change.Cell], of id: RecordID) throws(StoreError) {
    if cells.isEmpty { return }
    let text = try database.sql(of: id.table).update(columns: cells.map(\.column))
    try update(id, by: text, cells.map(\.value), nil)
  }

  private func update(
    _ id: RecordID, by text: String, _ values: [Value], _ held: [Change.Cell]?
  ) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    recorder.beginStatement()
    let isReported = recorder.reports(sql.schema.table)
    let before = if let held { held } else { isReported ? nil : try database.heldCells(of: id) }
    try database.change(text, sql.schema.table, of: id).run(binding: values + id.values)
    if connection.changedRowCount == 0 { throw .ignored }
    if let before { note(id, sql, before: before, isThere: true) }
  }

  /// It is not an error if the row is already gone.
  func delete(_ id: RecordID) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    try sql.schema.checkHasKeys()
    recorder.beginStatement()
    let held = try recorder.reports(sql.schema.table) ? nil : database.heldCells(of: id)
    do throws(StoreError) {
      try database.change(sql.delete, sql.schema.table, of: id).run(binding: id.values)
    } catch {
      throw constraints.explained(error, of: id)
    }
    if connection.changedRowCount > 0 {
      if let held { note(id, sql, before: held, isThere: false) }
    } else if try connection.exists(sql.exists, id.values) {
      throw .ignored
    }
  }

  /// Makes changes, all or none; returns why the database refuses them.
  ///
  /// - Parameter isWhole: Whether SQLite rolls them back itself, as it does for one statement without side effects.
  /// - Throws: An error that concerns more than a row; the caller must then roll the transaction back.
  package func refusal(
    isWhole: Bool = false, of body: () throws(StoreError) -> Void
  ) throws(StoreError) -> StoreError? {
    if !isWhole { try connection.setSavepoint() }
    do throws(StoreError) {
      try body()
      if !isWhole { try connection.releaseSavepoint() }
      return nil
    } catch {
      guard error.isAboutRow, connection.isInTransaction else { throw error }
      if !isWhole { try connection.rollBackToSavepoint() }
      recorder.noteRollback()
      return error
    }
  }

  private func note(_ id: RecordID, _ sql: TableSQL, before: [Change.Cell]?, isThere: Bool) {
    guard !recorder.reports(sql.schema.table) else { return }
    let row = RowRecorder.Row(table: sql.schema.table, key: id.key)
    recorder.note(row, before: before?.map(\.value), isThere: isThere)
  }
}

extension Database {
  func heldCells(of id: RecordID) throws(StoreError) -> [Change.Cell]? {
    let columns = try sql(of: id.table).rowColumns
    return try wholeRow(id).map { zip(columns, $0).map { Change.Cell(column: $0, value: $1) } }
  }

  func heldValues(of id: RecordID) throws(StoreError) -> [String: Value] {
    guard let cells = try heldCells(of: id) else { throw .rowGone }
    return Dictionary(cells.map { ($0.column, $0.value) }) { first, _ in first }
  }

  /// Whether triggers keep an index whose rows only they can restore, such as a contentless full-text index.
  func hasUnrecordedIndexes(_ recorder: RowRecorder) throws(StoreError) -> Bool {
    let sql = "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))"
    for table in tables where table.kind == .virtual && recorder.module(named: table.name) == nil {
      if try connection.exists(sql, [.text(Text(table.name))]) { return true }
    }
    return false
  }
}
