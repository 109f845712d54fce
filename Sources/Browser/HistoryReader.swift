import BookStore
import Records
import Screens

/// Reads the history for its screens: its steps, the changes of one of them, and what a dead session has left.
final class HistoryReader {
  /// What tells whether the history on screen may be stale.
  private struct Stamp {
    let source: HistorySource
    let dirtyCount: Int
    /// Whether the log may not have known yet what was written, so that it is read once more.
    let isLate: Bool
    /// The earliest moment at which it is read again.
    let next: ContinuousClock.Instant
  }

  /// The most characters of a value that the chosen line of the history shows.
  private static let fullLimit = 500

  private let workspace: Workspace
  private var stamp: Stamp?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Shows the history, or a part of it.
  func open(_ source: HistorySource) throws(StoreError) {
    if source == .abandoned {
      guard store.recovery.abandoned != nil else { return }
      workspace.askToRestore()
    } else if store.logState != .ready {
      return workspace.stack.message = store.isReadOnly ? StoreWording.noHistoryRead : StoreWording.noLog
    }
    let lines = try lines(.first, of: source, limit: HistoryScreen.partSize)
    workspace.stack.receive(.openedHistory(source, lines))
    if source == .steps, try store.history.isFull() { workspace.stack.message = StoreWording.fullHistory }
    noteRead(of: source)
  }

  /// Reads lines that the history on screen asks for.
  func read(_ part: LinePart, of source: HistorySource, limit: Int) throws(StoreError) {
    workspace.stack.receive(.history(part, of: source, try lines(part, of: source, limit: limit)))
  }

  /// Has a history that is on screen begin with what was done just now.
  func showNewest() {
    stamp = nil
    if workspace.stack.mode == .history { try? read(.first, of: .steps, limit: HistoryScreen.partSize) }
  }

  /// Reads the history on screen again once something was written since, or it comes back from under another screen.
  ///
  /// - Parameter isBusy: Whether something is being worked on, which is not held up.
  func refresh(isBusy: Bool) {
    guard case .readHistory(let part, let source, let limit)? = workspace.stack.needs.historyAgain else {
      return stamp = nil
    }
    let (count, start) = (store.counts.dirty, ContinuousClock.now)
    if let stamp, stamp.source == source {
      if start < stamp.next || stamp.dirtyCount == count && !stamp.isLate { return }
    }
    guard !isBusy else { return }
    let isLate = stamp.map { $0.dirtyCount != count } ?? false
    let lines = try? lines(part, of: source, limit: limit)
    noteRead(of: source, for: start.duration(to: .now), isLate: isLate)
    if let lines { workspace.stack.receive(.history(part, of: source, lines)) }
  }

  /// Notes that the history on screen is up to date.
  ///
  /// A write-back in the background changes the number of dirty records again and again, and a step may have very many
  /// changes: the longer reading took, the longer is the pause.
  private func noteRead(of source: HistorySource, for duration: Duration = .zero, isLate: Bool = false) {
    stamp = Stamp(
      source: source, dirtyCount: store.counts.dirty, isLate: isLate,
      next: .now + max(.milliseconds(500), duration * 20))
  }

  // MARK: - Lines

  /// A part of the listed lines, up to a limit.
  private func lines(_ part: LinePart, of source: HistorySource, limit: Int) throws(StoreError)
    -> [HistoryLine]
  {
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

  /// A step as people read it.
  private func line(_ step: StepEntry) -> HistoryLine {
    let (main, schema) = (step.main, schema(of: step.main))
    return HistoryLine(
      number: main.step, id: main.id, time: Clock.text(main.time), what: HistoryWording.line(step, schema),
      full: HistoryWording.line(step, schema, limit: Self.fullLimit),
      state: main.state,
      changes: step.count == 1
        ? nil
        : .init(
          step: main.step, count: step.count, writtenCount: step.writtenCount, undoneCount: step.undoneCount))
  }

  /// A change as people read it.
  private func line(_ change: ChangeEntry, number: Int64) -> HistoryLine {
    let schema = schema(of: change)
    return HistoryLine(
      number: number, id: change.id, time: Clock.text(change.time), what: HistoryWording.line(change, schema),
      full: HistoryWording.line(change, schema, limit: Self.fullLimit), state: change.state)
  }

  private func schema(of change: ChangeEntry) -> Schema? {
    change.id.flatMap { try? store.schema(of: $0.table) }
  }
}
