import CSQLite
import Records
import SQLite

/// A text or blob that is read in pieces; a piece in the middle first needs the pages before it, once.
package final class BlobReader {
  package let byteCount: Int
  private let blob: OpaquePointer?
  private let connection: Connection

  /// Nil if the table does not support incremental reads, or a text is not UTF-8.
  init?(_ field: Int, of id: RecordID, isText: Bool, _ sql: TableSQL, on connection: Connection) {
    guard sql.isReadableInPieces, let rowid = id.rowid, !isText || connection.isUTF8 else { return nil }
    let column = sql.schema.fields[field].column
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(connection.pointer, "main", sql.schema.table, column, rowid, 0, &blob)
    guard code == SQLITE_OK else { return nil }
    (self.blob, self.connection) = (blob, connection)
    byteCount = Int(sqlite3_blob_bytes(blob))
  }

  deinit { sqlite3_blob_close(blob) }

  /// - Precondition: The range is within the value.
  package func read(_ range: Range<Int>) throws(StoreError) -> [UInt8] {
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      code = sqlite3_blob_read(blob, buffer.baseAddress, Int32(range.count), Int32(range.lowerBound))
      count = code == SQLITE_OK ? range.count : 0
    }
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    return bytes
  }

  package func large(isText: Bool) throws(StoreError) -> LargeValue {
    let head = try read(0..<min(byteCount, LargeValue.headLimit))
    return LargeValue(isText: isText, byteCount: byteCount, head: head)
  }

  package func value(isText: Bool) throws(StoreError) -> Value {
    let bytes = try read(0..<byteCount)
    return isText ? .text(Text(bytes: bytes)) : .blob(bytes)
  }
}
