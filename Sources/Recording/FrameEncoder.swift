import Cells

/// Encodes frames for a terminal: text and ECMA-48 control sequences for position and style.
///
/// A changed row is always rewritten from its first column, so a replay never starts in the middle of a row. The position is
/// set again after each wide or joined character, because terminals disagree on their width.
package struct FrameEncoder: Sendable {
  private let styles: [Role: TextStyle]

  /// Makes an encoder; roles without a style get the default one.
  package init(styles: [Role: TextStyle]) { self.styles = styles }

  /// A whole frame, for a screen with unknown contents.
  package func whole(_ frame: Frame) -> String {
    "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" + rows(0..<frame.size.rows, of: frame) + cursor(of: frame)
  }

  /// The changes since another frame, or the whole frame if the size differs; empty if there are no changes.
  package func changes(from old: Frame, to frame: Frame) -> String {
    guard old.size == frame.size else { return whole(frame) }
    let columns = frame.size.columns
    let changed = (0..<frame.size.rows).filter { row in
      let range = row * columns..<(row + 1) * columns
      return old.cells[range] != frame.cells[range]
    }
    if changed.isEmpty, old.cursor == frame.cursor { return "" }
    return "\u{1B}[?25l" + rows(changed, of: frame) + cursor(of: frame)
  }

  private func rows(_ rows: some Sequence<Int>, of frame: Frame) -> String {
    rows.map { "\u{1B}[\($0 + 1);1H" + row($0, of: frame) }.joined() + "\u{1B}[0m"
  }

  private func row(_ row: Int, of frame: Frame) -> String {
    var text = "\u{1B}[0m"
    var last = TextStyle()
    for column in 0..<frame.size.columns {
      let cell = frame[column, row]
      guard cell.width > 0 else { continue }
      let style = cell.ink.map(TextStyle.init) ?? styles[cell.role] ?? TextStyle()
      if style != last { text += style.sgr }
      last = style
      text += cell.text
      let next = column + Int(cell.width)
      let isCertain = cell.width == 1 && cell.text.unicodeScalars.count == 1
      if !isCertain, next < frame.size.columns { text += "\u{1B}[\(next + 1)G" }
    }
    return text
  }

  private func cursor(of frame: Frame) -> String {
    frame.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
  }
}

extension TextStyle {
  /// The sequence that selects the style, whatever the previous style was.
  var sgr: String {
    var codes = ["0"]
    for (isSet, code) in [(isBold, "1"), (isDim, "2"), (isUnderlined, "4"), (isReversed, "7")] where isSet {
      codes.append(code)
    }
    if let foreground { codes.append(Self.code(foreground, base: 30)) }
    if let background { codes.append(Self.code(background, base: 40)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Ink.Color, base: Int) -> String {
    switch color {
    case .palette(let number) where number < 8: "\(base + Int(number))"
    case .palette(let number) where number < 16: "\(base + 52 + Int(number))"
    case .palette(let number): "\(base + 8);5;\(number)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
