/// Reads terminal output of a program, and takes only characters and their colours.
struct PictureReader {
  private(set) var rows: [[Cell]] = [[]]

  private let size: Size
  private var ink = Ink()
  private var state = State.text
  private var parameters: [UInt8] = []

  private static let parameterLimit = 128

  private enum State {
    case text
    case escape
    case control
    /// In a string for the terminal, such as a title, which ends with BEL or Esc and a backslash.
    case string
    case stringEscape
  }

  init(size: Size) { self.size = size }

  mutating func read(_ bytes: [UInt8]) {
    // Invalid sequences become U+FFFD, which is shown as a blank.
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch state {
      case .text: readText(scalar)
      case .escape: readEscape(scalar)
      case .control: readControl(scalar)
      case .string: readString(scalar)
      case .stringEscape: state = scalar == "\\" ? .text : scalar == "\u{1B}" ? .stringEscape : .string
      }
    }
  }

  private mutating func readText(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x1B: state = .escape
    case 0x0A: if rows.count <= size.rows { rows.append([]) }
    case 0x9B: startControl()
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
    case 0..<0x20, 0x7F..<0xA0: break
    case 0x20..<0x7F: put(scalar)
    case 0xFFFD: put(" ")
    default:
      switch WidthClass(of: scalar) {
      case .narrow: put(scalar)
      case .wide, .replaced: put(" ")
      case .mark, .dropped: break
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    guard rows.count <= size.rows, rows[rows.count - 1].count < size.columns else { return }
    rows[rows.count - 1].append(Cell(text: String(scalar), width: 1, role: .picture, ink: ink))
  }

  private mutating func readEscape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "[": startControl()
    case "]", "P", "X", "^", "_": state = .string
    case "\u{1B}", "\u{20}"..."\u{2F}": state = .escape
    default: state = .text
    }
  }

  private mutating func startControl() {
    state = .control
    parameters = []
  }

  private mutating func readControl(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x40: if parameters.count < Self.parameterLimit { parameters.append(UInt8(scalar.value)) }
    case 0x1B: state = .escape
    case 0x40..<0x7F:
      state = .text
      if scalar == "m", parameters.count < Self.parameterLimit { ink.apply(sgr: parameters) }
    default: state = .text
    }
  }

  private mutating func readString(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x07, 0x9C: state = .text
    case 0x1B: state = .stringEscape
    default: break
    }
  }
}
