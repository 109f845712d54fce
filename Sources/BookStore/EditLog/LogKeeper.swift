import Dispatch
import Synchronization

/// Does in the background what an edit log needs and nobody waits for, one thing after the other.
///
/// It has a connection of its own. What it cannot do is done by the next one, or by the next program.
final class LogKeeper: Sendable {
  private let path: String
  private let queue = DispatchQueue(label: "edit-log", qos: .utility)
  private let connection = Mutex<Connection?>(nil)
  private let isSyncing = Atomic(false)

  init(path: String) {
    self.path = path
  }

  /// Sees to it that what was written now is on the disk within a second.
  func noteWrite() {
    guard !isSyncing.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + 0.5) { [self] in sync() }
  }

  /// Brings the write-ahead log onto the disk and into the file; SQLite syncs both (wal.html, 3.3).
  private func sync() {
    isSyncing.store(false, ordering: .relaxed)
    perform { connection throws(StoreError) in
      let frames = try connection.statement("PRAGMA wal_checkpoint(PASSIVE)").firstRow(binding: []) {
        $0.integer(at: 1)
      }
      // What is in the file by now is cut off. That takes the lock, for which a Save would have to wait, and so it is done
      // only when nothing has been written since.
      if frames ?? 0 > 4_096, !isSyncing.load(ordering: .relaxed) {
        try connection.statement("PRAGMA wal_checkpoint(TRUNCATE)").run()
      }
    }
  }

  /// Does something after what is being done.
  func run(_ job: @escaping @Sendable (Connection) throws(StoreError) -> Void) {
    queue.async { [self] in perform(job) }
  }

  /// Waits for the end of all that was to be done.
  func flush() {
    queue.sync {}
  }

  private func perform(_ job: (Connection) throws(StoreError) -> Void) {
    BackgroundThread.stepBack()
    connection.withLock { kept in
      do throws(StoreError) {
        let connection = if let kept { kept } else { try EditLog.connect(to: path) }
        kept = connection
        try job(connection)
      } catch {
        // There is nobody to tell, and nothing is lost; but what was begun would keep every Save from the log.
        kept?.rollBack()
      }
    }
  }
}
