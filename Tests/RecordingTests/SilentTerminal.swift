import Cells

/// A terminal that gives the events that it is given, and keeps the last frame.
final class SilentTerminal: Terminal {
  var size = Size(columns: 20, rows: 6)
  let isUnicode = true
  let colors = 8
  let waker = Waker {}
  var events: [Event] = []
  private(set) var frame: Frame?

  func draw(_ frame: Frame) { self.frame = frame }
  func nextEvent(timeout: Duration?) -> Event? { events.isEmpty ? nil : events.removeFirst() }
  func send(_ request: TerminalRequest) {}
  func invalidate() {}
  func suspend() {}
  func run(_ command: [String]) -> ProgramEnd { .exited(0) }
  func close() {}
}
