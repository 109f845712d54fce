import Records
import SQLite

/// Reads the fields of several hundred rows with one statement, without rows that it does not find under exactly their key.
package struct RowBatch {
  package let reader: RowReader

  package enum Row {
    /// Valid until the next row is read.
    case packed(PackedRow)
    case whole(RowReader.Row)
  }

  package static let size = 512

  private var sql: TableSQL { reader.sql }

  /// Whether SQLite can find each row by its key without scanning the others.
  static func isPossible(_ sql: TableSQL) -> Bool {
    guard sql.schema.source == .table else { return false }
    return sql.schema.key != .position
  }

  /// Reads at most `size` rows of one table, in any order; returns false if a value is too large to be read with its row.
  package func read(
    _ ids: ArraySlice<RecordID>, _ found: (RecordID, Row) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    guard sql.isReadableInPieces else {
      try readAll(ids, isLimited: false, found)
      return true
    }
    do throws(StoreError) {
      try reader.connection.withLengthLimit(LargeValue.limit) { () throws(StoreError) in
        try readAll(ids, isLimited: true, found)
      }
      return true
    } catch {
      guard error.isTooBig else { throw error }
      return false
    }
  }

  private func readAll(
    _ ids: ArraySlice<RecordID>, isLimited: Bool,
    _ found: (RecordID, Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let (text, values) = statement(ids)
    let statement = try reader.connection.statement(text, for: reader.purpose)
    let sql = sql
    let (table, isInteger, hasBytes) = (sql.schema.id, sql.schema.key.isInteger, !sql.bytesFields.isEmpty)
    let isPacked = isLimited && !hasBytes && reader.connection.isUTF8
    let start = sql.schema.key.columns.count
    let end = start + sql.schema.fields.count
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: PackedRow.largestSize, alignment: 8)
    defer { memory.deallocate() }
    try statement.forEachRow(binding: values) { row throws(StoreError) in
      let id = isInteger ? RecordID(.rowid(row.integer(at: 0)), in: table) : sql.id(in: row)
      if isPacked, let packed = row.packedRow(at: Int32(start)..<Int32(end), in: memory) {
        return try found(id, .packed(packed))
      }
      var fields =
        isLimited ? RowReader.Row(values: row.values(at: start..<end)) : row.boundedValues(at: start..<end)
      if hasBytes {
        let sizes = row.values(at: end..<end + sql.bytesFields.count)
        try reader.addBlobs(sizes, of: id, to: &fields)
      }
      try found(id, .whole(fields))
    }
  }

  /// The last key is repeated, so that few different texts stay compiled; consecutive rows are read as a range.
  private func statement(_ ids: ArraySlice<RecordID>) -> (text: String, values: [Value]) {
    guard let first = ids.first, let last = ids.last else { return (sql.hydrate(rows: 0), []) }
    if isRun(ids) { return (sql.hydrateRange, first.values + last.values) }
    let count = [8, 64].first { ids.count <= $0 } ?? Self.size
    var values: [Value] = []
    values.reserveCapacity(count * first.values.count)
    for id in ids {
      // Building an array for each rowid would take as long as binding it.
      if let rowid = id.rowid { values.append(.integer(rowid)) } else { values += id.values }
    }
    let padding = last.values
    for _ in ids.count..<count { values += padding }
    return (sql.hydrate(rows: count), values)
  }

  private func isRun(_ ids: ArraySlice<RecordID>) -> Bool {
    guard var next = ids.first?.rowid else { return false }
    for id in ids {
      guard id.rowid == next else { return false }
      next &+= 1
    }
    return true
  }
}
