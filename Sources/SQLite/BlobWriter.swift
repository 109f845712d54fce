import CSQLite

/// Writes a blob in pieces from the beginning; the database already has a blob of the same size.
package final class BlobWriter {
  private let blob: OpaquePointer?
  private let connection: Connection
  private var place = 0

  /// Opens a blob of a table of the main database.
  ///
  /// - Throws: The errors of opening, for example if there is no such row.
  package init(table: String, column: String, rowid: Int64, on connection: Connection) throws(StoreError) {
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
  /// - Throws: The errors of writing; the transaction has to be rolled back then.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(place))
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    place += bytes.count
  }
}
