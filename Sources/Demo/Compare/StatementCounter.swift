import Platform
import Synchronization

/// Counts statements and has each wait, as one does that goes to another machine.
final class StatementCounter: Sendable {
  private let latency: Duration
  private let state = Mutex((total: 0, hasBegun: false))

  init(latency: Duration) { self.latency = latency }

  /// Begins to count: what opening has run is the same for all.
  func begin() { state.withLock { $0.hasBegun = true } }

  /// The statements so far.
  var total: Int { state.withLock(\.total) }

  /// Counts a statement and waits; what a connection asks of the file for itself is none of the task.
  func count(_ sql: String) {
    if sql.hasPrefix("PRAGMA") { return }
    let counts = state.withLock { state in
      if state.hasBegun { state.total += 1 }
      return state.hasBegun
    }
    if counts, latency > .zero { usleep(UInt32(latency / .microseconds(1))) }
  }
}
