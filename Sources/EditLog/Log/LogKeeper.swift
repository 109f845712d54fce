import Dispatch
import Platform
import SQLite
import Synchronization

/// Runs background jobs of an edit log one at a time on its own connection; leaves failed work to the next job or program.
package final class LogKeeper: Sendable {
  private let path: String
  private let folder: String
  private let queue = DispatchQueue(label: "edit-log", qos: .utility)
  private let connection = Mutex<Connection?>(nil)
  private let isSyncing = Atomic(false)
  private let isClosed = Atomic(false)
  private let isFolderUnsynced = Atomic(false)

  init(path: String, folder: String) {
    (self.path, self.folder) = (path, folder)
  }

  /// Syncs the written changes to disk within a second.
  func noteWrite() {
    guard !isSyncing.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
      guard let self, !isClosed.load(ordering: .relaxed) else { return }
      sync()
    }
  }

  /// Records a commit with a rollback journal, which must be on disk before the log says that it was written.
  ///
  /// Removing the journal commits, and SQLite does not sync the removal: after a power loss the journal may be back, and the
  /// next program rolls back (pragma.html, synchronous = EXTRA).
  package func noteCommit() { isFolderUnsynced.store(true, ordering: .relaxed) }

  private func syncFolder() {
    if isFolderUnsynced.exchange(false, ordering: .relaxed) { Folder.sync(Array(folder.utf8)) }
  }

  /// Syncs and checkpoints the write-ahead log; SQLite syncs both files (wal.html, 3.3).
  private func sync() {
    isSyncing.store(false, ordering: .relaxed)
    syncFolder()
    perform { connection throws(StoreError) in
      let frames = try connection.row("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(at: 1) }
      // Truncating takes the lock that a Save needs, so it happens only if nothing was written since.
      if frames ?? 0 > 4_096, !isSyncing.load(ordering: .relaxed) {
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }
  }

  /// Runs a job after the jobs before it, once everything committed is on disk.
  package func run(_ job: @escaping @Sendable (Connection) throws(StoreError) -> Void) {
    queue.async { [self] in
      syncFolder()
      perform(job)
    }
  }

  /// Drops old steps in slices between other jobs, until none are left or the log is closed.
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

  package func flushCommits() {
    queue.sync { syncFolder() }
  }

  /// Finishes all jobs and closes the connection at once: SQLite removes files by name, and those may soon be another log's.
  package func close() {
    isClosed.store(true, ordering: .relaxed)
    queue.sync { connection.withLock { $0 = nil } }
  }

  package func flush() {
    queue.sync {}
  }

  /// - Throws: `fileReplaced` if another log is at the path, because SQLite may have opened its write-ahead log.
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
        // There is nobody to tell and nothing is lost, but an open transaction would block every Save.
        kept?.rollBack()
      }
    }
  }
}
