import Cells
import Platform
import Synchronization

/// A terminal without a user: it continues the tour whenever the tour waits for a key, and shows nothing.
package final class TourPlayer: Terminal {
  package let size: Size
  /// The tour on top of this terminal.
  package weak var tour: TourTerminal?
  /// Called before the tour continues, so that the recording pauses on the current screen.
  package var willGoOn: () -> Void = {}
  private let signals = PlayerSignals()

  package init(size: Size = Size(columns: 100, rows: 30)) { self.size = size }

  /// The key that continues if the tour waits for it; the end when the tour is over or a signal has arrived.
  package func nextEvent(timeout: Duration?) -> Event? {
    guard let tour, tour.step != nil, !Interruption.isAsked else { return .closed }
    if timeout == .zero { return nil }
    if signals.takeWake() { return .woken }
    if tour.invitesDot {
      willGoOn()
      return .key(.character("."))
    }
    signals.wait(atMost: min(timeout ?? Self.longest, Self.longest))
    return signals.takeWake() ? .woken : nil
  }

  private static let longest = Duration.milliseconds(20)

  package let isUnicode = true
  package let colors = 256
  package var waker: Waker { Waker { [signals] in signals.wake() } }
  package func draw(_ frame: Frame) {}
  package func send(_ request: TerminalRequest) {}
  package func invalidate() {}
  package func suspend() {}
  package func run(_ command: [String]) -> ProgramEnd { .exited(1) }
  package func close() {}
}

final class PlayerSignals: Sendable {
  private let isWoken = Atomic(false)

  func wake() { isWoken.store(true, ordering: .releasing) }

  func takeWake() -> Bool { isWoken.exchange(false, ordering: .acquiringAndReleasing) }

  func wait(atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    while !isWoken.load(ordering: .acquiring), ContinuousClock.now < end { usleep(1_000) }
  }
}
