import Records

/// Values that go into files, and files that become values, away from the store's thread.
public final class ValueFiles {
  private let database: Database
  private let records: RecordTable
  private let transfers: FileTransfers

  init(_ database: Database, _ records: RecordTable, _ transfers: FileTransfers) {
    (self.database, self.records, self.transfers) = (database, records, transfers)
  }

  /// Begins to write a field's value to a file: the bytes of a text or blob, the text of a number, nothing for NULL.
  ///
  /// A large value that is not held is read and written piece by piece. The file has another name in the same folder
  /// until it is complete, and then takes the place of one that has the path; whether it may is the caller's to ask. Who
  /// may read it is as the process's mask says. `takeTransfer()` has what becomes of it. What was begun before ends.
  ///
  /// A record that is edited is written as it is shown. Where the journal is no write-ahead log a write-back interrupts
  /// the export, which begins again then.
  ///
  /// - Parameter field: An index in the schema's fields.
  /// - Throws: Why the table cannot be read, or `cannotOpen` as `checkIsForeign(_:)`.
  public func startExport(_ field: Int, of id: RecordID, to path: Text) throws(StoreError) {
    try checkIsForeign(path)
    let sql = try database.sql(of: id.table)
    transfers.start(
      FileExport(field: field, id: id, sql: sql, value: records[id]?.value(at: field), path: path))
  }

  /// Looks whether a file is none of the store's own, by whatever name.
  ///
  /// Its own are the database, what SQLite keeps beside that, and the edit log: they are neither imported nor replaced by an
  /// export. The file that is asked about is not opened.
  ///
  /// - Throws: `cannotOpen` with what the file is.
  public func checkIsForeign(_ path: Text) throws(StoreError) { try transfers.files.check(path) }

  /// The bytes of a file that may be imported, so that it can be asked whether a large one is meant.
  ///
  /// - Throws: `cannotOpen`, or `tooLarge` for one that SQLite could not hold.
  public func byteCount(ofFile path: Text) throws(StoreError) -> Int {
    try checkIsForeign(path)
    let count = try FileImport.byteCount(of: path)
    let limit = database.connection.lengthLimit
    guard count <= limit else { throw .tooLarge(byteCount: count, limit: limit) }
    return count
  }

  /// Begins to read a file, whose bytes become a text or else a blob that `takeTransfer()` has then.
  ///
  /// What was begun before ends.
  public func startImport(of path: Text, asText isText: Bool = false) {
    transfers.start(FileImport(path: path, isText: isText))
  }

  /// Whether a file is being written or read.
  public var isTransferring: Bool { transfers.isUnderWay }

  /// Ends the writing or reading of a file; no half-made file is left.
  ///
  /// - Parameter isWaiting: Whether to return only when that is so, as before the program ends.
  public func cancelTransfer(waiting isWaiting: Bool = false) {
    transfers.cancel(waiting: isWaiting)
  }

  /// Takes in how far the writing or reading of a file is, or what became of it; nil where there is nothing new.
  public func takeTransfer() -> TransferNews? {
    let news = transfers.inbox.take().last { $0.number == transfers.number }?.news
    switch news {
    case nil, .progress: break
    case .exported, .imported, .failed: transfers.end()
    }
    return news
  }
}
