import CSQLite
import Records

/// Reading the current row without a copy of what is too large.
extension PreparedStatement {
  /// The values of the row's columns in a range; those that pass `LargeValue.limit` are left out.
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

  /// The value of a column, or how it begins where it has more bytes than a head.
  func shownValue(at column: Int32) -> Value {
    if let large = large(at: column, limit: LargeValue.headLimit) { return large.shown }
    return value(at: column)
  }

  /// What is known of a text or blob of more bytes than a limit.
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

  /// The same of a text of a database in UTF-16, which SQLite would convert as soon as it is asked for its bytes in UTF-8.
  private func wideLarge(at column: Int32, limit: Int) -> LargeValue? {
    // Two bytes become three at most.
    guard sqlite3_column_bytes16(handle, column) / 2 * 3 > limit else { return nil }
    let bytes = wideText(at: column)
    guard bytes.count > limit else { return nil }
    return bytes.withUnsafeBytes { LargeValue(isText: true, byteCount: $0.count, head: $0) }
  }
}
