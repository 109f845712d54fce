/// A rule that rewrites a text without an argument.
public enum TextCase: String, CaseIterable, Hashable, Sendable {
  /// Also joins repeated blanks.
  case trim
  case lower
  case upper
  case sentence
  case title
  /// Between "Last, First" and "First Last".
  case turn

  /// Applies the rule to a text.
  public func changed(_ text: String) -> String {
    switch self {
    case .trim: Self.trimmed(text)
    case .lower: text.lowercased()
    case .upper: text.uppercased()
    case .sentence: Self.capitalized(text.lowercased())
    case .title: Self.titled(text)
    case .turn:
      text.split(separator: ";", omittingEmptySubsequences: false).map(NameOrder.turned).joined(
        separator: ";")
    }
  }

  private static func trimmed(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let isFilled = { (line: String) in !line.isEmpty }
    guard let first = lines.firstIndex(where: isFilled), let last = lines.lastIndex(where: isFilled) else {
      return ""
    }
    return lines[first...last].joined(separator: "\n")
  }

  private static func capitalized(_ text: some StringProtocol) -> String {
    guard let place = text.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return String(text) }
    return text[..<place] + text[place].uppercased() + text[text.index(after: place)...]
  }

  private static let shortWords: Set = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "nor", "of", "on", "or", "the", "to",
    "with",
  ]

  private static func titled(_ text: String) -> String {
    // A text in capitals throughout does not show how its words are written.
    let text = text.contains(where: \.isLowercase) ? text : text.lowercased()
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    var isBeginning = true
    let changed = words.enumerated().map { place, word in
      defer { if !word.isEmpty { isBeginning = ".:?!–—".contains(word.last ?? " ") } }
      let isShort = shortWords.contains(word.lowercased()) && !isBeginning && place < words.count - 1
      return isShort ? word.lowercased() : capitalized(word)
    }
    return changed.joined(separator: " ")
  }
}

enum NameOrder {
  private static let particles: Set = [
    "al", "bin", "da", "dal", "de", "del", "della", "den", "der", "di", "dos", "du", "ibn", "la", "le", "ten",
    "ter", "van", "von", "zu", "zur",
  ]

  /// Between "Last, First" and "First Last"; any other name stays unchanged.
  static func turned(_ name: Substring) -> String {
    let words = name.split(whereSeparator: \.isWhitespace)
    let start = name.prefix(while: \.isWhitespace)
    guard words.count > 1 else { return String(name) }
    let trimmed = words.joined(separator: " ")
    let parts = trimmed.split(separator: ",", omittingEmptySubsequences: false)
    // With a second comma, the parts are ambiguous.
    if parts.count > 2 { return String(name) }
    if parts.count == 2 {
      let (last, first) = (parts[0], parts[1].drop(while: \.isWhitespace))
      return last.isEmpty || first.isEmpty ? String(name) : "\(start)\(first) \(last)"
    }
    var lastStart = words.count - 1
    while lastStart > 1, particles.contains(words[lastStart - 1].lowercased()) { lastStart -= 1 }
    let (first, last) = (words[..<lastStart], words[lastStart...])
    return "\(start)\(last.joined(separator: " ")), \(first.joined(separator: " "))"
  }
}
