import Records
import SQLite
import Tables

/// Counts the distinct values of a field, or finds the rows that hold one of them, on its own thread.
///
/// Two values are the same if their storage classes and bytes are.
struct ValueScan: Sendable {
  /// The most lines that are reported together.
  private static let batchSize = 1_024
  /// The bytes of values after which even a few lines are reported.
  private static let batchByteCount = 1 << 20

  let sql: TableSQL
  let field: Int
  /// The condition for all rows, with its values; nil for the whole table.
  let scope: ListSource.Scope?

  /// Counts the values; the lines arrive in order, most frequent first.
  ///
  /// - Parameters:
  /// - edits: The values of rows that are not in the database yet.
  /// - total: The number of rows, or 0 if unknown.
  /// - progress: Called regularly with the fraction that is done, from 0 to 1.
  /// - report: Called with the number of lines in the file so far, and of the rows that they count.
  func count(
    on connection: Connection, _ edits: [RecordID: Value], into rows: ViewRows, total: Int,
    progress: @escaping (Double) -> Void, report: (_ lines: Int, _ rows: Int) -> Void
  ) throws(StoreError) {
    try defineFunctions(on: connection, edits, total, progress)
    // Otherwise the connection would keep the edits until the next count.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    var (written, rowCount, byteCount, batch): (Int, Int, Int, [ViewRows.Row]) = (0, 0, 0, [])
    func flush() throws(StoreError) {
      try rows.write(batch, at: written)
      written += batch.count
      (byteCount, batch) = (0, [])
      report(written, rowCount)
    }
    try connection.uncachedStatement(countText(hasEdits: !edits.isEmpty), for: .list).forEachRow(
      binding: scope?.values ?? []
    ) { row throws(StoreError) in
      let value = row.value(at: 0)
      byteCount += value.payloadByteCount
      rowCount += Int(row.integer(at: 1))
      batch.append(ViewRows.Row(title: value, key: [], values: [.value(row.value(at: 1))]))
      let isDue = batch.count == Self.batchSize || byteCount >= Self.batchByteCount
      if isDue || written == 0 && batch.count == 64 { try flush() }
    }
    try flush()
  }

  private func defineFunctions(
    on connection: Connection, _ edits: [RecordID: Value], _ total: Int,
    _ progress: @escaping (Double) -> Void
  ) throws(StoreError) {
    var scanned = 0
    let tests = SQLFunction.Tests(edited: { [sql] in edits[sql.id($0.map(SQLFunction.value(of:)))] })
    try SQLFunction.register(on: connection.pointer, tests) {
      scanned += SQLFunction.tickCount
      // Reading is about half of the work; sorting is the other half.
      if total > 0 { progress(min(1, Double(scanned) / Double(total)) / 2) }
    }
  }

  private func countText(hasEdits: Bool) -> String {
    // There is no test to pass: SQLite calls the function for each row, which tells how far the statement is.
    let counted = "\(SQLFunction.match)(\(sql.keyList)) = 0"
    let conditions = [counted] + (scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? [])
    let values = sql.valueRows(of: field, meeting: " WHERE \(conditions.separated(by: " AND "))") {
      hasEdits ? "\(SQLFunction.value)(\($0), \(sql.keyList))" : $0
    }
    return """
      SELECT value, count(*) FROM (\(values)) GROUP BY typeof(value), value COLLATE BINARY ORDER BY 2 DESC, typeof(value), value COLLATE BINARY
      """
  }

  /// Finds the rows that hold a value in the database.
  func rows(holding value: Value, on connection: Connection) throws(StoreError) -> FoundRows {
    let isInteger = sql.schema.key.isInteger
    let file: RankFile? = isInteger ? try RankFile() : nil
    var table = RankTable(of: sql.schema.id, file: file)
    var (rowids, keys, written): ([Int64], [RecordID], Int) = ([], [], 0)
    func flush() throws(StoreError) {
      try file?.write(rowids, at: written)
      written += rowids.count
      rowids.removeAll(keepingCapacity: true)
    }
    let column = sql.columnList([field])
    let scoped = scope?.fields.map { " AND " + sql.columnList([$0]) + " = ?" }.joined() ?? ""
    let text = """
      SELECT \(sql.keyList) FROM \(sql.table) WHERE \(column) IS ?1 COLLATE BINARY \
      AND typeof(\(column)) = typeof(?1)\(scoped) ORDER BY \(sql.keyList)
      """
    try connection.uncachedStatement(text, for: .list).forEachRow(binding: [value] + (scope?.values ?? [])) {
      row throws(StoreError) in
      if isInteger { rowids.append(row.integer(at: 0)) } else { keys.append(sql.id(in: row)) }
      if rowids.count == 65_536 { try flush() }
    }
    try flush()
    if isInteger { table.extend(toFileCount: written) } else { table.append(keys) }
    return FoundRows(table)
  }
}
