import Dispatch
import Synchronization

/// Where threads leave what they have to say to the store's own thread.
final class Inbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// What to do, on any thread, when the first message of a batch comes in.
  func onNews(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// Leaves a message.
  func post(_ message: Message) {
    let wake = state.withLock { state in
      state.messages.append(message)
      return state.messages.count == 1 ? state.wake : nil
    }
    arrival.signal()
    wake?()
  }

  /// Waits for a message, unless one came in since the last wait; false if none came in so many seconds.
  func wait(seconds: Double) -> Bool {
    arrival.wait(timeout: .now() + seconds) == .success
  }

  /// Takes all messages, in the order in which they came.
  func take() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
