/// What was typed to find rows: words of which each must occur in one of a row's texts, in any case, with any marks.
///
/// Words and texts are folded alike, so `É` finds `é`, `e` finds `É`, and `é` finds `e` too: a person who types a mark
/// finds no less than one whose keyboard has none, and a list found by `re` only becomes shorter while the word goes on
/// to `rés`. A word may be a part of a longer one. Different words may be in different texts of the row.
public struct Matcher: Hashable, Sendable {
  let words: [SearchWord]

  /// Makes a matcher of what was typed; words are separated by white space.
  public init(_ typed: String) {
    words = typed.unicodeScalars.split { $0.properties.isWhitespace }.compactMap {
      Array(String($0).utf8).withUnsafeBytes { TextFold.withFold(of: $0) { SearchWord(Array($0)) } }
    }
  }

  /// Whether there is no word, so that every row matches; marks alone are no word.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether each word occurs in one of a row's texts.
  ///
  /// Nothing is allocated, but for a word that looks for invalid bytes. Each text is read once for a word at most.
  ///
  /// - Parameters:
  ///   - count: the number of texts.
  ///   - text: the UTF-8 of a text by its number; it may be invalid and hold zeros, and is read before the next call.
  ///     For what is no text it gives nil.
  /// - Complexity: O(*n*) in the bytes of the texts for each word.
  public func matches(count: Int, text: (Int) -> UnsafeRawBufferPointer?) -> Bool {
    for word in words {
      var isFound = false
      for index in 0..<count where !isFound {
        if let text = text(index) { isFound = Self.occurs(word, in: text) }
      }
      if !isFound { return false }
    }
    return true
  }

  /// Whether each word occurs in one of the texts.
  public func matches(_ texts: [Text]) -> Bool {
    words.allSatisfy { word in
      texts.contains { $0.bytes.withUnsafeBytes { Self.occurs(word, in: $0) } }
    }
  }

  private static func occurs(_ word: SearchWord, in text: UnsafeRawBufferPointer) -> Bool {
    if !word.needsFold { return word.firstIndex(in: text) != nil }
    return TextFold.withFold(of: text) { word.firstIndex(in: $0) != nil }
  }
}
