import BookStore
import Records
import Screens

/// Restores or discards the changes of a dead session.
final class RecoveryWork: Work {
  private let workspace: Workspace
  private let recovery: RecoveryJob

  init(_ recovery: RecoveryJob, _ workspace: Workspace) {
    (self.recovery, self.workspace) = (recovery, workspace)
  }

  var name: String { recovery.isDiscarding ? "Discarding" : "Restoring" }
  var fraction: Double { recovery.fraction }

  func step() throws(StoreError) -> Bool { try recovery.step() }

  /// Reports what was restored or discarded; the rest stays in the log.
  func end(_ end: WorkEnd) {
    workspace.focus.seekSelectedAgain()
    workspace.lookAgain()
    let done =
      recovery.isDiscarding
      ? LogWording.discarded(recovery.discardedCount) : LogWording.restored(recovery.restoration)
    workspace.stack.message = end == .done ? done : LogWording.stopped(done, end.error)
  }
}
