import BookStore
import Records
import Screens

struct Undoing {
  let workspace: Workspace
  let runner: WorkRunner
  let history: HistoryReader
  let conflicts: ConflictChoices

  private var store: BookStore { workspace.store }

  func perform(_ effect: Effect) throws(StoreError) {
    if case .passOver(let isRedo) = effect { return try passOver(isRedo: isRedo) }
    try reverse(isRedo: effect == .redo)
  }

  func reverse(isRedo: Bool) throws(StoreError) {
    guard store.logState == .ready else { return workspace.stack.message = LogWording.noLog }
    do throws(StoreError) {
      guard let undo = try store.history.start(isRedo ? .redo : .undo) else {
        return workspace.stack.message = HistoryWording.nothingUndone(isRedo: isRedo)
      }
      // A single field gets a question instead.
      undo.offersConflicts = undo.isOfSeveral
      if undo.isLarge || undo.isOfField {
        return runner.start(
          Work(name: undo.isRedo ? "Redoing" : "Undoing", job: undo, keepsSelection: true) { end in
            if end == .done { conclude(undo) } else { stop(undo, end.error) }
          })
      }
      let selected = workspace.focus.settledRecord
      try undo.finish()
      conclude(undo, selected)
    } catch {
      guard try askToPassOver(error, isRedo: isRedo) else { throw error }
    }
  }

  func passOver(isRedo: Bool) throws(StoreError) {
    try store.history.passOver()
    history.showNewest()
    try reverse(isRedo: isRedo)
  }

  private func askToPassOver(_ error: StoreError, isRedo: Bool) throws(StoreError) -> Bool {
    guard let step = try store.history.stuckStep() else { return false }
    let schema = step.main.id.flatMap { try? store.schema(of: $0.table) }
    let reason = schema.map { StoreWording.sentence(error, in: $0) } ?? StoreWording.sentence(error)
    workspace.stack.receive(.alert(.passingOver(HistoryWording.line(step, schema), reason, isRedo: isRedo)))
    return true
  }

  func conclude(_ undo: UndoJob, _ selected: RecordID? = nil) {
    let step = undo.undone
    if undo.isOfField {
      let message = HistoryWording.undone(step, workspace.listing.schema, isRedo: undo.isRedo)
      return workspace.stack.message = message
    }
    workspace.focus.seek(step.id, otherwise: selected ?? workspace.focus.settledRecord)
    showAgain()
    if let schema = try? store.schema(of: step.id.table) {
      let done = HistoryWording.undone(step, schema, isRedo: undo.isRedo)
      workspace.stack.message =
        LogWording.leftOut(undo, after: done, schema, goOn: undo.isRedo ? "^R" : "u") ?? done
    }
    workspace.notices.sayLogState()
    if workspace.isSavingAtOnce { workspace.writeBack() }
  }

  func stop(_ undo: UndoJob, _ error: StoreError?) {
    showAgain()
    if let error, !undo.hasBegun, (try? askToPassOver(error, isRedo: undo.isRedo)) == true { return }
    let schema = (try? store.schema(of: undo.undone.id.table)) ?? workspace.listing.schema
    let done = undo.hasBegun ? HistoryWording.undone(undo.undone, schema, isRedo: undo.isRedo) : nil
    workspace.stack.message = LogWording.stopped(done, error, schema, isRedo: undo.isRedo)
    if workspace.isSavingAtOnce, undo.hasBegun { workspace.writeBack() }
  }

  private func showAgain() {
    workspace.lookAgain(atCovers: true)
    history.showNewest()
    conflicts.refresh()
  }
}
