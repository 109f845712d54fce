/// Words that do not count at the beginning of a text when texts are put into order, such as *the*.
public struct Articles: Hashable, Sendable {
  /// The folded words as UTF-8, the longest first, with what parts them from the next word.
  private let starts: [[UInt8]]

  /// No words: every text counts from its first character on.
  public static let none = Articles([])

  /// The words that are left out by default: those of English.
  public static let standard = ["a", "an", "the"]

  /// Makes a set of words; case and marks do not matter.
  ///
  /// A word that ends in an apostrophe, such as *l'*, needs no blank behind it.
  public init(_ words: some Sequence<String>) {
    let folded = words.map { word in
      Array(word.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
    }
    starts = folded.filter { !$0.isEmpty }.map { word in
      word.last == UInt8(ascii: "'") || word.reversed().starts(with: "’".utf8.reversed())
        ? word : word + [UInt8(ascii: " ")]
    }.sorted { $0.count > $1.count }
  }

  /// Whether there is no word.
  public var isEmpty: Bool { starts.isEmpty }

  /// Whether a text can begin with one of the words, judged by its first byte; false is certain.
  package func canBegin(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    return first >= 0x80 || starts.contains { $0.first == TextFold.lowercase(first) }
  }

  /// The bytes of a folded text without the word that it begins with, unless the word is all there is.
  func removed(from fold: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    for start in starts where fold.count > start.count {
      if fold.starts(with: start) { return UnsafeRawBufferPointer(rebasing: fold[start.count...]) }
    }
    return fold
  }
}
