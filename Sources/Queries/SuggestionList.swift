import Records

/// Texts that a field holds, the most frequent first, to complete one that is being typed.
///
/// Two lists are equal if they are the same one: comparing their texts would take longer than a key may.
public final class SuggestionList: Sendable, Hashable {
  /// The most texts of a list, so that looking through it takes no longer than a few milliseconds.
  public static let capacity = 20_000
  /// The most bytes of a text that is worth suggesting.
  public static let longestByteCount = 200

  /// A text that goes on where what was typed ends.
  public struct Completion: Hashable, Sendable {
    /// All that the text would be, with what stands before the part that is completed.
    public let text: String
    /// What of it stands behind what was typed.
    public let rest: String
  }

  private struct Entry: Sendable {
    let text: String
    let fold: [UInt8]
  }

  private let entries: [Entry]
  /// Whether the field holds several texts, parted by `;` or `,`.
  private let isOfParts: Bool

  /// Makes a list of texts with how often each occurs.
  ///
  /// - Complexity: O(*n* log *n*) in the texts.
  public init(_ counts: [String: Int], isOfParts: Bool = false) {
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    entries = sorted.prefix(Self.capacity).map { Entry(text: $0.key, fold: Self.fold($0.key)) }
    self.isOfParts = isOfParts
  }

  /// The texts that begin like a typed one, in any case and with any marks, and go on; the most frequent first.
  ///
  /// Of several texts only the last one is completed, and none is suggested that stands before it.
  ///
  /// - Complexity: O(*n*) in the texts, each of which is compared up to its first difference.
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

  /// Whether a typed text, or the last one of several, is one of the texts, in any case and with any marks.
  ///
  /// - Complexity: O(*n*) in the texts.
  public func holds(whole typed: String) -> Bool {
    let part = typed[(isOfParts ? Self.startOfPart(typed) : typed.startIndex)...]
    let fold = Self.fold(String(part))
    return entries.contains { $0.fold == fold }
  }

  /// The parts of a typed text, separated by semicolons, that are none of the texts, in any case of ASCII letters.
  ///
  /// - Complexity: O(*n*) in the texts.
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

  /// Whether one of the texts is the ISBN of the same book, of 10 or of 13 digits.
  ///
  /// - Complexity: O(*n*) in the texts.
  public func holds(isbn: String) -> Bool {
    let number = Self.number(of: isbn)
    return number.count == 9 && entries.contains { Self.number(of: $0.text) == number }
  }

  /// The nine digits that both forms of an ISBN share; the last digit of each only checks the others.
  private static func number(of isbn: String) -> ArraySlice<UInt8> {
    isbn.utf8.filter { (48...57).contains($0) || $0 | 32 == UInt8(ascii: "x") }.dropLast().suffix(9)
  }

  private static func startOfPart(_ text: String) -> String.Index {
    let separator: Character = text.contains(";") ? ";" : ","
    guard let place = text.lastIndex(of: separator) else { return text.startIndex }
    return text[text.index(after: place)...].firstIndex { !$0.isWhitespace } ?? text.endIndex
  }

  /// What follows the first characters of a text whose fold has so many bytes; nil if a character is across that.
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

  /// Whether two lists are the same one.
  public static func == (left: SuggestionList, right: SuggestionList) -> Bool { left === right }
  /// Hashes what tells the list from any other one.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
