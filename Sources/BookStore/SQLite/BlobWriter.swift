import CSQLite

/// Writes a blob from its beginning on, piece by piece; the database has one of the same size already.
final class BlobWriter {
  private let blob: OpaquePointer?
  private let connection: Connection
  private var place = 0

  /// Opens a blob of a table of the main database.
  ///
  /// - Throws: What opening can end with, as where there is no such row.
  init(table: String, column: String, rowid: Int64, on connection: Connection) throws(StoreError) {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(connection.pointer, "main", table, column, rowid, 1, &blob)
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    (self.blob, self.connection) = (blob, connection)
  }

  deinit {
    sqlite3_blob_close(blob)
  }

  /// Writes the next bytes.
  ///
  /// - Throws: What writing can end with; the transaction is to be rolled back then.
  func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(place))
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    place += bytes.count
  }
}
