import BookStore
import Records
import Screens

/// The history: its steps, the changes of one of them, and what a dead session has left.
extension Browser {
  /// Shows the history, or a part of it.
  func openHistory(_ source: HistorySource) throws(StoreError) {
    if source == .abandoned {
      guard store.recovery.abandoned != nil else { return }
      askToRestore()
    } else if store.logState != .ready {
      return stack.message = store.isReadOnly ? Wording.noHistoryRead : Wording.noLog
    }
    stack.receive(.openedHistory(source, try lines(.first, of: source, limit: HistoryScreen.partSize)))
    if source == .steps, try store.history.isFull() { stack.message = Wording.fullHistory }
    noteHistoryRead(of: source)
  }

  /// Has a history that is on screen begin with what was done just now.
  func showNewest() {
    historyStamp = nil
    guard stack.mode == .history, let lines = try? lines(.first, of: .steps, limit: HistoryScreen.partSize)
    else { return }
    stack.receive(.history(.first, of: .steps, lines))
  }

  /// Reads the history on screen again once something was written since, or it comes back from under another screen.
  func refreshHistory() {
    guard case .readHistory(let part, let source, let limit)? = stack.historyAgain else {
      return historyStamp = nil
    }
    let (count, start) = (store.counts.dirty, ContinuousClock.now)
    if let last = historyStamp, last.source == source {
      if start < last.next || last.dirtyCount == count && !last.isLate { return }
    }
    guard progress == nil else { return }
    let isLate = historyStamp.map { $0.dirtyCount != count } ?? false
    let lines = try? lines(part, of: source, limit: limit)
    noteHistoryRead(of: source, for: start.duration(to: .now), isLate: isLate)
    if let lines { stack.receive(.history(part, of: source, lines)) }
  }

  /// Notes that the history on screen is as it is now.
  ///
  /// What is written in the background changes the number of dirty records again and again, and a step may have very many
  /// changes: the longer reading took, the longer is the pause.
  func noteHistoryRead(of source: HistorySource, for duration: Duration = .zero, isLate: Bool = false) {
    historyStamp = HistoryStamp(
      source: source, dirtyCount: store.counts.dirty, isLate: isLate,
      next: .now + max(.milliseconds(500), duration * 20))
  }

  /// What tells whether a history may have become another one.
  struct HistoryStamp {
    let source: HistorySource
    let dirtyCount: Int
    /// Whether the log may not have known yet what was written, so that it is read once more.
    let isLate: Bool
    /// Before that it is not read again.
    let next: ContinuousClock.Instant
  }

  /// A part of what is listed, of so many lines at most.
  func lines(_ part: LinePart, of source: HistorySource, limit: Int) throws(StoreError) -> [HistoryLine] {
    switch source {
    case .steps:
      let steps = try part.read { number throws(StoreError) in
        try store.history.steps(limit: limit, before: number)
      } after: { number throws(StoreError) in
        try store.history.steps(limit: limit, after: number)
      }
      return steps.map(line)
    case .changes(let step):
      let changes = try part.read { number throws(StoreError) in
        try store.history.changes(limit: limit, before: number, of: step)
      } after: { number throws(StoreError) in
        try store.history.changes(limit: limit, after: number, of: step)
      }
      return changes.map { line($0, number: $0.number) }
    case .abandoned:
      return abandoned(part, limit)
    }
  }

  /// A part of what a dead session has left; a line's number is its change's place, counted from 1.
  private func abandoned(_ part: LinePart, _ limit: Int) -> [HistoryLine] {
    let places = part.read { number in
      let end = number.map { Int($0) - 1 } ?? store.recovery.abandoned?.count ?? 0
      return max(0, end - limit)..<max(0, end)
    } after: { number in
      Int(number)..<Int(number) + limit
    }
    return zip(places, store.recovery.abandonedChanges(in: places)).reversed().map { place, change in
      line(change, number: Int64(place + 1))
    }
  }

  /// The most characters of a value that the chosen line of the history shows.
  private static let fullLimit = 500

  /// A step as people read it.
  private func line(_ step: StepEntry) -> HistoryLine {
    let (main, schema) = (step.main, schema(of: step.main))
    return HistoryLine(
      number: main.step, id: main.id, time: Clock.text(main.time), what: Wording.line(step, schema),
      full: Wording.line(step, schema, limit: Self.fullLimit),
      state: main.state,
      changes: step.count == 1
        ? nil : .init(step: main.step, count: step.count, writtenCount: step.writtenCount))
  }

  private func schema(of change: ChangeEntry) -> Schema? {
    change.id.flatMap { try? store.schema(of: $0.table) }
  }

  /// A change as people read it.
  private func line(_ change: ChangeEntry, number: Int64) -> HistoryLine {
    let schema = schema(of: change)
    return HistoryLine(
      number: number, id: change.id, time: Clock.text(change.time), what: Wording.line(change, schema),
      full: Wording.line(change, schema, limit: Self.fullLimit), state: change.state)
  }
}
