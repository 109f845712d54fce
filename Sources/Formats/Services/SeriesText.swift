/// A book's series as written by services: `Valley, #2`, `Valley #2`, `Valley(2)`.
struct SeriesText {
  let name: String
  private(set) var number: String?
  /// Data that does not fit a library: a range of numbers, and further series.
  private(set) var rest: [String] = []

  init?(_ text: String) {
    let parts = Self.parts(text)
    guard let first = parts.first else { return nil }
    guard let (name, number) = Self.numbered(first) else {
      self.name = text.trimmed
      return
    }
    self.name = name
    if Self.isNumber(number) { self.number = number } else { rest = ["#" + number] }
    rest += parts.dropFirst()
  }

  static func numbered(_ text: String) -> (name: String, number: String)? {
    let pieces: (Substring, Substring)
    if let hash = text.lastIndex(of: "#") {
      pieces = (text[..<hash], text[text.index(after: hash)...])
    } else if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
      pieces = (text[..<open], text[text.index(after: open)...].dropLast())
    } else {
      return nil
    }
    var name = pieces.0.trimmed
    if name.last == "," { name = name.dropLast().trimmed }
    let number = pieces.1.trimmed
    guard !name.isEmpty, number.first.map({ $0.isASCII && $0.isNumber }) == true else { return nil }
    return (name, number)
  }

  /// The series in a text; a semicolon or comma belongs to a name unless a number precedes it.
  private static func parts(_ text: String) -> [String] {
    for separator in [";", "|", ","] as [Character] {
      let parts = text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
      let isDivided = separator == "," ? parts.allSatisfy { numbered($0) != nil } : isNumbered(parts.first)
      if parts.count > 1, isDivided { return parts }
    }
    return text.trimmed.isEmpty ? [] : [text.trimmed]
  }

  private static func isNumbered(_ part: String?) -> Bool { part.flatMap(numbered) != nil }

  private static func isNumber(_ text: String) -> Bool {
    text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } && Double(text) != nil
  }
}
