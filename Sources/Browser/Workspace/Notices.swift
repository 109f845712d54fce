import BookStore
import Records
import Screens

/// The messages about unsafe edits, and which of them have been shown already.
final class Notices {
  private unowned let workspace: Workspace
  /// Whether the message that edits cannot be logged has been shown.
  private var hasSaidLogState = false
  /// The last message about an automatic write-back.
  private var saidUnwritten: Message?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Reports once that edits cannot be logged, or that the log was started afresh.
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

  /// Reports why something could not be written; the edits are kept.
  func report(_ result: WriteBackResult) {
    if result.error == .busy { return wait(for: .writeBack) }
    if let problem = unwritten(result) { workspace.stack.message = problem }
  }

  /// Retries something once the lock is gone; the status line shows that it is waiting.
  func wait(for task: LockWait.Task) {
    workspace.lock.wait(for: task)
    workspace.stack.message = nil
  }

  /// Reports once why an automatic write-back failed; it is retried automatically.
  func note(_ result: WriteBackResult) {
    if result.isComplete { saidUnwritten = nil }
    if let problem = unwritten(result), let reason = result.reason { say(unwritten: problem, reason) }
  }

  /// Reports once why an automatic write-back failed, unless another program has just locked the database.
  func say(unwritten problem: Message, _ reason: StoreError) {
    guard reason != .busy, problem != saidUnwritten else { return }
    saidUnwritten = problem
    workspace.stack.message = problem
  }

  /// Reports how many edits are in memory only, if there are any.
  func sayWhatIsUnsafe(_ reason: StoreError) {
    guard let problem = inMemoryOnly(reason) else { return }
    workspace.stack.message = problem
  }

  private func inMemoryOnly(_ reason: StoreError) -> Message? {
    let count = store.unsafeCount
    guard count > 0 else { return nil }
    hasSaidLogState = true
    return LogWording.inMemoryOnly(count, reason)
  }

  /// The message about what could not be written and why; for a single row, with its title and changed fields.
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

  /// Whether work is done; reports why it is not.
  func isDone(_ end: WorkEnd) -> Bool {
    switch end {
    case .done: return true
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(sentence(error, in: workspace.stack.schema))
    }
    return false
  }

  /// The message for an error: if another program has written, it must have deleted a missing row.
  func sentence(_ error: StoreError, in schema: Schema) -> String {
    error == .rowGone && store.haveOthersWritten
      ? StoreWording.rowDeleted : StoreWording.sentence(error, in: schema)
  }
}

extension WriteBackResult {
  /// Whether unresolved conflicts are all that prevents a complete write-back.
  var isUnsettled: Bool {
    error == nil && !isComplete
      && failures.allSatisfy { $0.error == .rowGone || $0.error == .rowReplaced }
  }
}
