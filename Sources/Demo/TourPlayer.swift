import Cells

/// A terminal that nobody sits at: it goes on with the tour whenever that waits for a key, and shows nothing.
public final class TourPlayer: Terminal {
  /// The size that the screens have.
  public let size: Size
  /// The tour over this terminal.
  public weak var tour: TourTerminal?
  /// Is told before the tour goes on, so that the recording rests on what is shown.
  public var willGoOn: () -> Void = {}
  private let signals = PlayerSignals()

  /// Makes a terminal of a size.
  public init(size: Size = Size(columns: 100, rows: 30)) { self.size = size }

  /// The key that goes on if the tour waits for it; the end when the tour is over, or a signal asks for it.
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

  /// A step that needs longer is looked after again.
  private static let longest = Duration.milliseconds(20)

  /// As a terminal of today.
  public let isUnicode = true
  /// As a terminal of today.
  public let colors = 256
  /// Ends the wait.
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
