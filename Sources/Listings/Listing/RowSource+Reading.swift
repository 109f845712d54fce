import Records
import SQLite

/// Reads the rows from the database on any connection, without records; unwritten edits do not count.
extension RowSource {
  /// Calls a closure while the functions that the statements call are defined; `tick` is called repeatedly.
  package func withFunctions<Result>(
    on connection: Connection, tick: @escaping () -> Void = {}, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try defineFunctions(on: connection, tick: tick)
    // Otherwise the connection would keep what they refer to.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    return try body()
  }

  /// Calls a closure that can read the rows with several statements, all of which see them as at one moment.
  package func reading<Result>(
    on connection: Connection, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withFunctions(on: connection) { () throws(StoreError) in
      try connection.reading(for: .list, body)
    }
  }

  /// Calls a closure for each row, in order.
  ///
  /// - Parameter columns: The columns to select; if empty, the rows have no cells.
  package func forEachRow(
    _ columns: String, on connection: Connection, _ body: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    let columns = columns.isEmpty ? "NULL" : columns
    let text = "SELECT \(columns) FROM \(sql.table)\(whereClause) ORDER BY \(orderTerms())\(limit)"
    try reading(on: connection) { () throws(StoreError) in
      try connection.statement(text, for: .list).forEachRow(binding: bindings, body)
    }
  }

  package func forEachID(
    on connection: Connection, _ body: (RecordID) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachRow(sql.keyList, on: connection) { row throws(StoreError) in try body(sql.id(in: row)) }
  }

  /// The number of rows, ignoring the limit.
  package func count(on connection: Connection) throws(StoreError) -> Int {
    try reading(on: connection) { () throws(StoreError) in
      let text = "SELECT count(*) FROM \(sql.table)\(whereClause)"
      return try connection.statement(text, for: .list).firstRow(binding: bindings) { Int($0.integer(at: 0)) }
        ?? 0
    }
  }

  /// The groups of the rows by the first field of their order; nil if they are not sorted by a field.
  ///
  /// - Parameter total: A field of numbers to add up; nil for none.
  /// - Complexity: O(*n* log *n*), sorted on disk if there are many.
  package func groups(total: Int?, on connection: Connection) throws(StoreError) -> RowGroups? {
    guard let field = order.field else { return nil }
    var (found, last) = (RowGroups(by: field, total: total), Value?.none)
    try reading(on: connection) { () throws(StoreError) in
      let statement = try connection.uncachedStatement(groupText(of: field, total), for: .list)
      try statement.forEachRow(binding: bindings) { row throws(StoreError) in
        let key = row.value(at: 1)
        let group = RowGroup(
          row.value(at: 0).head, count: Int(row.integer(at: 2)), sum: row.real(at: 3),
          numberCount: Int(row.integer(at: 4)))
        found.add(group, isOfLast: key == last)
        last = key
      }
    }
    found.isComplete = found.groups.count <= RowGroups.limit
    return found
  }

  /// Selects each value with its sort key and counts; values with the same key follow one another.
  private func groupText(of field: Int, _ total: Int?) -> String {
    let number = total.map { sql.columnList([$0]) } ?? "NULL"
    let isNumber = "typeof(\(number)) IN ('integer', 'real')"
    let order = order.isDescending ? "value IS NULL, key DESC" : "key"
    return """
      SELECT value, key, count(*), total(number), count(number) FROM (SELECT \(sql.columnList([field])) AS value, \
      \(sql.sortKey(field)) AS key, CASE WHEN \(isNumber) THEN \(number) END AS number FROM \(sql.table)\(whereClause)) \
      GROUP BY key, typeof(value), value COLLATE BINARY ORDER BY \(order) LIMIT \(RowGroups.limit + 1)
      """
  }

  /// The fields without a value in the first 500 rows of the whole table.
  package func emptyFields(on connection: Connection) throws(StoreError) -> Set<Int> {
    guard sql.schema.source == .table else { return [] }
    var empty = Set(sql.schema.fields.indices)
    // For a type alone, SQLite reads no large value.
    let columns = sql.schema.fields.indices.map { "typeof(\(sql.columnList([$0]))) <> 'null'" }
    let text = "SELECT \(columns.joined(separator: ", ")) FROM \(sql.table) LIMIT 500"
    try connection.uncachedStatement(text, for: .list).forEachRow { row in
      empty = empty.filter { row.integer(at: Int32($0)) == 0 }
    }
    return empty
  }
}
