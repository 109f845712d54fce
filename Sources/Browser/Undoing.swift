import BookStore
import Records
import Screens

/// Undo and redo.
struct Undoing {
  let workspace: Workspace
  let runner: WorkRunner
  let history: HistoryReader
  let conflicts: ConflictChoices

  private var store: BookStore { workspace.store }

  /// Undoes the last step or redoes it, and shows the row that it was of; a large one goes on between the keys.
  func reverse(isRedo: Bool) throws(StoreError) {
    guard store.logState == .ready else { return workspace.stack.message = StoreWording.noLog }
    guard let undo = try store.history.start(isRedo ? .redo : .undo) else {
      return workspace.stack.message = Wording.nothingUndone(isRedo: isRedo)
    }
    if undo.isLarge || undo.isOfField { return runner.start(UndoWork(undo, self)) }
    let selected = workspace.focus.settledRecord
    try undo.finish()
    conclude(undo, selected)
  }

  /// Says what was undone, and shows it.
  func conclude(_ undo: UndoJob, _ selected: RecordID? = nil) {
    let step = undo.undone
    if undo.isOfField {
      workspace.stack.message = Wording.undone(step, workspace.listing.schema, isRedo: undo.isRedo)
      return
    }
    workspace.focus.seek(step.id, otherwise: selected ?? workspace.focus.settledRecord)
    showAgain()
    if let schema = try? store.schema(of: step.id.table) {
      workspace.stack.message = Wording.undone(step, schema, isRedo: undo.isRedo)
    }
    workspace.notices.sayLogState()
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  /// Says how far a large step has come that does not go on, and why; what was done stays done.
  func stop(_ undo: UndoJob, _ error: StoreError?) {
    showAgain()
    let schema = (try? store.schema(of: undo.undone.id.table)) ?? workspace.listing.schema
    let done = undo.hasBegun ? Wording.undone(undo.undone, schema, isRedo: undo.isRedo) : nil
    workspace.stack.message = StoreWording.stopped(done, error, schema, isRedo: undo.isRedo)
    if workspace.isSavingAtOnce, undo.hasBegun { workspace.writeBack() }
  }

  private func showAgain() {
    workspace.lookAgain()
    history.showNewest()
    conflicts.refresh()
  }
}
