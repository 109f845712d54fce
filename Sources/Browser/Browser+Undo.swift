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
    guard var undo = try store.start(isRedo ? .redo : .undo) else {
      return stack.message = Wording.nothingUndone(isRedo: isRedo)
    }
    if undo.isLarge { return work = RowWork(undo, isRedo: isRedo) }
    let selected = seeking == nil ? selectedRecord : nil
    while try store.goOn(&undo) {}
    finish(undo, selected)
  }

  /// Does some changes of a large step; false where nothing is left to do.
  func goOnWithUndo(_ work: inout RowWork) throws(StoreError) -> Bool {
    guard var undo = work.undo else { return false }
    var goesOn = false
    // The work keeps what was done also where this fails.
    defer { work.undo = undo }
    try keepingSelection { () throws(StoreError) in goesOn = try store.goOn(&undo) }
    return goesOn
  }

  /// Says what was undone, and shows it.
  func finish(_ undo: RunningUndo, _ selected: RecordID? = nil) {
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
  func stop(_ undo: RunningUndo, _ error: StoreError?) {
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

  /// Shows the history.
  func openHistory() throws(StoreError) {
    guard store.logState == .ready else {
      return stack.message = store.isReadOnly ? Wording.noHistoryRead : Wording.noLog
    }
    stack.receive(.openedHistory(try lines(.newest, limit: HistoryPart.size)))
    noteHistoryRead(of: nil)
  }

  /// Has a history that is on screen begin with what was done just now.
  private func showNewest() {
    historyStamp = nil
    guard stack.mode == .history, let lines = try? lines(.newest, limit: HistoryPart.size) else { return }
    stack.receive(.history(.newest, of: nil, lines))
  }

  /// Reads the history on screen again once something was written since, or it comes back from under another screen.
  func refreshHistory() {
    guard case .readHistory(let part, let step, let limit)? = stack.historyAgain else {
      return historyStamp = nil
    }
    let (count, start) = (store.counts.dirty, ContinuousClock.now)
    if let last = historyStamp, last.step == step {
      if start < last.next || last.dirtyCount == count && !last.isLate { return }
    }
    guard progress == nil else { return }
    let isLate = historyStamp.map { $0.dirtyCount != count } ?? false
    let lines = try? lines(part, of: step, limit: limit)
    noteHistoryRead(of: step, for: start.duration(to: .now), isLate: isLate)
    if let lines { stack.receive(.history(part, of: step, lines)) }
  }

  /// Notes that the history on screen is as it is now.
  ///
  /// What is written in the background changes the number of dirty records again and again, and a step may have very many
  /// changes: the longer reading took, the longer is the pause.
  func noteHistoryRead(of step: Int64?, for duration: Duration = .zero, isLate: Bool = false) {
    historyStamp = HistoryStamp(
      step: step, dirtyCount: store.counts.dirty, isLate: isLate,
      next: .now + max(.milliseconds(500), duration * 20))
  }

  /// What tells whether a history may have become another one.
  struct HistoryStamp {
    let step: Int64?
    let dirtyCount: Int
    /// Whether the log may not have known yet what was written, so that it is read once more.
    let isLate: Bool
    /// Before that it is not read again.
    let next: ContinuousClock.Instant
  }

  /// A part of the history by its steps.
  private func lines(_ part: HistoryPart, limit: Int) throws(StoreError) -> [HistoryLine] {
    let steps =
      switch part {
      case .newest: try store.stepHistory(limit: limit)
      case .before(let number): try store.stepHistory(limit: limit, before: number)
      case .oldest: try store.stepHistory(limit: limit, after: 0)
      case .after(let number): try store.stepHistory(limit: limit, after: number)
      case .from(let number): try store.stepHistory(limit: limit, after: number - 1)
      }
    return steps.map(line)
  }

  /// A part of the changes of a step, or of the history.
  func lines(_ part: HistoryPart, of step: Int64?, limit: Int) throws(StoreError) -> [HistoryLine] {
    guard let step else { return try lines(part, limit: limit) }
    return switch part {
    case .newest: lines(try store.history(limit: limit, of: step))
    case .before(let number): lines(try store.history(limit: limit, before: number, of: step))
    case .oldest: lines(try store.history(limit: limit, after: 0, of: step))
    case .after(let number): lines(try store.history(limit: limit, after: number, of: step))
    case .from(let number): lines(try store.history(limit: limit, after: number - 1, of: step))
    }
  }

  /// A step as people read it.
  private func line(_ step: StepEntry) -> HistoryLine {
    let (main, schema) = (step.main, schema(of: step.main))
    return HistoryLine(
      number: main.step, id: main.id, time: Clock.text(main.time), what: Wording.line(step, schema),
      state: main.state,
      changes: step.count == 1
        ? nil : .init(step: main.step, count: step.count, writtenCount: step.writtenCount))
  }

  private func schema(of change: ChangeEntry) -> Schema? {
    change.id.flatMap { try? store.schema(of: $0.table) }
  }

  /// Changes as people read them.
  func lines(_ changes: [ChangeEntry]) -> [HistoryLine] {
    changes.map { change in
      HistoryLine(
        number: change.number, id: change.id, time: Clock.text(change.time),
        what: Wording.line(change, schema(of: change)), state: change.state)
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
