import BookStore
import Platform
import Records
import Screens

/// What is kept while the inspector is open: the figures of the last minutes, and the statements that are read.
struct Watch {
  /// How long the figures are kept, one a second.
  private static let capacity = 600
  /// How often the inspector is brought up to date while there is work between the keys.
  private static let interval = Duration.milliseconds(200)

  private var history: [MemoryFigures] = []
  /// When the next figures are taken.
  private(set) var nextSample = ContinuousClock.now
  /// Whether a memory warning was answered since the last figures.
  private var isAfterWarning = false
  private var nextRefresh = ContinuousClock.now
  private var nextAccount = ContinuousClock.now
  private var request: InspectorRequest?
  /// The statements while they stay as they are.
  private var frozen: [StatementRecord]?
  private let secondsFromUTC = Watch.secondsFromUTC()

  /// Marks the next figures, which are taken at once, as those after a memory warning.
  mutating func noteWarning() { isAfterWarning = true }

  /// Takes the figures of this second; after a warning at once, in the place of those of the second.
  mutating func sample(_ store: BookStore, _ now: ContinuousClock.Instant) {
    guard now >= nextSample || isAfterWarning else { return }
    var figures = store.observation.memory
    figures.isAfterWarning = isAfterWarning
    isAfterWarning = false
    if now < nextSample, !history.isEmpty { history.removeLast() }
    history.append(figures)
    // A second that was slept through has no figures, and the lines are drawn without it.
    if now >= nextSample { nextSample = now + .seconds(1) }
    if history.count > Self.capacity { history.removeFirst() }
  }

  /// Takes again those figures of this second that other parts of the screen show as they are now.
  private mutating func renew(_ store: BookStore) {
    guard let last = history.indices.last else { return }
    history[last].records = store.counts.byteCount
    history[last].resident = MemoryFigures.residentByteCount
  }

  /// Whether the inspector is due for an update.
  mutating func isDue(_ request: InspectorRequest, isWorking: Bool, _ now: ContinuousClock.Instant) -> Bool {
    guard !isWorking || now >= nextRefresh || request != self.request else { return false }
    self.request = request
    nextRefresh = now + Self.interval
    return true
  }

  /// Whether the session's account is due for an update.
  mutating func isAccountDue(isWorking: Bool, _ now: ContinuousClock.Instant) -> Bool {
    guard !isWorking || now >= nextAccount else { return false }
    nextAccount = now + Self.interval
    return true
  }

  /// What the inspector shows, for what it has room for.
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

  /// The statements that are visible, and how many there are: while somebody reads them, of those that there were.
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

  /// The groups of the statements, those that are kept while somebody reads them.
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
