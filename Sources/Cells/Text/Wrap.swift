package enum Wrap {
  package struct Row: Hashable {
    package let start: String.Index
    /// Excludes the line break.
    package let end: String.Index
    package let next: String.Index
    package let endsLine: Bool

    package var endsText: Bool { endsLine && end == next }

    /// The visible text; the CR of CR LF is visible, like any other CR.
    package func shown(of text: String) -> String {
      let line = String(text[start..<end])
      return end < next && endsLine && text[end] == "\r\n" ? line + "\r" : line
    }
  }

  /// Breaks a text at its line breaks, and at spaces if possible, but never inside a cluster; O(`width` * `limit`).
  ///
  /// If there are more than `limit` lines, the last one ends with an ellipsis.
  package static func lines(of text: String, width: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var index = text.startIndex
    var isOver = false
    repeat {
      guard lines.count < limit else {
        lines[lines.count - 1] = String(lines[lines.count - 1].dropLast()) + "…"
        break
      }
      let row = row(of: text, from: index, width: width)
      let line = row.shown(of: text)
      // Trailing blanks at a break may be one column wider than the line.
      lines.append(row.endsLine ? line : String(line[...].trimmingTrailingSpaces))
      index = row.next
      isOver = row.endsText
    } while !isOver
    return lines
  }

  /// The row ends with the line, or else after the last space that fits, or else where the width is used up; at `limit` at the
  /// latest.
  package static func row(
    of text: String, from start: String.Index, width: Int, limit: String.Index? = nil
  ) -> Row {
    let limit = limit ?? text.endIndex
    var used = 0
    var afterSpace: String.Index?
    var index = start
    while index < limit {
      let character = text[index]
      if character == "\n" || character == "\r\n" {
        return Row(start: start, end: index, next: text.index(after: index), endsLine: true)
      }
      used += character.isPlain ? 1 : TextWidth.width(of: character)
      // A space that no longer fits does not start the next line.
      guard used <= width || character == " " else { break }
      index = text.index(after: index)
      if character == " " { afterSpace = index }
    }
    let isOver = index == text.endIndex
    let end = index >= limit ? index : afterSpace ?? self.end(of: text, from: start, at: index)
    return Row(start: start, end: end, next: end, endsLine: isOver)
  }

  private static let closing: Set<Character> = [
    "。", "、", "，", "．", "」", "』", "）", "】", "》", "〉", "！", "？", "：", "；",
  ]

  /// The end of a row that is full: a closing sign of East Asian writing does not begin the next one.
  private static func end(of text: String, from start: String.Index, at full: String.Index) -> String.Index {
    guard full > start else { return text.index(after: start) }
    var end = full
    while end > start, closing.contains(text[end]) { end = text.index(before: end) }
    return end > start ? end : full
  }
}

extension Character {
  fileprivate var isPlain: Bool { asciiValue.map { 0x20..<0x7F ~= $0 } ?? false }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last]
  }
}
