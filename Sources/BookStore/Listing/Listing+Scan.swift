import Records

/// The scan that finds out how many rows there are and where they are, and when the listing's threads may read.
extension Listing {
  /// Finds out in the background how many rows there are and where every 4,096th is.
  ///
  /// A table whose end has been seen already is small enough to do without.
  func startScan() {
    countIfSmall()
    scanCount += 1
    isScanning = !keyed.isMapped && scope == nil
    guard isScanning, !isPaused else { return }
    scout.start(
      { [sql, inbox, scanCount] connection throws(StoreError) in
        try AnchorScan(sql: sql).run(on: connection) {
          inbox.post(.anchors(scan: scanCount, $0, total: $1))
        }
      }, fail: { [inbox, scanCount] in inbox.post(.scanFailed(scan: scanCount, $0)) })
  }

  /// The largest file whose rows are counted at once, in bytes: SQLite does so within a fraction of a millisecond.
  private static let smallByteCount = 2 << 20

  /// Counts the rows of a table in a small file, so that their number is there with the first screen; all others are
  /// counted in the background.
  public func countIfSmall() {
    guard connection.byteCount <= Self.smallByteCount, sql.schema.source == .table, !keyed.count.isExact,
      keyed.count.value <= KeyedListing.nearCount
    else { return }
    _ = try? connection.waiting(atMost: .zero) { () throws(StoreError) in try keyed.resolveCount() }
  }

  /// Notes that a row came into the table; what a scan has not told yet may not know of it.
  func noteInserted(_ id: RecordID) {
    keyed.noteInserted(id)
    if scanCount > 0, isScanning || !keyed.isMapped { startScan() }
  }

  /// Notes that a row went out of the table, which had so many anchors before it.
  func noteDeleted(_ id: RecordID, behindFirst anchorCount: Int) {
    keyed.noteDeleted(id, behindFirst: anchorCount)
    if scanCount > 0, isScanning || !keyed.isMapped { startScan() }
  }

  /// Whether a thread reads the database.
  var isReading: Bool { isScanning || isWorking || isSeeking }

  /// Makes the threads let go of the database until `resume()`.
  func pause() {
    isPaused = true
    scout.cancelAndWait()
    searcher.cancelAndWait()
  }

  /// Lets the threads begin again with what was not done.
  func resume() throws(StoreError) {
    isPaused = false
    if isScanning { startScan() }
    if isSeeking, let seek = runningSeek?.seek { start(seek) }
    if isWorking, let query = latestQuery { try show(query) }
  }
}
