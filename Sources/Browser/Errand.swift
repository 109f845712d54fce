import Cells
import Dispatch
import Platform
import Synchronization

/// Work on a thread of its own, whose result is fetched by the loop.
final class Errand<Result: Sendable>: Sendable {
  private struct State {
    var result: Result?
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let waker: Waker
  private let end = DispatchSemaphore(value: 0)

  /// Begins the work; the loop is woken when it is done.
  ///
  /// A result of nil counts as none, so work that can fail needs a result that says so.
  init(_ waker: Waker, _ work: @escaping @Sendable (Errand) -> Result?) {
    self.waker = waker
    SystemThread.start("errand") { [self] in
      // A program that ends early is no reason to end this one.
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

  /// Whether nobody waits for the result any more; the work looks at it now and then.
  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Says that nobody waits for the result any more.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Cancels, and waits until the work has ended, for 200 ms at most; it must look at `isCancelled` often.
  func cancelAndWait() {
    cancel()
    _ = end.wait(timeout: .now() + .milliseconds(200))
  }

  /// Takes the result, once it is there.
  func take() -> Result? {
    state.withLock { state in
      defer { state.result = nil }
      return state.isCancelled ? nil : state.result
    }
  }
}
