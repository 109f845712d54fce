import Dispatch
import Synchronization

package final class Inbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [(message: Message, run: Cancellation?)] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  /// Sets a closure to call, on any thread, when the first message of a batch arrives.
  package func onNews(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  package func post(_ message: Message) { post(message, of: nil) }

  func post(_ message: Message, of run: Cancellation?) {
    let wake = state.withLock { state in
      state.messages.append((message, run))
      return state.messages.count == 1 ? state.wake : nil
    }
    arrival.signal()
    wake?()
  }

  /// Returns at once if a message has arrived since the last wait, and false on timeout.
  package func wait(seconds: Double) -> Bool { arrival.wait(timeout: .now() + seconds) == .success }

  /// Takes all messages, in order; skips those of runs that are over, even if they end during the iteration.
  package func take() -> some BidirectionalCollection<Message> {
    let messages = state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    return messages.lazy.filter { $0.run?.isCancelled != true }.map(\.message)
  }
}
