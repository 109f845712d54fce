import CSQLite
import Records

/// Reading the current row, byte for byte.
extension PreparedStatement {
  /// The value of a column of the current row, counted from zero.
  func value(at column: Int32) throws(StoreError) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT where isWide: .text(Text(bytes: try wideText(at: column)))
    case SQLITE_TEXT:
      .text(Text(bytes: try bytes(UnsafeRawPointer(sqlite3_column_text(handle, column)), at: column)))
    case SQLITE_BLOB: .blob(try bytes(sqlite3_column_blob(handle, column), at: column))
    default: .null
    }
  }

  /// The values of the current row's columns in a range.
  func values(at columns: Range<Int>) throws(StoreError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(columns.count)
    for column in columns { values.append(try value(at: Int32(column))) }
    return values
  }

  /// The 64-bit integer in a column of the current row.
  func integer(at column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// The number in a column of the current row.
  func real(at column: Int32) -> Double {
    sqlite3_column_double(handle, column)
  }

  /// The bytes of a text of a database in UTF-16.
  func wideText(at column: Int32) throws(StoreError) -> [UInt8] {
    let start = sqlite3_column_text16(handle, column)
    let count = Int(sqlite3_column_bytes16(handle, column)) / 2
    guard count > 0 else { return [] }
    guard let start else { throw StoreError(code: SQLITE_NOMEM, message: "out of memory") }
    return WideText.bytes(
      of: UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt16.self), count: count))
  }

  /// Copies a text or blob; its length is asked for after its address, as SQLite wants it.
  private func bytes(_ start: UnsafeRawPointer?, at column: Int32) throws(StoreError) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0 else { return [] }
    // SQLite gives no address for bytes that it had no memory to convert.
    guard let start else { throw StoreError(code: SQLITE_NOMEM, message: "out of memory") }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
