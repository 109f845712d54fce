import BookStore
import Records
import Screens

/// Shows messages about unsafe edits, and remembers which have been shown.
final class Notices {
  private unowned let workspace: Workspace
  private var hasSaidLogState = false
  private var saidUnwritten: Message?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  @discardableResult
  func sayLogState() -> Bool {
    let state = store.logState
    if let renewal = store.takeLogRenewal() {
      workspace.stack.message = LogWording.logRenewed(renewal)
      return true
    }
    guard !hasSaidLogState, case .unavailable(let error) = state else { return false }
    hasSaidLogState = true
    workspace.stack.message = LogWording.logUnavailable(error)
    return true
  }

  func report(_ result: WriteBackResult) {
    if result.error == .busy { return wait(for: .writeBack) }
    if let problem = unwritten(result) { workspace.stack.message = problem }
  }

  func wait(for task: LockWait.Task) {
    workspace.lock.wait(for: task)
    workspace.stack.message = nil
  }

  /// Reports a failed automatic write-back once; the loop retries it.
  func note(_ result: WriteBackResult) {
    if result.isComplete { saidUnwritten = nil }
    if let problem = unwritten(result), let reason = result.reason { say(unwritten: problem, reason) }
  }

  /// A lock is not worth a message, and neither is a repeated problem.
  func say(unwritten problem: Message, _ reason: StoreError) {
    guard reason != .busy, problem != saidUnwritten else { return }
    saidUnwritten = problem
    workspace.stack.message = problem
  }

  func sayWhatIsUnsafe(_ reason: StoreError) {
    if let problem = inMemoryOnly(reason) { workspace.stack.message = problem }
  }

  private func inMemoryOnly(_ reason: StoreError) -> Message? {
    let count = store.unsafeCount
    guard count > 0 else { return nil }
    hasSaidLogState = true
    return LogWording.inMemoryOnly(count, reason)
  }

  /// Writes back; returns false, with a message, if something could not be written.
  func writeAll() -> Bool {
    guard let problem = unwritten(store.writeBack()) else { return true }
    workspace.stack.message = problem
    return false
  }

  func unwritten(_ result: WriteBackResult) -> Message? {
    if result.isUnsettled { return .problem(LogWording.toBeSettled(result)) }
    guard var reason = result.reason else { return nil }
    let failure = result.error == nil ? result.failures.first : nil
    reason =
      failure.map { store.constraints.explained(reason, of: $0.id) } ?? store.constraints.explained(reason)
    if result.error != nil, let problem = inMemoryOnly(reason) { return problem }
    guard let failure, let record = try? store.record(failure.id), let values = record.values,
      let schema = try? store.schema(of: failure.id.table)
    else { return StoreWording.notWritten(store.counts.dirty, store.recordSchema, reason) }
    let fields = record.originals.map { schema.fields[$0.index] }
    return StoreWording.notWritten(
      fields, of: schema.title(of: values), schema, reason, others: result.failures.count - 1)
  }

  func isDone(_ end: WorkEnd) -> Bool {
    switch end {
    case .done: return true
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(sentence(error, in: workspace.stack.schema))
    }
    return false
  }

  func sentence(_ error: StoreError, in schema: Schema) -> String {
    error == .rowGone && store.haveOthersWritten
      ? StoreWording.rowDeleted : StoreWording.sentence(error, in: schema)
  }
}

extension WriteBackResult {
  /// Whether unresolved conflicts are all that prevents a complete write-back.
  var isUnsettled: Bool {
    error == nil && !isComplete && failures.allSatisfy { $0.error == .rowGone || $0.error == .rowReplaced }
  }
}
