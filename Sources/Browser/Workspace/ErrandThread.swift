import Cells
import Dispatch
import Platform
import Screens
import Synchronization

/// Work on its own thread, whose result the loop collects.
final class ErrandThread<Result: Sendable>: Sendable {
  private struct State {
    var result: Result?
    var isCancelled = false
    var fraction: Double?
  }

  private let state = Mutex(State())
  private let waker: Waker
  private let end = DispatchSemaphore(value: 0)

  /// Wakes the loop when the work is done; a nil result counts as none.
  init(_ waker: Waker, _ work: @escaping @Sendable (ErrandThread) -> Result?) {
    self.waker = waker
    SystemThread.start("errand") { [self] in
      // A program that exits early must not kill this one.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      let result = work(self)
      state.withLock { $0.result = result }
      waker.wake()
      end.signal()
    }
  }

  /// The work must check this regularly.
  var isCancelled: Bool { state.withLock(\.isCancelled) }
  var fraction: Double? { state.withLock(\.fraction) }

  func report(_ fraction: Double?) {
    state.withLock { $0.fraction = fraction }
    waker.wake()
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Waits at most 200 ms for the work to end; the work must check `isCancelled` often.
  func cancelAndWait() {
    cancel()
    _ = end.wait(timeout: .now() + .milliseconds(200))
  }

  func take() -> Result? {
    state.withLock { state in
      defer { state.result = nil }
      return state.isCancelled ? nil : state.result
    }
  }
}

/// Runs work of one kind on a thread, one at a time, with a closure that the loop runs at the end.
final class ThreadErrand: Errand {
  private struct Current {
    let name: String?
    let asksBeforeLeaving: Bool
    let isOfResult: Bool
    let thread: any RunningThread
    let tell: () -> Void
    let takeEnd: () -> (() -> ErrandNews?)?
  }

  let kind: ErrandKind
  var whenCancelled: () -> Void = {}
  private unowned let workspace: Workspace
  private let hasProgram: Bool
  private let opensScreen: Bool
  private var current: Current?

  /// - Parameters:
  ///   - hasProgram: Whether cancelling waits for the end of the work, such as another program.
  ///   - opensScreen: Whether the result is a screen, which waits while something is typed or under way.
  init(_ kind: ErrandKind, _ workspace: Workspace, hasProgram: Bool = false, opensScreen: Bool = false) {
    (self.kind, self.workspace) = (kind, workspace)
    (self.hasProgram, self.opensScreen) = (hasProgram, opensScreen)
  }

  /// Replaces any earlier work; without a name, the status line does not show the work.
  func start<Result: Sendable>(
    _ name: String?, asksBeforeLeaving: Bool = true, tell: @escaping () -> Void = {},
    _ work: @escaping @Sendable (ErrandThread<Result>) -> Result?,
    end: @escaping (Result) -> ErrandNews?
  ) {
    let thread = ErrandThread(workspace.waker, work)
    current = Current(
      name: name, asksBeforeLeaving: asksBeforeLeaving, isOfResult: workspace.result != nil, thread: thread,
      tell: tell
    ) {
      thread.take().map { result in { end(result) } }
    }
    workspace.errands.begin(self)
  }

  var progress: WorkProgress? {
    guard let current, let name = current.name else { return nil }
    var progress = WorkProgress(
      name, fraction: current.thread.fraction, isCancellable: true, isCancellableAnywhere: opensScreen)
    progress.endsOnQuit = hasProgram
    return progress
  }

  var unfinished: Unfinished? {
    guard let current, let name = current.name, current.asksBeforeLeaving else { return nil }
    return Unfinished(name: name, canBeFinished: false)
  }

  var isOver: Bool { current == nil }

  func takeNews() -> ErrandNews? {
    guard let current, isOfStore(current) else { return nil }
    if opensScreen, workspace.stack.mode.isTyping || workspace.isBusy { return nil }
    guard let end = current.takeEnd() else {
      current.tell()
      return nil
    }
    self.current = nil
    return end()
  }

  /// The library's work waits while a result covers it; the work of a result ends with the result.
  private func isOfStore(_ work: Current) -> Bool {
    let isResult = workspace.result != nil
    if work.isOfResult, !isResult { drop() }
    return work.isOfResult == isResult
  }

  func cancel() -> Bool {
    guard current != nil else { return false }
    if hasProgram { end() } else { drop() }
    workspace.stack.message = StoreWording.cancelled
    whenCancelled()
    return true
  }

  func drop() {
    current?.thread.cancel()
    current = nil
  }

  func end() {
    current?.thread.cancelAndWait()
    current = nil
  }
}

private protocol RunningThread: AnyObject {
  var fraction: Double? { get }
  func cancel()
  func cancelAndWait()
}

extension ErrandThread: RunningThread {}
