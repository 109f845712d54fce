import Cells
import Dispatch
import Platform
import Synchronization

/// Work on its own thread, whose result the loop collects.
final class Errand<Result: Sendable>: Sendable {
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
  init(_ waker: Waker, _ work: @escaping @Sendable (Errand) -> Result?) {
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
