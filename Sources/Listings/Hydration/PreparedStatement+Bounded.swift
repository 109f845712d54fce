import CSQLite
import Records
import SQLite

extension PreparedStatement {
  func boundedValues(at columns: Range<Int>) -> RowReader.Row {
    var row = RowReader.Row(values: [])
    row.values.reserveCapacity(columns.count)
    for column in columns {
      if let large = large(at: Int32(column), limit: LargeValue.limit) {
        row.large.append(LargeField(index: column - columns.lowerBound, value: large))
        row.values.append(.null)
      } else {
        row.values.append(value(at: Int32(column)))
      }
    }
    return row
  }

  package func shownValue(at column: Int32) -> Value {
    if let large = large(at: column, limit: LargeValue.headLimit) { return large.shown }
    return value(at: column)
  }

  private func large(at column: Int32, limit: Int) -> LargeValue? {
    let type = sqlite3_column_type(handle, column)
    if type == SQLITE_TEXT, isWide { return wideLarge(at: column, limit: limit) }
    guard type == SQLITE_TEXT || type == SQLITE_BLOB, sqlite3_column_bytes(handle, column) > limit else {
      return nil
    }
    let start =
      type == SQLITE_TEXT
      ? UnsafeRawPointer(sqlite3_column_text(handle, column)) : sqlite3_column_blob(handle, column)
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return LargeValue(isText: type == SQLITE_TEXT, byteCount: bytes.count, head: bytes)
  }

  /// SQLite would convert a text of a UTF-16 database as soon as its UTF-8 size is queried.
  private func wideLarge(at column: Int32, limit: Int) -> LargeValue? {
    // Two bytes of UTF-16 become at most three of UTF-8.
    guard sqlite3_column_bytes16(handle, column) / 2 * 3 > limit else { return nil }
    let bytes = wideText(at: column)
    guard bytes.count > limit else { return nil }
    return bytes.withUnsafeBytes { LargeValue(isText: true, byteCount: $0.count, head: $0) }
  }
}
