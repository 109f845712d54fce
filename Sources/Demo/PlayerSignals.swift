import Platform
import Synchronization

/// How threads wake a terminal that nobody sits at.
final class PlayerSignals: Sendable {
  private let isWoken = Atomic(false)

  /// Ends a wait, now or at the next one.
  func wake() { isWoken.store(true, ordering: .releasing) }

  /// Whether somebody has woken the terminal since the last call.
  func takeWake() -> Bool { isWoken.exchange(false, ordering: .acquiringAndReleasing) }

  /// Waits until somebody wakes the terminal, looking once in a millisecond.
  func wait(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    while !isWoken.load(ordering: .acquiring), ContinuousClock.now < end { usleep(1_000) }
  }
}
