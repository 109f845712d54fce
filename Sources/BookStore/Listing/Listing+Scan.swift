import Records

/// The scan that finds out how many rows there are and where they are, and when the listing's threads may read.
extension Listing {
  /// Finds out in the background how many rows there are and where every 4,096th is.
  ///
  /// A table whose end has been seen already is small enough to do without.
  func startScan() {
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
