import Records

/// The texts of a field, most frequent first, to complete a typed text; equality is identity, because texts are slow to compare.
public final class SuggestionList: Sendable, Hashable {
  /// The maximum number of texts, so that a search takes only a few milliseconds.
  public static let capacity = 20_000
  /// The maximum length in bytes of a suggested text.
  public static let longestByteCount = 200

  /// A text that continues the typed one.
  public struct Completion: Hashable, Sendable {
    /// The completed text, including everything before the completed part.
    public let text: String
    /// The rest of the text, after what was typed.
    public let rest: String
  }

  private struct Entry: Sendable {
    let text: String
    let fold: [UInt8]
  }

  private let entries: [Entry]
  private let isOfParts: Bool

  /// Makes a list of texts, each with its number of occurrences.
  public init(_ counts: [String: Int], isOfParts: Bool = false) {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    entries = sorted.prefix(Self.capacity).map { Entry(text: $0.key, fold: Self.fold($0.key)) }
    self.isOfParts = isOfParts
  }

  /// The texts that continue a typed text, or the last of several items, ignoring case and marks; most frequent first.
  public func completions(of typed: String, limit: Int = 20) -> [Completion] {
    let start = isOfParts ? Self.startOfPart(typed) : typed.startIndex
    let (before, part) = (typed[..<start], typed[start...])
    let fold = Self.fold(String(part))
    guard !fold.isEmpty else { return [] }
    let given = Set(isOfParts ? ListText.parts(of: String(before)) : [])
    var completions: [Completion] = []
    for entry in entries where entry.fold.starts(with: fold) && !given.contains(entry.text) {
      guard let rest = Self.rest(of: entry.text, after: fold.count), !rest.isEmpty else { continue }
      completions.append(Completion(text: before + entry.text, rest: String(rest)))
      if completions.count == limit { break }
    }
    return completions
  }

  /// Whether a typed text, or the last of several items, is one of the texts, ignoring case and marks.
  public func holds(whole typed: String) -> Bool {
    let part = typed[(isOfParts ? Self.startOfPart(typed) : typed.startIndex)...]
    let fold = Self.fold(String(part))
    return entries.contains { $0.fold == fold }
  }

  /// The items of a typed text, separated by semicolons, that are not among the texts, ignoring ASCII case.
  public func unknownParts(of typed: String) -> [String] {
    let parts = typed.split(separator: ";").map { part in
      String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    let known = Set(entries.map { Self.lowercased($0.text) })
    return parts.filter { !$0.isEmpty && !known.contains(Self.lowercased($0)) }
  }

  private static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }
  }

  /// Whether one of the texts is an ISBN of the same book, with 10 or 13 digits.
  public func holds(isbn: String) -> Bool {
    let number = Self.number(of: isbn)
    return number.count == 9 && entries.contains { Self.number(of: $0.text) == number }
  }

  /// Without the last digit, which differs between 10 and 13 digits.
  private static func number(of isbn: String) -> ArraySlice<UInt8> {
    isbn.utf8.filter { (48...57).contains($0) || $0 | 32 == UInt8(ascii: "x") }.dropLast().suffix(9)
  }

  private static func startOfPart(_ text: String) -> String.Index {
    let separator: Character = text.contains(";") ? ";" : ","
    guard let place = text.lastIndex(of: separator) else { return text.startIndex }
    return text[text.index(after: place)...].firstIndex { !$0.isWhitespace } ?? text.endIndex
  }

  private static func rest(of text: String, after byteCount: Int) -> Substring? {
    var (count, place) = (0, text.startIndex)
    while count < byteCount, place < text.endIndex {
      let next = text.index(after: place)
      count += fold(String(text[place..<next])).count
      place = next
    }
    return count == byteCount ? text[place...] : nil
  }

  private static func fold(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { bytes in TextFold.withFold(of: UnsafeRawBufferPointer(bytes)) { Array($0) } }
  }

  /// Whether both are the same list.
  public static func == (left: SuggestionList, right: SuggestionList) -> Bool { left === right }
  /// Hashes the identity of the list.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
