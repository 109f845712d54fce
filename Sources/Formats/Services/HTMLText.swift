enum HTMLText {
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
    "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "sbquo": "‚", "bdquo": "„",
    "laquo": "«", "raquo": "»", "copy": "©", "reg": "®", "trade": "™", "euro": "€", "pound": "£", "deg": "°",
    "times": "×", "bull": "•", "middot": "·",
  ]
  private static let marks = Set(
    """
    a abbr b big blockquote br center cite code dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre q s \
    small span spoiler strike strong sub sup table tbody td th tr tt u ul
    """.split(separator: " ").flatMap { [String($0), "/" + $0] })
  private static let blocks: Set<String> = [
    "p", "/p", "div", "/div", "br", "li", "h1", "h2", "h3", "blockquote", "tr",
  ]

  /// Removes all tags; paragraphs become lines.
  static func plain(_ html: String) -> String {
    joined(text(html) { _ in true }.split(separator: "\n", omittingEmptySubsequences: false).map(\.trimmed))
  }

  /// Removes known tags from a text that may not be HTML; lines and blanks stay.
  static func unmarked(_ text: String) -> String {
    text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      ? self.text(text, marks.contains) : text
  }

  private static func text(_ html: String, _ isMark: (String) -> Bool) -> String {
    var (text, rest) = ("", html[...])
    // No tag ends after the last `>`; searching again and again would be quadratic.
    let lastEnd = html.lastIndex(of: ">") ?? html.startIndex
    while let place = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      text += rest[..<place]
      rest = rest[place...]
      switch rest.first {
      case "<" where place < lastEnd: skipMark(&rest, &text, isMark)
      case "<": text.append(rest.removeFirst())
      default: readEntity(&rest, &text)
      }
    }
    return text + rest
  }

  private static func joined(_ lines: [String]) -> String {
    var kept: [String] = []
    for line in lines where !line.isEmpty || kept.last?.isEmpty == false { kept.append(line) }
    if kept.last?.isEmpty == true { kept.removeLast() }
    return kept.joined(separator: "\n")
  }

  private static func skipMark(_ rest: inout Substring, _ text: inout String, _ isMark: (String) -> Bool) {
    let next = rest.dropFirst().first
    guard next?.isLetter == true || next == "/" || next == "!", let end = rest.firstIndex(of: ">") else {
      text.append(rest.removeFirst())
      return
    }
    let name = rest[rest.index(after: rest.startIndex)..<end].prefix { !$0.isWhitespace && $0 != ">" }
      .lowercased()
    let mark = name.hasSuffix("/") && name.count > 1 ? String(name.dropLast()) : name
    guard isMark(mark) else {
      text.append(rest.removeFirst())
      return
    }
    if blocks.contains(mark), !text.isEmpty, text.last != "\n" { text += "\n" }
    rest = rest[rest.index(after: end)...]
  }

  private static func readEntity(_ rest: inout Substring, _ text: inout String) {
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "#" }
    let after = rest[name.endIndex...]
    guard !name.isEmpty, after.first == ";", let character = character(String(name)) else {
      text.append(rest.removeFirst())
      return
    }
    text += character
    rest = after.dropFirst()
  }

  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
