import Dispatch
import Platform
import SQLite
import Synchronization

/// Does in the background what an edit log needs and nobody waits for, one thing after the other.
///
/// It has a connection of its own. What it cannot do is done by the next one, or by the next program.
package final class LogKeeper: Sendable {
  private let path: String
  /// The folder of the database.
  private let folder: String
  private let queue = DispatchQueue(label: "edit-log", qos: .utility)
  private let connection = Mutex<Connection?>(nil)
  private let isSyncing = Atomic(false)
  private let isClosed = Atomic(false)
  private let isFolderUnsynced = Atomic(false)

  init(path: String, folder: String) {
    (self.path, self.folder) = (path, folder)
  }

  /// Sees to it that what was written now is on the disk within a second.
  func noteWrite() {
    guard !isSyncing.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
      guard let self, !isClosed.load(ordering: .relaxed) else { return }
      sync()
    }
  }

  /// Notes that a transaction with a rollback journal has ended, which has to be on the disk before the log says there that the
  /// database has something.
  ///
  /// It ends when the journal is removed, and SQLite does not wait until the disk knows that: after a loss of power the journal may
  /// be back, and the next program rolls the transaction back (pragma.html, synchronous = EXTRA).
  package func noteCommit() { isFolderUnsynced.store(true, ordering: .relaxed) }

  private func syncFolder() {
    if isFolderUnsynced.exchange(false, ordering: .relaxed) { Folder.sync(Array(folder.utf8)) }
  }

  /// Brings the write-ahead log onto the disk and into the file; SQLite syncs both (wal.html, 3.3).
  private func sync() {
    isSyncing.store(false, ordering: .relaxed)
    syncFolder()
    perform { connection throws(StoreError) in
      let frames = try connection.row("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(at: 1) }
      // What is in the file by now is cut off. That takes the lock, for which a Save would have to wait, and so it is done
      // only when nothing has been written since.
      if frames ?? 0 > 4_096, !isSyncing.load(ordering: .relaxed) {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }

  /// Does something after what is being done, and after what was committed is on the disk.
  package func run(_ job: @escaping @Sendable (Connection) throws(StoreError) -> Void) {
    queue.async { [self] in
      syncFolder()
      perform(job)
    }
  }

  /// Drops what is to be dropped, a slice at a time with other things between, until nothing is left or the log is closed.
  func prune(_ pruning: Pruning, after seconds: Double = 0) {
    queue.asyncAfter(deadline: .now() + seconds) { [weak self] in
      guard let self, !isClosed.load(ordering: .relaxed) else { return }
      var (pruning, pause) = (pruning, nil as Double?)
      perform { connection throws(StoreError) in pause = try pruning.goOn(on: connection) }
      guard let pause else { return }
      noteWrite()
      prune(pruning, after: pause)
    }
  }

  /// Returns once what was committed is on the disk.
  package func flushCommits() {
    queue.sync { syncFolder() }
  }

  /// Ends all that was to be done and closes the connection: later another log may have the names that SQLite removes then.
  package func close() {
    isClosed.store(true, ordering: .relaxed)
    queue.sync { connection.withLock { $0 = nil } }
  }

  /// Waits for the end of all that was to be done; what is still to be dropped does not count.
  package func flush() {
    queue.sync {}
  }

  /// Opens the connection to the log.
  ///
  /// - Throws: `fileReplaced` where another log has come to the path meanwhile: SQLite may have opened the write-ahead log of
  ///   that one.
  private func connect() throws(StoreError) -> Connection {
    let connection = try LogSchema.connect(to: path)
    guard !connection.isFileReplaced else {
      connection.keepLog()
      connection.leaveLog()
      throw .fileReplaced
    }
    return connection
  }

  private func perform(_ job: (Connection) throws(StoreError) -> Void) {
    BackgroundThread.stepBack()
    connection.withLock { kept in
      do throws(StoreError) {
        let connection = if let kept { kept } else { try connect() }
        kept = connection
        try job(connection)
      } catch {
        // There is nobody to tell, and nothing is lost; but what was begun would keep every Save from the log.
        kept?.rollBack()
      }
    }
  }
}
