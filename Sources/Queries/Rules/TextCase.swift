/// A rule that writes a text in another way, without a word of its own.
public enum TextCase: String, CaseIterable, Hashable, Sendable {
  /// Without white space at its ends, and with one blank where there are several in a line.
  case trim
  /// In lowercase.
  case lower
  /// In uppercase.
  case upper
  /// With a capital at the beginning only.
  case sentence
  /// With a capital at the beginning of each word but short ones.
  case title
  /// "Last, First" as "First Last", and the other way round.
  case turn

  /// The text as the rule writes it.
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

  /// The text with its first letter in uppercase.
  private static func capitalized(_ text: some StringProtocol) -> String {
    guard let place = text.firstIndex(where: { $0.isLetter || $0.isNumber }) else { return String(text) }
    return text[..<place] + text[place].uppercased() + text[text.index(after: place)...]
  }

  /// The words that have no capital within a title.
  private static let shortWords: Set = [
    "a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "nor", "of", "on", "or", "the", "to",
    "with",
  ]

  private static func titled(_ text: String) -> String {
    // Words that are capitals throughout say nothing about how they are written.
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
