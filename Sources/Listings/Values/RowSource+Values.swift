import Records
import SQLite

/// The distinct values in a source's rows, without a list and without unwritten edits.
extension RowSource {
  /// Passes on at most `limit` values with their numbers of rows, most frequent first; lists are split.
  ///
  /// - Complexity: O(*n* log *n*) in the rows; many values are sorted on disk.
  package func forEachValue(
    of field: Int, on connection: Connection, _ body: (ValueLine) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (lines, scan) = (try ValueLines(), ValueScan(source: self, field: field))
    var count = 0
    try scan.count(on: connection, ValueEdits(), into: lines, total: 0, progress: { _ in }) { found, _ in
      count = found
    }
    if let limit, limit >= 0 { count = min(count, limit) }
    try lines.forEach(first: count, body)
  }

  /// Passes on unsplit values in the order of their storage classes and bytes; the functions must be defined.
  package func forEachWholeValue(
    of field: Int, on connection: Connection, _ body: (CountedCell) throws(StoreError) -> Void
  ) throws(StoreError) {
    var values = DistinctValues { [unowned connection] in connection.isCancelled }
    let rows = try connection.uncachedStatement(sql.valueRows(of: field, meeting: whereClause), for: .list)
    try rows.forEachRow(binding: bindings) { row throws(StoreError) in try values.add(row) }
    try values.drain(body)
  }
}
