import Records
import SQLite

/// The distinct values in a query's rows, without a list and without unwritten edits.
extension ListQuery {
  /// Passes on each value and its number of rows, most frequent first; lists are split.
  ///
  /// - Parameter limit: The most values; nil or negative for all.
  /// - Complexity: O(*n* log *n*) in the rows; many values are sorted on disk.
  package func forEachValue(
    of field: Int, limit: Int? = nil, on connection: Connection,
    _ body: (ValueLine) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (lines, scan) = (try ValueLines(), ValueScan(sql: sql, field: field, scope: scope, filter: filter))
    var count = 0
    try scan.count(on: connection, ValueEdits(), into: lines, total: 0, progress: { _ in }) { found, _ in
      count = found
    }
    if let limit, limit >= 0 { count = min(count, limit) }
    try lines.forEach(first: count, body)
  }

  /// Passes on unsplit values in the order of their storage classes and bytes; the query's functions must be defined.
  package func forEachWholeValue(
    of field: Int, on connection: Connection, _ body: (CountedCell) throws(StoreError) -> Void
  ) throws(StoreError) {
    var values = DistinctValues { [unowned connection] in connection.isCancelled }
    let rows = try connection.uncachedStatement(sql.valueRows(of: field, meeting: whereClause), for: .list)
    try rows.forEachRow(binding: bindings) { row throws(StoreError) in try values.add(row) }
    try values.drain(body)
  }
}
