import BookStore
import Records
import Screens

/// Reads the history for its screens: the steps, the changes of one step, and the changes of a dead session.
final class HistoryReader {
  /// Tells whether the visible history may be stale.
  private struct Stamp {
    let source: HistorySource
    let dirtyCount: Int
    /// Whether the log may have lagged behind the last write, so that it has to be read once more.
    let isLate: Bool
    /// The earliest time of the next read.
    let next: ContinuousClock.Instant
  }

  /// The most characters of a value in the selected line of the history.
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
      return workspace.stack.message = store.isReadOnly ? LogWording.noHistoryRead : LogWording.noLog
    }
    let lines = try lines(.first, of: source, limit: HistorySource.partSize)
    workspace.stack.openHistory(source, lines)
    if source == .steps, try store.history.isFull() { workspace.stack.message = LogWording.fullHistory }
    noteRead(of: source)
  }

  /// Reads lines that the visible history requests.
  func read(_ part: LinePart, of source: HistorySource, limit: Int) throws(StoreError) {
    workspace.stack.receive(.history(part, of: source, try lines(part, of: source, limit: limit)))
  }

  /// Shows the latest step at the top of a visible history.
  func showNewest() {
    stamp = nil
    if workspace.stack.mode == .history { try? read(.first, of: .steps, limit: HistorySource.partSize) }
  }

  /// Reads the visible history again after something was written, or when it returns from under another screen.
  ///
  /// - Parameter isBusy: Whether there is work in progress, which must not be delayed.
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

  /// Notes that the visible history is up to date.
  ///
  /// A background write-back keeps changing the number of dirty records, and a step may have very many changes: the
  /// longer the read took, the longer the pause.
  private func noteRead(of source: HistorySource, for duration: Duration = .zero, isLate: Bool = false) {
    stamp = Stamp(
      source: source, dirtyCount: store.counts.dirty, isLate: isLate,
      next: .now + max(.milliseconds(500), duration * 20))
  }

  // MARK: - Lines

  /// A part of the lines, up to a limit.
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

  /// A part of a dead session's changes; a line's number is its change's position, counted from 1.
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

  /// A step as it is displayed.
  private func line(_ step: StepEntry) -> HistoryLine {
    let (main, schema) = (step.main, schema(of: step.main))
    return HistoryLine(
      number: main.step, id: main.id, time: MomentText.text(main.time),
      what: HistoryWording.line(step, schema),
      full: HistoryWording.line(step, schema, limit: Self.fullLimit),
      state: main.state,
      changes: step.count == 1
        ? nil
        : .init(
          step: main.step, count: step.count, writtenCount: step.writtenCount))
  }

  /// A change as it is displayed.
  private func line(_ change: ChangeEntry, number: Int64) -> HistoryLine {
    let schema = schema(of: change)
    return HistoryLine(
      number: number, id: change.id, time: MomentText.text(change.time),
      what: HistoryWording.line(change, schema),
      full: HistoryWording.line(change, schema, limit: Self.fullLimit), state: change.state)
  }

  private func schema(of change: ChangeEntry) -> Schema? {
    change.id.flatMap { try? store.schema(of: $0.table) }
  }
}
