import Cells
import SeededRandom

/// A terminal that gives seeded events of all kinds, and looks whether each frame is sound.
final class RandomTerminal: Terminal {
  private(set) var size = Size(columns: 80, rows: 24)
  let isUnicode = true
  let colors = 256
  let waker = Waker {}
  private var generator: SeededGenerator
  private let texts: [String]
  private let limit: Int
  private var pending: [Event] = []
  private(set) var given = 0
  /// What was wrong with the first frame that was.
  private(set) var unsound: String?

  init(seed: UInt64, events: Int, texts: [String]) {
    generator = SeededGenerator(seed: seed)
    limit = events
    self.texts = texts
  }

  func nextEvent(timeout: Duration?) -> Event? {
    guard given < limit, unsound == nil else { return .closed }
    given += 1
    if pending.isEmpty { pending = EventSource.next(texts, using: &generator).reversed() }
    let event = pending.popLast()
    if case .resized(let size) = event { self.size = size }
    return event
  }

  func draw(_ frame: Frame) {
    if unsound == nil, frame.size != size || !frame.isSound {
      unsound = "after event \(given) a frame of \(frame.size) on \(size) is unsound:\n\(frame.textPlane)"
    }
  }

  func send(_ request: TerminalRequest) {}
  func invalidate() {}
  func suspend() {}
  func run(_ command: [String]) -> ProgramEnd { .exited(0) }
  func close() {}
}

extension Frame {
  /// Whether widths add up, no wide character is cut, nothing drives the terminal and the cursor is inside.
  var isSound: Bool {
    guard cells.count == size.columns * size.rows, cursor.map(contains) ?? true else { return false }
    return (0..<size.rows).allSatisfy { row in
      var wants: Int8 = 0
      for column in 0..<size.columns {
        let cell = self[column, row]
        if (cell.width == 0) != (wants == 1) || cell.text.isEmpty != (cell.width == 0) { return false }
        wants = cell.width == 2 ? 1 : 0
        for scalar in cell.text.unicodeScalars where scalar.value < 32 || 127..<160 ~= scalar.value {
          return false
        }
      }
      return wants == 0
    }
  }
}
