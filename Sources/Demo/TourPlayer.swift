import Cells
import Platform
import Synchronization

/// A terminal without a user: it continues the tour whenever the tour waits for a key, and shows nothing.
public final class TourPlayer: Terminal {
  /// The size of the screens.
  public let size: Size
  /// The tour on top of this terminal.
  public weak var tour: TourTerminal?
  /// Called before the tour continues, so that the recording pauses on the current screen.
  public var willGoOn: () -> Void = {}
  private let signals = PlayerSignals()

  /// Creates a terminal of this size.
  public init(size: Size = Size(columns: 100, rows: 30)) { self.size = size }

  /// The key that continues if the tour waits for it; the end when the tour is over or a signal has arrived.
  public func nextEvent(timeout: Duration?) -> Event? {
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

  /// Like a modern terminal.
  public let isUnicode = true
  /// Like a modern terminal.
  public let colors = 256
  /// Ends the current wait.
  public var waker: Waker { Waker { [signals] in signals.wake() } }
  /// Does nothing.
  public func draw(_ frame: Frame) {}
  /// Does nothing.
  public func send(_ request: TerminalRequest) {}
  /// Does nothing.
  public func invalidate() {}
  /// Does nothing.
  public func suspend() {}
  /// Runs nothing.
  public func run(_ command: [String]) -> ProgramEnd { .exited(1) }
  /// Does nothing.
  public func close() {}
}

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
