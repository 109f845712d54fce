import BookStore
import Records
import Screens

/// Undo, redo, and the history that they are of.
extension Browser {
  /// Whether each edit goes to the database at once.
  var isSavingAtOnce: Bool {
    if case .unavailable = store.logState { true } else { settings.saveOn == .edit }
  }

  /// Undoes the last change or does it again, and shows the row that it was of.
  func reverse(isRedo: Bool) throws(StoreError) {
    guard work == nil else { return stack.message = Wording.stillWorking }
    guard store.logState == .ready else { return stack.message = Wording.noLog }
    let selected = seeking == nil ? selectedRecord : nil
    guard let step = isRedo ? try store.redo() : try store.undo() else {
      return stack.message = Wording.nothingUndone(isRedo: isRedo)
    }
    select(step.id, else: selected)
    lookAgain()
    showNewest()
    stack.message = Wording.undone(step, try store.schema(of: step.id.table), isRedo: isRedo)
    if isSavingAtOnce { writeBack() }
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

  /// Shows the history.
  func openHistory() throws(StoreError) {
    stack.receive(.openedHistory(try lines(.newest, limit: HistoryPart.size)))
  }

  /// Has a history that is on screen begin with what was done just now.
  private func showNewest() {
    guard stack.mode == .history, let lines = try? lines(.newest, limit: HistoryPart.size) else { return }
    stack.receive(.history(.newest, lines))
  }

  /// A part of the history.
  func lines(_ part: HistoryPart, limit: Int) throws(StoreError) -> [HistoryLine] {
    let changes =
      switch part {
      case .newest: try store.history(limit: limit)
      case .before(let number): try store.history(limit: limit, before: number)
      case .oldest: try store.history(limit: limit, after: 0)
      case .after(let number): try store.history(limit: limit, after: number)
      }
    return lines(changes)
  }

  /// Changes as people read them.
  func lines(_ changes: [ChangeEntry]) -> [HistoryLine] {
    changes.map { change in
      let schema = change.id.flatMap { try? store.schema(of: $0.table) }
      return HistoryLine(
        number: change.number, id: change.id, time: Clock.text(change.time),
        what: Wording.line(change, schema), state: change.state)
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
