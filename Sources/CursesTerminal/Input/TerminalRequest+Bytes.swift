import Cells

extension TerminalRequest {
  /// As in XTerm Control Sequences, Operating System Commands.
  ///
  /// No name from a user or a database can end the sequence: a clipboard's bytes are base64, and a title has no control
  /// characters.
  var bytes: [UInt8] {
    switch self {
    case .setClipboard(let base64):
      return Array("\u{1B}]52;c;".utf8) + base64.utf8.filter(\.isBase64) + [7]
    case .reportMouse(let isOn):
      return Array((isOn ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1002l\u{1B}[?1006l").utf8)
    case .setTitle(let title):
      var text = "\u{1B}]2;"
      for glyph in TextWidth.glyphs(of: title) { text += glyph.text }
      return Array(text.utf8) + [7]
    case .takeText: return []
    }
  }

  /// Wrapped for GNU screen, which forwards device control strings of at most 768 bytes each.
  var bytesForScreen: [UInt8] {
    var (result, rest) = ([UInt8](), bytes[...])
    while !rest.isEmpty {
      result += [ASCII.escape, UInt8(ascii: "P")] + rest.prefix(512) + [ASCII.escape, UInt8(ascii: "\\")]
      rest = rest.dropFirst(512)
    }
    return result
  }
}
