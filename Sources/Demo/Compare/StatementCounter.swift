import Platform
import Synchronization

/// Counts and delays statements, as if the database were on another machine.
final class StatementCounter: Sendable {
  private let latency: Duration
  private let state = Mutex((total: 0, hasBegun: false))

  init(latency: Duration) { self.latency = latency }

  /// The statements before this, for opening, are the same for all strategies.
  func begin() { state.withLock { $0.hasBegun = true } }

  var total: Int { state.withLock(\.total) }

  /// A connection's own pragmas are not part of the task.
  func count(_ sql: String) {
    if sql.hasPrefix("PRAGMA") { return }
    let counts = state.withLock { state in
      if state.hasBegun { state.total += 1 }
      return state.hasBegun
    }
    if counts, latency > .zero { usleep(UInt32(latency / .microseconds(1))) }
  }
}
