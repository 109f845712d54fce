import Records

/// What another connection has done to the database.
extension BookStore {
  /// What `checkForOtherWriters()` found.
  public enum OtherWriting: Hashable, Sendable {
    /// Nothing.
    case nothing
    /// Rows may have changed.
    case rows
    /// Tables may have changed; they are as they were when the database was opened until it is opened anew.
    case schema
    /// Anything, in a database that is only read and that nobody had open before; it shows when it is opened anew.
    case everything
  }

  /// Has the store's own connection wait for locks no longer than this, as one does that tries again by itself.
  public func waitForLocks(_ timeout: Duration) {
    connection.waitForLocks(timeout)
  }

  /// Looks whether another connection has written since the last call, and has rows and clean records read again then.
  ///
  /// The first call looks back to the opening. The store's own threads are not others.
  /// Dirty records stay as they are. Clean ones that nobody holds are forgotten, and listings read their rows anew;
  /// whoever shows a row looks at it again, and finds its place by its key.
  ///
  /// - Complexity: Two statements that touch no table, and no wait for a lock: where there is one, the next call knows.
  public func checkForOtherWriters() -> OtherWriting {
    guard running == nil else { return .nothing }
    if connection.isOutdated {
      haveOthersWritten = true
      return .everything
    }
    let (data, schema) = connection.waiting(atMost: .zero) {
      (connection.dataVersion, connection.schemaVersion)
    }
    guard let data, let schema else { return .nothing }
    let seen = seenVersions
    seenVersions = (data, schema)
    guard let seenData = seen.data, data != seenData else { return .nothing }
    haveOthersWritten = true
    _ = records.dehydrateClean()
    for listing in listings { listing.readAgain() }
    return seen.schema.map { $0 == schema } ?? true ? .rows : .schema
  }

  /// Whether the database's file was moved, replaced or removed since it was opened; nothing can be written then.
  ///
  /// - Complexity: A few calls of the system.
  public var isFileReplaced: Bool { connection.isFileReplaced }

  /// The number that changes when another connection has written, or nil where a lock keeps it from being read.
  var dataVersion: Int64? { connection.waiting(atMost: .zero) { connection.dataVersion } }

  /// Takes the write of the store's own thread for one that has been seen, unless somebody else's came before it.
  ///
  /// - Parameters:
  ///   - before: The store's data version before the write.
  ///   - version: That after it, when nobody else had written meanwhile.
  func noteOwnWrite(since before: Int64?, upTo version: Int64?) {
    guard let before, let version else { return }
    if baseline == before { baseline = version }
    if seenVersions.data == before { seenVersions.data = version }
  }

  /// The same database, opened anew because its tables are others now; this store is to be let go of then.
  ///
  /// - Throws: As `init(path:options:)`.
  public func reopened() throws(StoreError) -> BookStore { try BookStore(path: path, options: options) }
}
