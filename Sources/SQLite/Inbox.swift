import Dispatch
import Synchronization

/// Messages from other threads for the store's own thread.
package final class Inbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [(message: Message, run: Run?)] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  package init() {}

  /// Sets a closure to call, on any thread, when the first message of a batch arrives.
  package func onNews(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  package func post(_ message: Message) { post(message, of: nil) }

  /// The message is dropped if the run is over when it is taken.
  func post(_ message: Message, of run: Run?) {
    let wake = state.withLock { state in
      state.messages.append((message, run))
      return state.messages.count == 1 ? state.wake : nil
    }
    arrival.signal()
    wake?()
  }

  /// Waits for a message, unless one has arrived since the last wait; returns false on timeout.
  package func wait(seconds: Double) -> Bool { arrival.wait(timeout: .now() + seconds) == .success }

  /// Takes all messages, in order of arrival; if a run is ended during the iteration, its remaining messages are left out.
  package func take() -> some BidirectionalCollection<Message> {
    let messages = state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
    return messages.lazy.filter { $0.run?.isOver != true }.map(\.message)
  }
}
