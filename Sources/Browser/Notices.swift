import BookStore
import Records
import Screens

/// What the status line says of edits that are not safe; what was said once is remembered.
final class Notices {
  private unowned let workspace: Workspace
  /// Whether it was said that edits cannot be logged.
  private var hasSaidLogState = false
  /// What was said last of a write-back that nobody asked for.
  private var saidUnwritten: Message?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Says once that edits cannot be logged, if they cannot, or that the log was begun again.
  @discardableResult
  func sayLogState() -> Bool {
    let state = store.logState
    if store.takeLogRenewal() {
      workspace.stack.message = StoreWording.logRenewed
      return true
    }
    guard !hasSaidLogState, case .unavailable(let error) = state else { return false }
    hasSaidLogState = true
    workspace.stack.message = StoreWording.logUnavailable(error)
    return true
  }

  /// Says why something could not be written; the edits stay where they are.
  func report(_ result: WriteBackResult) {
    if result.error == .busy { return wait(for: .writeBack) }
    if let problem = unwritten(result) { workspace.stack.message = problem }
  }

  /// Has something tried again once the lock is gone; the status line says that it waits.
  func wait(for task: LockWait.Task) {
    workspace.lock.wait(for: task)
    workspace.stack.message = nil
  }

  /// Says once why a write-back that nobody asked for failed; it is tried again by itself.
  func note(_ result: WriteBackResult) {
    if result.isComplete { saidUnwritten = nil }
    if let problem = unwritten(result), let reason = result.reason { say(unwritten: problem, reason) }
  }

  /// Says once why a write-back that nobody asked for failed, unless another program has merely locked the database.
  func say(unwritten problem: Message, _ reason: StoreError) {
    guard reason != .busy, problem != saidUnwritten else { return }
    saidUnwritten = problem
    workspace.stack.message = problem
  }

  /// Says how many edits are in memory only, if any are.
  func sayWhatIsUnsafe(_ reason: StoreError) {
    guard let problem = inMemoryOnly(reason) else { return }
    workspace.stack.message = problem
  }

  private func inMemoryOnly(_ reason: StoreError) -> Message? {
    let count = store.unsafeCount
    guard count > 0 else { return nil }
    hasSaidLogState = true
    return StoreWording.inMemoryOnly(count, reason)
  }

  /// What could not be written and why, if anything: of a single row its title and the fields that were changed.
  func unwritten(_ result: WriteBackResult) -> Message? {
    if result.isUnsettled { return .problem(StoreWording.toBeSettled(result)) }
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

  /// What an error means: a row that is gone was deleted by whichever other program has written.
  func sentence(_ error: StoreError, in schema: Schema) -> String {
    error == .rowGone && store.haveOthersWritten
      ? StoreWording.rowDeleted : StoreWording.sentence(error, in: schema)
  }
}

extension WriteBackResult {
  /// Whether only a choice of the person prevents writing everything.
  var isUnsettled: Bool {
    error == nil && !isComplete
      && failures.allSatisfy { $0.error == .rowGone || $0.error == .rowReplaced }
  }
}
