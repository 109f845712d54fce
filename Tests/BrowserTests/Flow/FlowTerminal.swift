import BookStore
import Cells
import Foundation

/// The terminal of a flow.
///
/// It belongs to the browser's thread, as any terminal does.
final class FlowTerminal: Terminal {
  var size: Size
  let isUnicode = true
  var colors = 256
  var pixels: PixelScreen?
  var hasClipboard = true
  var hasMouse = true
  var baseKeys: [Character: Character] = [:]
  let waker: Waker
  /// What stands for a program that gets the terminal.
  var program: ([String]) throws -> ProgramEnd = { _ in .notStarted(errno: ENOENT) }
  /// The store that the browser began with.
  weak var store: BookStore?
  private let line: FlowLine
  private var lastFrame: Frame?

  init(_ line: FlowLine, size: Size) {
    (self.line, self.size) = (line, size)
    waker = Waker { line.wake() }
  }

  func draw(_ frame: Frame) {
    guard frame != lastFrame else { return }
    lastFrame = frame
    line.change { $0.frames.append(frame) }
  }

  func nextEvent(timeout: Duration?) -> Event? {
    // The browser also asks in the middle of a statement that takes long.
    let isInStatement = timeout == .zero && lastFrame?.textPlane.contains("Still reading") == true
    line.change { $0.isResting = $0.events.isEmpty && $0.errands.isEmpty && !isInStatement }
    line.stop()
    if !isInStatement { runErrands() }
    if let event = take(isInStatement) { return event }
    // The real time-outs only save power.
    if timeout != .zero { line.waitForNews(.milliseconds(2)) }
    return take(isInStatement)
  }

  private func take(_ isInStatement: Bool) -> Event? {
    let event: Event? = line.change { state in
      if let (event, isUrgent) = state.events.first, !isInStatement || isUrgent {
        state.events.removeFirst()
        return event
      }
      if state.isClosing { return .closed }
      defer { state.isWoken = false }
      return state.isWoken ? .woken : nil
    }
    if case .resized(let size) = event { self.size = size }
    return event
  }

  private func runErrands() {
    let errands = line.change { state in
      defer { state.errands = [] }
      return state.errands
    }
    for errand in errands { errand(self) }
  }

  func send(_ request: TerminalRequest) { line.change { $0.requests.append(request) } }
  func suspend() { line.change { $0.suspensions += 1 } }
  func run(_ command: [String]) -> ProgramEnd { (try? program(command)) ?? .exited(1) }
  func invalidate() {}
  func close() {}
}
