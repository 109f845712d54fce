import BookStore
import Records
import Screens

/// Undo, redo, and the history that they are of.
extension Browser {
  /// Whether each edit goes to the database at once.
  var isSavingAtOnce: Bool {
    if case .unavailable = store.logState { true } else { settings.saveOn == .edit }
  }

  /// Undoes the last change or does it again, and shows the row that it was of; a large one goes on between the keys.
  func reverse(isRedo: Bool) throws(StoreError) {
    guard work == nil else { return stack.message = Wording.stillWorking }
    guard store.logState == .ready else { return stack.message = Wording.noLog }
    guard let undo = try store.history.start(isRedo ? .redo : .undo) else {
      return stack.message = Wording.nothingUndone(isRedo: isRedo)
    }
    if undo.isLarge { return work = UndoWork(undo, in: self) }
    let selected = seeking == nil ? selectedRecord : nil
    try undo.finish()
    finish(undo, selected)
  }

  /// Says what was undone, and shows it.
  func finish(_ undo: UndoJob, _ selected: RecordID? = nil) {
    let step = undo.undone
    select(step.id, else: selected ?? (seeking == nil ? selectedRecord : nil))
    lookAgain()
    showNewest()
    showConflictsAgain()
    if let schema = try? store.schema(of: step.id.table) {
      stack.message = Wording.undone(step, schema, isRedo: undo.isRedo)
    }
    sayLogState()
    if isSavingAtOnce { writeBack() }
  }

  /// Says how far a large step has come that does not go on, and why; what was done stays done.
  func stop(_ undo: UndoJob, _ error: StoreError?) {
    lookAgain()
    showNewest()
    showConflictsAgain()
    let schema = (try? store.schema(of: undo.undone.id.table)) ?? listing.schema
    let done = undo.hasBegun ? Wording.undone(undo.undone, schema, isRedo: undo.isRedo) : nil
    stack.message = Wording.stopped(done, error, schema, isRedo: undo.isRedo)
    if isSavingAtOnce, undo.hasBegun { writeBack() }
  }

  /// Selects a row if the list shows it, or else another one.
  private func select(_ id: RecordID, else other: RecordID?) {
    let isShown = id.table == listing.schema.id && (try? listing.position(of: id)) ?? nil != nil
    seeking = Seeking(id: isShown ? id : other, isAtTop: true)
    seek()
  }

  /// Reads the records anew that are on screens, and closes those that are about rows which are gone.
  func lookAgain() {
    stack.refreshPreview()
    for id in stack.shownRecords {
      do throws(StoreError) {
        stack.receive(.record(try store.snapshot(of: id)))
      } catch {
        if error == .rowGone { stack.receive(.deleted(id)) }
      }
    }
  }

  /// Opens the record of a change, or says that it is gone.
  func open(_ id: RecordID?) throws(StoreError) {
    do throws(StoreError) {
      guard let id else { throw .rowGone }
      stack.receive(.linked(try store.snapshot(of: id), try store.schema(of: id.table)))
    } catch {
      guard error == .rowGone else { throw error }
      stack.message = Wording.isGone
    }
  }
}
