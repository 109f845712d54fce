import Platform
import Synchronization

/// Lets threads wake a terminal without a user.
final class PlayerSignals: Sendable {
  private let isWoken = Atomic(false)

  /// Ends the current wait or the next one.
  func wake() { isWoken.store(true, ordering: .releasing) }

  func takeWake() -> Bool { isWoken.exchange(false, ordering: .acquiringAndReleasing) }

  func wait(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    while !isWoken.load(ordering: .acquiring), ContinuousClock.now < end { usleep(1_000) }
  }
}
