import Records

/// Counts the different values of a field, or finds the rows that hold one of them, on a thread of its own.
///
/// Two values are the same if their storage classes and their bytes are.
struct ValueScan: Sendable {
  /// A row whose value the database does not have yet.
  struct Edit: Sendable {
    let id: RecordID
    let value: Value
  }

  /// The lines that are reported together.
  private static let batchSize = 1_024

  let sql: TableSQL
  let field: Int
  /// The condition that all rows fulfil, with its values; nil for the whole table.
  let scope: ListSource.Scope?

  /// Counts the values; the lines come in order, the most frequent first.
  ///
  /// - Parameters:
  ///   - edits: The rows that count with other values than the database has.
  ///   - report: Called with the number of lines that are in `rows` by now.
  func count(
    on connection: Connection, _ edits: [Edit], into rows: ViewRows, report: (Int) -> Void
  ) throws(StoreError) {
    var (written, batch): (Int, [ViewRows.Row]) = (0, [])
    func flush() throws(StoreError) {
      try rows.write(batch, at: written)
      written += batch.count
      batch = []
      report(written)
    }
    try connection.uncachedStatement(countText(edits.count), for: .list).forEachRow(binding: values(edits)) {
      row throws(StoreError) in
      batch.append(ViewRows.Row(title: row.value(at: 0), key: [], values: [.value(row.value(at: 1))]))
      if batch.count == Self.batchSize || written == 0 && batch.count == 64 { try flush() }
    }
    try flush()
  }

  /// Has the next count report how much of the table it has read, from 0 to 1.
  ///
  /// - Parameter total: The number of rows, or 0 if it is not known.
  func reportProgress(
    on connection: Connection, _ total: Int, _ report: @escaping (Double) -> Void
  ) throws(StoreError) {
    var scanned = 0
    try SQLFunction.register(on: connection.pointer) {
      scanned += SQLFunction.tickCount
      // Reading is about the half of it, and sorting the other one.
      if total > 0 { report(min(1, Double(scanned) / Double(total)) / 2) }
    }
  }

  private func values(_ edits: [Edit]) -> [Value] {
    edits.flatMap(\.id.values) + (scope?.values ?? []) + edits.map(\.value)
  }

  private func countText(_ editCount: Int) -> String {
    let column = sql.columnList([field])
    let edited = Array(repeating: sql.keyParameterList, count: editCount).separated(by: ", ")
    let exclusion = editCount == 0 ? [] : ["\(sql.keyTuple) NOT IN (VALUES \(edited))"]
    // Nothing is matched: the function is called for each row, and so tells how far the statement is.
    let counted = ["\(SQLFunction.match)(\(sql.keyList)) = 0"]
    let conditions = exclusion + counted + (scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? [])
    let filter = conditions.separated(by: " AND ")
    let stored = "SELECT \(column) AS value FROM \(sql.table) WHERE \(filter)"
    let added = Array(repeating: "(?)", count: editCount).separated(by: ", ")
    let all = editCount == 0 ? stored : "\(stored) UNION ALL VALUES \(added)"
    return """
      SELECT value, count(*) FROM (\(all)) GROUP BY typeof(value), value COLLATE BINARY \
      ORDER BY 2 DESC, typeof(value), value COLLATE BINARY
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
