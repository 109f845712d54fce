import Cells

/// Breaks text into lines that fit a width.
enum Wrap {
  /// The lines of a text, broken at spaces where there are any, never inside a cluster.
  ///
  /// - Parameters:
  ///   - width: the columns of a line, at least 1.
  ///   - limit: the most lines; the last one then ends with an ellipsis.
  /// - Returns: at least one line, which is empty for an empty text.
  /// - Complexity: O(`width` * `limit`), however long the text is.
  static func lines(of text: String, width: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count < limit {
      let end = lineEnd(in: rest, width: width)
      let line = rest[..<end]
      rest = rest[end...]
      // The blanks at which a line was broken may be one more than fits.
      lines.append(String(rest.isEmpty ? line : line.trimmingTrailingSpaces))
    }
    if !rest.isEmpty { lines[lines.count - 1] = String(lines[lines.count - 1].dropLast()) + "…" }
    return lines.isEmpty ? [""] : lines
  }

  /// Where the first line ends: after the last space that fits, else where the width is used up.
  private static func lineEnd(in text: Substring, width: Int) -> Substring.Index {
    var used = 0
    var afterSpace: Substring.Index?
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      used += TextWidth.width(of: character)
      // A space that no longer fits does not begin the next line.
      guard used <= width || character == " " else { break }
      index = text.index(after: index)
      if character == " " { afterSpace = index }
    }
    if index == text.endIndex { return index }
    return afterSpace ?? (index == text.startIndex ? text.index(after: index) : index)
  }
}

extension Substring {
  fileprivate var trimmingTrailingSpaces: Substring {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return self[...last]
  }
}
