import CSQLite
import Records

/// Reading the current row, byte for byte.
///
/// SQLite may lack the memory to convert a text. Such a text reads as NULL or empty, and the statement fails as soon as the row has
/// been read.
extension PreparedStatement {
  /// The value of a column of the current row, counted from zero.
  func value(at column: Int32) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT where isWide: .text(Text(bytes: wideText(at: column)))
    case SQLITE_TEXT:
      .text(Text(bytes: bytes(UnsafeRawPointer(sqlite3_column_text(handle, column)), at: column)))
    case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, column), at: column))
    default: .null
    }
  }

  /// The values of the current row's columns in a range.
  func values(at columns: Range<Int>) -> [Value] {
    columns.map { value(at: Int32($0)) }
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
  func wideText(at column: Int32) -> [UInt8] {
    let start = sqlite3_column_text16(handle, column)
    let count = Int(sqlite3_column_bytes16(handle, column)) / 2
    guard count > 0 else { return [] }
    guard let start else {
      noteLackOfMemory()
      return []
    }
    return WideText.bytes(
      of: UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt16.self), count: count))
  }

  /// Copies a text or blob; its length is asked for after its address, as SQLite wants it.
  private func bytes(_ start: UnsafeRawPointer?, at column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0 else { return [] }
    // SQLite gives no address for bytes that it had no memory to convert.
    guard let start else {
      noteLackOfMemory()
      return []
    }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
