/// A reader's place in a book, as typed: `120`, `+30`, `45%`, `done` or `stopped`.
public enum ReadingPlace: Hashable, Sendable {
  case page(Int)
  case further(Int)
  /// From 0 to 100.
  case percent(Double)
  case end
  case stopped

  /// Parses a text; nil if it is no place.
  public init?(_ text: some StringProtocol) {
    let text = String(text.filter { !$0.isWhitespace }).lowercased()
    if ["done", "end", "finished"].contains(text) {
      self = .end
    } else if ["stopped", "stop", "dnf"].contains(text) || text == "gaveup" || text == "givenup" {
      self = .stopped
    } else if text.hasSuffix("%") {
      guard text.first?.isNumber == true,
        let percent = Double(decimal: String(text.dropLast()).replacing(",", with: ".")),
        (0...100).contains(percent)
      else { return nil }
      self = .percent(percent)
    } else if text.hasPrefix("+") {
      guard let count = Int(text.dropFirst()), Self.pages.contains(count), count > 0 else { return nil }
      self = .further(count)
    } else {
      let digits =
        text.hasPrefix("p.") ? text.dropFirst(2) : text.hasPrefix("p") ? text.dropFirst() : text[...]
      guard let page = Int(digits), Self.pages.contains(page) else { return nil }
      self = .page(page)
    }
  }

  static let pages = 0...1_000_000
}
