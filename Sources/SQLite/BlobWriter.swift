import CSQLite

/// Writes a blob in pieces from the beginning; the database must already have a blob of the same size.
package final class BlobWriter {
  private let blob: OpaquePointer?
  private let connection: Connection
  private var place = 0

  package init(table: String, column: String, rowid: Int64, on connection: Connection) throws(StoreError) {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(connection.pointer, "main", table, column, rowid, 1, &blob)
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    (self.blob, self.connection) = (blob, connection)
  }

  deinit { sqlite3_blob_close(blob) }

  /// - Throws: The errors of writing; the caller must then roll back the transaction.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(place))
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    place += bytes.count
  }
}
