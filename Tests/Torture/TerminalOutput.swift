/// Looks at each byte that a program sends to its terminal: it is text, or what ncurses says to an xterm, and nothing else.
///
/// So what a database or a key holds drives no terminal, however it comes there. What is sent for TERM=xterm-256color is
/// in terminfo(5); all of it is ECMA-48's and xterm's *Control Sequences*.
struct TerminalOutput {
  /// The first thing that is neither, among what is before and after it.
  private(set) var unsound: String?
  /// The beginning of something whose end has not come yet.
  private var rest: [UInt8] = []

  private enum Token: Equatable {
    case sound(Int)
    case unfinished
    case unsound
  }

  /// Takes what has been sent next.
  mutating func take(_ sent: some Sequence<UInt8>) {
    let bytes = rest + sent
    var start = 0
    while start < bytes.count, unsound == nil {
      switch Self.token(bytes[start...]) {
      case .sound(let count): start += count
      case .unfinished:
        rest = Array(bytes[start...])
        return
      case .unsound:
        let part = bytes[max(0, start - 40)..<min(bytes.count, start + 20)]
        unsound = String(decoding: part, as: UTF8.self).unicodeScalars.map { $0.escaped(asASCII: true) }
          .joined()
      }
    }
    rest = []
  }

  private static func token(_ bytes: ArraySlice<UInt8>) -> Token {
    guard let first = bytes.first else { return .unfinished }
    return switch first {
    // Backspace, line feed and carriage return move the cursor.
    case 0x20...0x7E, 0x08, 0x0A, 0x0D: .sound(1)
    case 0x1B: escape(bytes)
    case 0x80...: scalar(bytes, first)
    default: .unsound
    }
  }

  /// A scalar of more than one byte, which must be seen.
  private static func scalar(_ bytes: ArraySlice<UInt8>, _ first: UInt8) -> Token {
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard bytes.count >= count else { return .unfinished }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self),
      let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
    else { return .unsound }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return .unsound
    default: return .sound(count)
    }
  }

  private static func escape(_ bytes: ArraySlice<UInt8>) -> Token {
    guard let second = bytes.dropFirst().first else { return .unfinished }
    switch UnicodeScalar(second) {
    // The cursor saved and brought back, a line up, and the two modes of the keypad.
    case "7", "8", "M", "=", ">": return .sound(2)
    case "[": return sequence(bytes)
    case "]": return command(bytes)
    // Whether kitty's pictures can be shown; none is, for the answer does not come.
    case "_": return literal("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\", bytes)
    // Latin letters.
    default: return literal("\u{1B}(B", bytes)
    }
  }

  /// What is said to the system: the terminal's background asked for, a title, the clipboard,
  /// an address.
  private static func command(_ bytes: ArraySlice<UInt8>) -> Token {
    let text = bytes.dropFirst(2).prefix { $0 >= 0x20 && $0 != 0x7F }
    guard let end = bytes.dropFirst(2 + text.count).first else { return .unfinished }
    let said = String(decoding: text, as: UTF8.self)
    guard end == 0x07 else { return string(said, bytes) }
    let isTitle = said.hasPrefix("2;") && said.unicodeScalars.allSatisfy { !(0x80..<0xA0 ~= $0.value) }
    let isCopy =
      said.hasPrefix("52;c;")
      && said.dropFirst(5).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) }
    return isTitle || isCopy ? .sound(3 + text.count) : .unsound
  }

  /// What ends with a string terminator: the question for the background, and an address, which is ASCII.
  private static func string(_ said: String, _ bytes: ArraySlice<UInt8>) -> Token {
    let isLink = said.hasPrefix("8;;") && said.allSatisfy(\.isASCII)
    return said == "11;?" || isLink ? literal("\u{1B}]\(said)\u{1B}\\", bytes) : .unsound
  }

  private static func literal(_ text: String, _ bytes: ArraySlice<UInt8>) -> Token {
    let wanted = Array(text.utf8)
    guard bytes.starts(with: wanted.prefix(bytes.count)) else { return .unsound }
    return bytes.count < wanted.count ? .unfinished : .sound(wanted.count)
  }

  /// What is set and reset.
  private static let modes: Set = [
    "4", "?1", "?7", "?25", "?1000", "?1002", "?1003", "?1006", "?1049", "?2004", "?2026", "?2031",
  ]

  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Token {
    let parameters = bytes.dropFirst(2).prefix { (0x30...0x3F).contains($0) }
    guard let last = bytes.dropFirst(2 + parameters.count).first else {
      return parameters.count < 20 ? .unfinished : .unsound
    }
    let text = String(decoding: parameters, as: UTF8.self)
    // Whether a mode is known is asked with another byte.
    if last == UInt8(ascii: "$") {
      return text.first == "?" && modes.contains(text) ? literal("\u{1B}[\(text)$p", bytes) : .unsound
    }
    let isOwn =
      switch UnicodeScalar(last) {
      // What it is.
      case "c": ["", ">"].contains(text)
      case "u": ["?", ">5", ">29", "=5", "=29", "<"].contains(text)
      case "h", "l":
        modes.contains(text)
      case "t": ["22;0;0", "23;0;0", "22;2", "23;2"].contains(text)
      // Places, what is taken out and put in, scrolling, and looks.
      case "A", "B", "C", "D", "G", "H", "d", "J", "K", "L", "M", "P", "S", "T", "X", "@", "b", "m", "r":
        text.allSatisfy { $0.isNumber || $0 == ";" }
      default: false
      }
    return isOwn ? .sound(3 + parameters.count) : .unsound
  }
}
