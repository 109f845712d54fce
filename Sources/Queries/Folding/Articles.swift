/// Words that are ignored at the beginning of a text when sorting, such as *the*.
public struct Articles: Hashable, Sendable {
  /// Folded words as UTF-8, longest first, each with its separator.
  private let starts: [[UInt8]]

  /// No words: every text sorts by its first character.
  public static let none = Articles([])

  /// The English articles.
  public static let standard = ["a", "an", "the"]

  /// Makes a set of words, ignoring case and marks; after an apostrophe, no blank is needed.
  public init(_ words: some Sequence<String>) {
    let folded = words.map { word in
      Array(word.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
    }
    starts = folded.filter { !$0.isEmpty }.map { word in
      word.last == UInt8(ascii: "'") || word.reversed().starts(with: "’".utf8.reversed())
        ? word : word + [UInt8(ascii: " ")]
    }.sorted { $0.count > $1.count }
  }

  /// Whether the set has no words.
  public var isEmpty: Bool { starts.isEmpty }

  package func canBegin(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    return first >= 0x80 || starts.contains { $0.first == TextFold.lowercase(first) }
  }

  /// Keeps an article that is the whole text.
  func removed(from fold: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    for start in starts where fold.count > start.count {
      if fold.starts(with: start) { return UnsafeRawBufferPointer(rebasing: fold[start.count...]) }
    }
    return fold
  }
}
