import BookStore
import Platform
import Records
import Screens

/// Supplies the inspector; the store is observed only while the inspector is open.
final class InspectorFeed: Errand {
  let kind = ErrandKind.inspector
  private let workspace: Workspace
  private var watch: Watch?
  private let comparison: ComparisonFeed

  init(_ workspace: Workspace) {
    (self.workspace, comparison) = (workspace, ComparisonFeed(workspace))
  }

  var isOver: Bool { watch == nil }

  func refresh() {
    let (store, isWorking) = (workspace.store, workspace.errands.isWorking)
    guard workspace.stack.needs.inspectorPage != nil else {
      guard watch != nil else { return }
      (watch, store.observation.isObserved) = (nil, workspace.settings.traceFile != nil)
      return comparison.forget()
    }
    var watch = watch ?? Watch(showsReadAhead: workspace.settings.showsReadAhead)
    store.observation.isObserved = true
    let now = ContinuousClock.now
    watch.sample(store, now)
    if watch.isAccountDue(isWorking: isWorking, now) { workspace.stack.receive(.account(store.account)) }
    if let request = workspace.stack.needs.inspector, watch.isDue(request, isWorking: isWorking, now) {
      let state = watch.state(
        request, store, workspace.lists.isEmpty ? nil : workspace.listing,
        shown: workspace.stack.needs.visibleRecords, budget: workspace.settings.memoryBudget)
      workspace.stack.receive(.inspector(state))
    }
    self.watch = watch
    comparison.refresh()
  }

  func forget() { comparison.forget() }

  var isAwaitingRow: Bool { comparison.isUnread }

  func noteWarning() { watch?.noteWarning() }

  var timeout: Duration? {
    watch.map {
      min(max(.zero, ContinuousClock.now.duration(to: $0.nextSample)), comparison.timeout ?? .seconds(1))
    }
  }
}

/// Compares what the store holds of a record with what a separate connection reads.
///
/// The row is read when it changes, and otherwise twice a second for other programs' changes.
private final class ComparisonFeed {
  private static let interval = Duration.milliseconds(500)
  private static let patience = Duration.seconds(2)

  private unowned let workspace: Workspace
  private var id: RecordID?
  private var held: RecordSnapshot?
  private var row = RecordComparison.Row.unread
  private var problem: String?
  private var readAt: Double?
  private var isReading = false
  private var nextRead = ContinuousClock.now

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var watch: RecordWatch { workspace.store.recordWatch }

  func refresh() {
    guard let record = workspace.stack.needs.comparedRecord else { return forget() }
    takeReading()
    if record.id != id { forget() }
    id = record.id
    guard let id else { return workspace.stack.receive(.comparison(RecordComparison(record))) }
    let held = watch.held(id)
    if held != self.held { (self.held, nextRead) = (held, .now) }
    readIfDue(id)
    let update = watch.pendingUpdate(of: id).map {
      RecordComparison.Update(sql: $0.sql, values: $0.values.map(Self.shortened))
    }
    workspace.stack.receive(
      .comparison(
        RecordComparison(
          record, held: held, byteCount: watch.byteCount(of: id), row: row, problem: problem, update: update))
    )
  }

  var isUnread: Bool { id != nil && row == .unread }
  var timeout: Duration? { id == nil ? nil : max(.zero, ContinuousClock.now.duration(to: nextRead)) }

  func forget() {
    (id, held, row, problem, readAt) = (nil, nil, .unread, nil, nil)
    (isReading, nextRead) = (false, .now)
  }

  /// In bytes; longer values are shortened.
  private static let longByteCount = 1_000

  private static func shortened(_ value: Value) -> Value {
    guard value.payloadByteCount > longByteCount else { return value }
    return StatementRecord.shortened([value])[0]
  }

  private func readIfDue(_ id: RecordID) {
    guard ContinuousClock.now >= nextRead else { return }
    watch.read(id)
    nextRead = .now + (isReading ? Self.patience : Self.interval)
    isReading = true
  }

  private func takeReading() {
    guard let reading = watch.takeReading(), reading.id == id else { return }
    isReading = false
    nextRead = .now + Self.interval
    switch reading.row {
    case .success(let found):
      (row, problem, readAt) = (found.map { .found($0) } ?? .missing, nil, reading.time)
    case .failure(let error): problem = BrowserWording.notRead(error, since: readAt.map(Self.time))
    }
  }

  private static func time(_ seconds: Double) -> String {
    guard let moment = SystemClock.local(seconds) else { return "" }
    return [moment.tm_hour, moment.tm_min, moment.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
