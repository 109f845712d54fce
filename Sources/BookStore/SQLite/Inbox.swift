import Dispatch
import Synchronization

/// Messages from other threads for the store's own thread.
final class Inbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Sets what to do, on any thread, when the first message of a batch arrives.
  func onNews(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// Posts a message.
  func post(_ message: Message) {
    let wake = state.withLock { state in
      state.messages.append(message)
      return state.messages.count == 1 ? state.wake : nil
    }
    arrival.signal()
    wake?()
  }

  /// Waits for a message, unless one has arrived since the last wait; returns false on a timeout in seconds.
  func wait(seconds: Double) -> Bool {
    arrival.wait(timeout: .now() + seconds) == .success
  }

  /// Takes all messages, in order of arrival.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
