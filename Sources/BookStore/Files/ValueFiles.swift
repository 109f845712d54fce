import Listings
import Records
import SQLite

/// Exports values to files, and imports files as values, on another thread.
public final class ValueFiles {
  private let database: Database
  private let records: RecordTable
  private let transfers: FileTransfers

  init(_ database: Database, _ records: RecordTable, _ transfers: FileTransfers) {
    (self.database, self.records, self.transfers) = (database, records, transfers)
  }

  /// Starts writing a field's value to a file: the bytes of a text or blob, or a number as it is shown.
  ///
  /// A complete temporary file in the same folder replaces any file at the path; the caller must ask first. The umask sets its
  /// mode. An earlier transfer is cancelled. Unless the database is in WAL mode, a write-back restarts the export.
  /// `takeTransfer()` returns the result.
  public func startExport(_ field: Int, of id: RecordID, to path: Text) throws(StoreError) {
    try checkIsForeign(path)
    let sql = try database.sql(of: id.table)
    let value = records[id]?.value(at: field)
    transfers.start(.export(ValueExport(field: field, id: id, sql: sql, value: value, path: path)))
  }

  /// Checks, without opening it, that a file is not the database, its companion or the edit log; otherwise throws
  /// `cannotOpen`.
  public func checkIsForeign(_ path: Text) throws(StoreError) { try transfers.files.check(path) }

  /// - Throws: `alreadyExists` if the path exists and must not be replaced, or `cannotOpen`.
  package func output(to path: Text, replaces: Bool) throws(StoreError) -> OutputFile {
    try checkIsForeign(path)
    return try OutputFile(path, replaces: replaces)
  }

  /// The size in bytes of a file to import; throws `tooLarge` if SQLite could not hold it.
  public func byteCount(ofFile path: Text) throws(StoreError) -> Int {
    try checkIsForeign(path)
    return try ValueImport.byteCount(of: path, limit: database.connection.lengthLimit)
  }

  /// Starts reading a file, cancelling an earlier transfer; `takeTransfer()` returns its bytes as a text or a blob.
  public func startImport(of path: Text, asText isText: Bool = false) {
    transfers.start(.import(ValueImport(path: path, isText: isText)))
  }

  /// Whether a file is being written or read.
  public var isTransferring: Bool { transfers.isUnderWay }

  /// Cancels the transfer, leaving no incomplete file; if asked, waits until it has ended, as before the program exits.
  public func cancelTransfer(waiting isWaiting: Bool = false) {
    transfers.cancel(waiting: isWaiting)
  }

  /// Returns the transfer's progress or result; nil if there is nothing new.
  public func takeTransfer() -> TransferNews? {
    let news = transfers.inbox.take().last
    switch news {
    case nil, .progress: break
    case .exported, .imported, .failed: transfers.end()
    }
    return news
  }
}
