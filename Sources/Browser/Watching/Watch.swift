import BookStore
import Platform
import Records
import Screens

/// The inspector's data while it is open: the figures of the last minutes, and a snapshot of the statements being read.
struct Watch {
  private static let capacity = 600
  private static let interval = Duration.milliseconds(200)

  private var history: [MemoryFigures] = []
  private(set) var nextSample = ContinuousClock.now
  private var isAfterWarning = false
  private var nextRefresh = ContinuousClock.now
  private var nextAccount = ContinuousClock.now
  private var request: InspectorRequest?
  private var frozen: [StatementRecord]?
  private let secondsFromUTC = Watch.secondsFromUTC()
  private let showsReadAhead: Bool

  init(showsReadAhead: Bool) { self.showsReadAhead = showsReadAhead }

  mutating func noteWarning() { isAfterWarning = true }

  /// Once a second; after a warning immediately, replacing the figures of the same second.
  mutating func sample(_ store: BookStore, _ now: ContinuousClock.Instant) {
    guard now >= nextSample || isAfterWarning else { return }
    var figures = store.observation.memory
    figures.isAfterWarning = isAfterWarning
    if !showsReadAhead { figures.disk = nil }
    isAfterWarning = false
    if now < nextSample, !history.isEmpty { history.removeLast() }
    history.append(figures)
    // Seconds during which the program slept have no figures, and are missing from the graphs.
    if now >= nextSample { nextSample = now + .seconds(1) }
    if history.count > Self.capacity { history.removeFirst() }
  }

  private mutating func renew(_ store: BookStore) {
    guard let last = history.indices.last else { return }
    history[last].records = store.counts.byteCount
    let process = MemoryFigures.ofProcess
    (history[last].anonymous, history[last].resident) = (process?.anonymous, process?.resident)
  }

  mutating func isDue(_ request: InspectorRequest, isWorking: Bool, _ now: ContinuousClock.Instant) -> Bool {
    guard !isWorking || now >= nextRefresh || request != self.request else { return false }
    self.request = request
    nextRefresh = now + Self.interval
    return true
  }

  mutating func isAccountDue(isWorking: Bool, _ now: ContinuousClock.Instant) -> Bool {
    guard !isWorking || now >= nextAccount else { return false }
    nextAccount = now + Self.interval
    return true
  }

  mutating func state(
    _ request: InspectorRequest, _ store: BookStore, _ listing: Listing?, shown: [RecordID], budget: Int
  ) -> InspectorState {
    renew(store)
    let (statements, count) = request.isGrouped ? ([], 0) : statements(request, store)
    let groups = request.isGrouped ? groups(request, store) : []
    return InspectorState(
      map: listing.map { store.observation.map(of: $0, cells: request.cells, shown: shown) } ?? RecordMap(),
      statements: statements, groups: groups,
      statementCount: request.isGrouped ? groups.reduce(0) { $0 + $1.count } : count,
      isCut: store.observation.hasForgottenStatements, history: history,
      unseenCount: store.observation.unseenCount, nextToGo: store.observation.nextToGo(request.nextToGoCount),
      budget: budget,
      secondsFromUTC: secondsFromUTC)
  }

  private mutating func statements(_ request: InspectorRequest, _ store: BookStore) -> (
    [StatementRecord], Int
  ) {
    guard request.isFrozen else {
      frozen = nil
      return store.observation.recentStatements(for: request.filter, count: request.statementCount)
    }
    let all = frozen ?? store.observation.statements()
    frozen = all
    let statements = all.filter { request.filter == nil || $0.purpose == request.filter }
    return (Array(statements.dropLast(request.offset).suffix(request.statementCount)), statements.count)
  }

  private mutating func groups(_ request: InspectorRequest, _ store: BookStore) -> [StatementGroup] {
    let all = request.isFrozen ? frozen ?? store.observation.statements() : store.observation.statements()
    frozen = request.isFrozen ? all : nil
    let statements = all.filter { request.filter == nil || $0.purpose == request.filter }
    return store.observation.groups(of: statements)
  }

  private static func secondsFromUTC() -> Int {
    SystemClock.local(SystemClock.secondsSince1970)?.tm_gmtoff ?? 0
  }
}
