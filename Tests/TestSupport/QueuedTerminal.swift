import Cells

/// A terminal that gives the events that it is given, and keeps the last frame.
package final class QueuedTerminal: Terminal {
  package var size: Size
  package let isUnicode = true
  package let colors = 8
  package let waker = Waker {}
  package var events: [Event] = []
  package private(set) var frame: Frame?

  package init(columns: Int, rows: Int) { size = Size(columns: columns, rows: rows) }

  /// The text of the last frame.
  package var text: String { frame?.textPlane ?? "" }

  package func draw(_ frame: Frame) { self.frame = frame }
  package func nextEvent(timeout: Duration?) -> Event? { events.isEmpty ? nil : events.removeFirst() }
  package func send(_ request: TerminalRequest) {}
  package func invalidate() {}
  package func suspend() {}
  package func run(_ command: [String]) -> ProgramEnd { .exited(0) }
  package func close() {}
}
