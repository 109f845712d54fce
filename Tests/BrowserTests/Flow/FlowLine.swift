import Browser
import Cells
import Foundation
import Synchronization
import TestSupport
import Testing

/// What crosses between the thread of a test and that of its browser, of which only one runs at a time.
///
/// The browser stops whenever it asks for an event, until the test lets it go on. So nothing passes while nobody looks.
final class FlowLine: Sendable {
  /// What both threads know.
  struct State {
    /// The events that the browser has not taken yet; one that is urgent is given also while a statement runs.
    var events: [(event: Event, isUrgent: Bool)] = []
    /// What the browser's thread does for the test between two events.
    var errands: [@Sendable (FlowTerminal) -> Void] = []
    /// Whether the browser has answered all events and asks for the next one.
    var isResting = false
    /// Whether a thread of the store's has news.
    var isWoken = false
    /// Whether the terminal is gone once its events are taken.
    var isClosing = false
    /// The frames, without those that are as the one before.
    var frames: [Frame] = []
    /// What was asked for besides frames.
    var requests: [TerminalRequest] = []
    var suspensions = 0
    /// How the browser ended, or why it never began.
    var end: Result<FlowEnd, any Error>?
  }

  private let state = Mutex(State())
  private let browserStops = DispatchSemaphore(value: 0)
  private let browserMayGo = DispatchSemaphore(value: 0)
  private let news = DispatchSemaphore(value: 0)

  /// What holds now.
  func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

  func change<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    state.withLock { body(&$0) }
  }

  // MARK: - On the browser's thread

  /// Stops until the test lets the browser go on.
  func stop() {
    browserStops.signal()
    browserMayGo.wait()
  }

  /// Ends the browser's thread.
  func finish(_ end: Result<FlowEnd, any Error>) {
    change { $0.end = end }
    browserStops.signal()
  }

  /// Waits a moment for news from the store's threads.
  func waitForNews(_ time: DispatchTimeInterval) { _ = news.wait(timeout: .now() + time) }

  // MARK: - On any thread

  /// Ends the browser's wait for an event.
  func wake() {
    change { $0.isWoken = true }
    news.signal()
  }

  // MARK: - On the test's thread

  /// Waits until the browser stops, and answers whether it has within `patience`.
  func waitForStop() -> Bool {
    browserStops.wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success
  }

  /// Lets the browser go on to the next stop.
  func step() -> Bool {
    guard read({ $0.end == nil }) else { return true }
    browserMayGo.signal()
    return waitForStop()
  }
}

/// How a browser ended, and what is printed after that.
struct FlowEnd {
  let ending: Ending
  let farewell: String?
}

/// What the browser's thread answers to a test.
final class FlowAnswer<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  var isThere: Bool { result.withLock { $0 != nil } }

  func set(_ value: Result<Value, any Error>) { result.withLock { $0 = value } }

  func get() throws -> Value { try #require(result.withLock { $0 }).get() }
}
