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

  /// Starts the work; it wakes the loop when it is done.
  ///
  /// A nil result counts as none, so work that can fail needs an explicit result for that.
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

  /// Whether the result is no longer wanted; the work checks this regularly.
  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// The fraction that is done, if the work says so.
  var fraction: Double? { state.withLock(\.fraction) }

  /// Notes the fraction that is done, for the status line, or that it is not known; the work calls it.
  func report(_ fraction: Double?) {
    state.withLock { $0.fraction = fraction }
    waker.wake()
  }

  /// Says that the result is no longer wanted.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Cancels, and waits at most 200 ms for the work to end; it must check `isCancelled` often.
  func cancelAndWait() {
    cancel()
    _ = end.wait(timeout: .now() + .milliseconds(200))
  }

  /// Takes the result, if it is there.
  func take() -> Result? {
    state.withLock { state in
      defer { state.result = nil }
      return state.isCancelled ? nil : state.result
    }
  }
}

/// Work of one kind on a thread, one at a time, with a closure that the loop runs at its end.
final class ThreadErrand: Errand {
  /// The work that is under way.
  private struct Current {
    let name: String?
    let asksBeforeLeaving: Bool
    let thread: any RunningThread
    /// Passes on what the thread has found out so far.
    let tell: () -> Void
    /// Takes the result once it is there.
    let takeEnd: () -> (() -> ErrandNews?)?
  }

  let kind: ErrandKind
  /// Called after the person has cancelled it.
  var whenCancelled: () -> Void = {}
  private unowned let workspace: Workspace
  /// Whether the thread waits for another program, which would outlive this one.
  private let hasProgram: Bool
  private var current: Current?

  init(_ kind: ErrandKind, _ workspace: Workspace, hasProgram: Bool = false) {
    (self.kind, self.workspace, self.hasProgram) = (kind, workspace, hasProgram)
  }

  /// Starts work in place of what was started before.
  ///
  /// - Parameters:
  ///   - name: The work, without a full stop; nil if the status line does not show it.
  ///   - tell: Passes on what the thread has found out so far.
  ///   - end: Takes the result; a nil result of the work counts as none.
  func start<Result: Sendable>(
    _ name: String?, asksBeforeLeaving: Bool = true, tell: @escaping () -> Void = {},
    _ work: @escaping @Sendable (ErrandThread<Result>) -> Result?,
    end: @escaping (Result) -> ErrandNews?
  ) {
    let thread = ErrandThread(workspace.terminal.waker, work)
    current = Current(name: name, asksBeforeLeaving: asksBeforeLeaving, thread: thread, tell: tell) {
      thread.take().map { result in { end(result) } }
    }
    workspace.errands.begin(self)
  }

  var progress: WorkProgress? {
    guard let current, let name = current.name else { return nil }
    var progress = WorkProgress(name, fraction: current.thread.fraction, isCancellable: true)
    progress.endsOnQuit = hasProgram
    return progress
  }

  var unfinished: Unfinished? {
    guard let current, let name = current.name, current.asksBeforeLeaving else { return nil }
    return Unfinished(name: name, canBeFinished: false)
  }

  var isOver: Bool { current == nil }

  func takeNews() -> ErrandNews? {
    guard let current else { return nil }
    guard let end = current.takeEnd() else {
      current.tell()
      return nil
    }
    self.current = nil
    return end()
  }

  func cancel() -> Bool {
    guard current != nil else { return false }
    if hasProgram { end() } else { drop() }
    workspace.stack.message = StoreWording.cancelled
    whenCancelled()
    return true
  }

  /// Ends the work without a word.
  func drop() {
    current?.thread.cancel()
    current = nil
  }

  func end() {
    current?.thread.cancelAndWait()
    current = nil
  }
}

/// A thread, whatever its result.
private protocol RunningThread: AnyObject {
  var fraction: Double? { get }
  func cancel()
  func cancelAndWait()
}

extension ErrandThread: RunningThread {}
