import Dispatch

/// The end of a store.
extension BookStore {
  /// Ends the store's threads, and brings what was written from a write-ahead log into the database's file.
  ///
  /// The `-wal` and `-shm` files go with the store itself, if nobody else has the database open. Nothing may be done with the
  /// store afterwards but reading.
  ///
  /// - Returns: Whether the database's file has all that was written: not where another program reads an older state of it,
  ///   so that the `-wal` file has a part which belongs to it.
  /// - Complexity: A work that a thread is doing is interrupted and waited for, a second at most.
  @discardableResult
  public func close() -> Bool {
    flushLog()
    // With everything in the database, the log need not survive a loss of power.
    if counts.dirty == 0 { journal.opened?.leaveUnsynced() }
    endThreads()
    guard hasWriteAheadLog, connection.hasWritten || hasThreadWritten else { return true }
    return connection.checkpoint()
  }

  /// Ends the threads that have connections of their own, the last of which to close takes the write-ahead log in.
  func endThreads() {
    for listing in listings { listing.endThreads() }
    stopWorkers()
    _ = options.threads?.wait(timeout: .now() + 1)
  }

  /// Has a closure asked whether to end a statement that has been running for some tenths of a second, and again and again
  /// while it goes on: a view, a trigger or a computed column may never end.
  ///
  /// It is given how long that has been, in seconds of the processor, and also asked while the store waits for a write-back in the
  /// background, which it then ends.
  ///
  /// It is called on the store's thread, in the middle of a call of the store, which must not be called then. What is ended
  /// fails as `interrupted`.
  public func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    connection.onLongStatement(isUnwanted)
  }
}
