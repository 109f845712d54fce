import BookStore
import Queries
import Records
import Screens

/// Reads the history for its screens: the steps, the changes of one step, and the changes of a dead session.
final class HistoryReader: Errand {
  private struct Stamp {
    let source: HistorySource
    let dirtyCount: Int
    /// Whether the log may have lagged behind the last write, so that it has to be read once more.
    let isLate: Bool
    let next: ContinuousClock.Instant
  }

  let kind = ErrandKind.history
  private let workspace: Workspace
  private var stamp: Stamp?
  private var find: Find?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var all: HistoryLines { HistoryLines(store: workspace.store) }

  func open(_ source: HistorySource) throws(StoreError) {
    if source == .abandoned {
      guard store.recovery.abandoned != nil else { return }
      workspace.askToRestore()
    } else if store.logState != .ready {
      return workspace.stack.message = store.isReadOnly ? LogWording.noHistoryRead : LogWording.noLog
    }
    find = nil
    let lines = try all.lines(.first, of: source, limit: HistorySource.partSize)
    workspace.stack.openHistory(source, lines)
    if source == .steps, try store.history.isFull() { workspace.stack.message = LogWording.fullHistory }
    noteRead(of: source)
  }

  func read(_ part: LinePart, of source: HistorySource, limit: Int, words: String) throws(StoreError) {
    if let find, find.isSame(part, source, limit, words) { return }
    find = nil
    guard words.isEmpty else {
      find = Find(part, of: source, limit: limit, words)
      return goOn()
    }
    workspace.stack.receive(.history(part, of: source, try all.lines(part, of: source, limit: limit)))
  }

  var isFinding: Bool { find != nil && workspace.stack.needs.showsHistory }

  func goOn() {
    guard isFinding, var find else { return }
    self.find = nil
    let end = ContinuousClock.now + .milliseconds(6)
    do throws(StoreError) {
      while !find.isOver, ContinuousClock.now < end { try find.step(all) }
    } catch {
      workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
      find.isOver = true
    }
    if find.isOver {
      noteRead(of: find.source, for: find.start.duration(to: .now), isLate: find.isLate)
    } else {
      self.find = find
    }
    // Only the first lines are shown early; later lines would have to be merged into the visible ones.
    guard find.isOver || find.part == .first else { return }
    workspace.stack.receive(.history(find.part, of: find.source, find.found, isFinding: !find.isOver))
  }

  func showNewest() {
    stamp = nil
    guard case .readHistory(_, .steps, _, let words)? = workspace.stack.needs.historyAgain else { return }
    try? read(.first, of: .steps, limit: HistorySource.partSize, words: words)
  }

  var isOver: Bool { stamp == nil && find == nil }

  func refresh() {
    guard find == nil else { return }
    guard case .readHistory(let part, let source, let limit, let words)? = workspace.stack.needs.historyAgain
    else {
      return stamp = nil
    }
    let (count, start) = (store.counts.dirty, ContinuousClock.now)
    if let stamp, stamp.source == source {
      if start < stamp.next || stamp.dirtyCount == count && !stamp.isLate { return }
    }
    guard !workspace.stack.needs.showsProgress else { return }
    let isLate = stamp.map { $0.dirtyCount != count } ?? false
    try? read(part, of: source, limit: limit, words: words)
    if find == nil {
      noteRead(of: source, for: start.duration(to: .now), isLate: isLate)
    } else {
      find?.isLate = isLate
    }
  }

  /// A long read is followed by a long pause, because a background write-back keeps changing the dirty count.
  private func noteRead(of source: HistorySource, for duration: Duration = .zero, isLate: Bool = false) {
    stamp = Stamp(
      source: source, dirtyCount: store.counts.dirty, isLate: isLate,
      next: .now + max(.milliseconds(500), duration * 20))
  }
}

struct HistoryLines {
  /// In characters.
  private static let fullLimit = 500

  let store: BookStore

  func lines(_ part: LinePart, of source: HistorySource, limit: Int) throws(StoreError)
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

  private func abandoned(_ part: LinePart, _ limit: Int) -> [HistoryLine] {
    let count = store.recovery.abandoned?.count ?? 0
    return part.read { number in
      let end = max(0, min(number.map { Int($0) - 1 } ?? count, count))
      return abandoned(max(0, end - limit)..<end)
    } after: { number in
      let start = max(0, min(Int(number), count))
      return abandoned(start..<min(start + limit, count))
    }
  }

  private func abandoned(_ places: Range<Int>) -> [HistoryLine] {
    zip(places, store.recovery.abandonedChanges(in: places)).reversed().map { place, change in
      line(change, number: Int64(place + 1))
    }
  }

  private func line(_ step: StepEntry) -> HistoryLine {
    let (main, schema) = (step.main, schema(of: step.main))
    return HistoryLine(
      number: main.step, id: main.id, time: MomentText.text(main.time),
      what: HistoryWording.line(step, schema),
      full: HistoryWording.line(step, schema, limit: Self.fullLimit),
      state: main.state, count: step.count, writtenCount: step.writtenCount)
  }

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

private struct Find {
  let part: LinePart
  let source: HistorySource
  private let limit: Int
  private let matcher: Matcher
  private var next: LinePart
  /// The latest first.
  private(set) var found: [HistoryLine] = []
  var isOver = false
  let start = ContinuousClock.now
  var isLate = false

  /// This many lines take less than a frame.
  private static let size = 32

  init(_ part: LinePart, of source: HistorySource, limit: Int, _ words: String) {
    (self.part, self.source, self.limit, next) = (part, source, limit, part)
    matcher = Matcher(words)
    if case .upTo(let number) = part { next = .above(number - 1) }
  }

  func isSame(_ part: LinePart, _ source: HistorySource, _ limit: Int, _ words: String) -> Bool {
    self.part == part && self.source == source && self.limit == limit && matcher == Matcher(words)
  }

  mutating func step(_ history: HistoryLines) throws(StoreError) {
    let lines = try history.lines(next, of: source, limit: Self.size)
    let matches = lines.filter { line in matcher.matches(line.texts.map { Text($0) }) }
    let isUpwards: Bool
    switch next {
    case .last, .above: isUpwards = true
    default: isUpwards = false
    }
    found =
      isUpwards ? matches.suffix(limit - found.count) + found : found + matches.prefix(limit - found.count)
    isOver = lines.count < Self.size || found.count == limit
    guard let first = lines.first, let last = lines.last else { return }
    next = isUpwards ? .above(first.number) : .below(last.number)
  }
}
