import Records

/// What was typed to find rows: words of which each must occur in one of a row's texts, in any case, with any marks.
///
/// Words and texts are folded alike, so `É` finds `é`, `e` finds `É`, and `é` finds `e` too: a person who types a mark
/// finds no less than one whose keyboard has none, and a list found by `re` only becomes shorter while the word goes on
/// to `rés`. A word may be a part of a longer one. Different words may be in different texts of the row.
///
/// A word that has a digit may also be in what is shown of one of the row's numbers and dates. Apostrophes, quotes and hyphens
/// count there only, and not in texts.
public struct Matcher: Hashable, Sendable {
  /// The words, those without a digit first: they are looked for in fewer texts.
  let words: [SearchWord]
  /// Whether a word has a digit, so that dates count.
  public let hasDigits: Bool

  /// Makes a matcher of what was typed; words are separated by white space.
  public init(_ typed: String) {
    let words = typed.unicodeScalars.split { $0.properties.isWhitespace }.compactMap {
      Array(String($0).utf8).withUnsafeBytes { TextFold.withFold(of: $0) { SearchWord(Array($0)) } }
    }
    self.init(words)
  }

  /// Makes a matcher of folded words and phrases.
  init(_ words: [SearchWord]) {
    self.words = words.filter { !$0.hasDigit } + words.filter(\.hasDigit)
    hasDigits = words.contains(where: \.hasDigit)
  }

  /// A matcher of each word alone.
  package var single: [Matcher] { words.map { Matcher([$0]) } }

  /// Whether rows that match can be found by their folded texts alone.
  ///
  /// A word with a digit may be in what is shown of a number, and the sign that stands for invalid bytes may be the end of a text.
  package var needsFoldsOnly: Bool {
    !hasDigits && !isEmpty
      && words.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") }
  }

  /// Whether there is no word, so that every row matches; marks alone are no word.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether each word occurs in one of a row's texts, or if it has a digit in one of its dates.
  ///
  /// Nothing is allocated, but for a word that looks for invalid bytes and for what `shown` makes. Each text is read
  /// once for a word at most. Dates come last: none is read for a row of which a word without a digit is missing.
  ///
  /// - Parameters:
  ///   - count: the number of texts.
  ///   - dateCount: the number of numbers and dates, which follow the texts.
  ///   - text: the UTF-8 of a text by its number; it may be invalid and hold zeros, and is read before the next call.
  ///     For what is no text it gives nil.
  ///   - isDated: whether a text, by its number, is a date.
  ///   - shown: what is shown of a value that is no text, by its number.
  /// - Complexity: O(*n*) in the bytes of the texts for each word.
  public func matches(
    count: Int, dateCount: Int = 0, text: (Int) -> UnsafeRawBufferPointer?,
    isDated: (Int) -> Bool = { _ in false }, shown: (Int) -> String? = { _ in nil }
  ) -> Bool {
    for word in words {
      var isFound = false
      for index in 0..<count where !isFound && !(word.hasDigit && isDated(index)) {
        if let text = text(index) { isFound = Self.occurs(word, in: text) }
      }
      if word.hasDigit, !isFound {
        let exact = word.exact
        for index in 0..<count + dateCount where !isFound {
          let isText = index < count && !isDated(index)
          isFound = Self.occurs(exact, inNumber: index, isText: isText, text, shown)
        }
      }
      if !isFound { return false }
    }
    return true
  }

  /// Whether each word occurs in one of the texts, or if it has a digit in one of those of dates.
  public func matches(_ texts: [Text], dates: [Text] = []) -> Bool {
    words.allSatisfy { word in
      texts.contains { $0.bytes.withUnsafeBytes { Self.occurs(word, in: $0) } }
        || word.hasDigit && dates.contains { $0.bytes.withUnsafeBytes { Self.occurs(word.exact, in: $0) } }
    }
  }

  /// Whether each word occurs in the text of a field's value, in which signs count if it is a number or a date.
  package func matches(_ text: UnsafeRawBufferPointer, in field: Field) -> Bool {
    let isExact = field.kind.isDated || !field.kind.holdsTexts
    return words.allSatisfy { Self.occurs(isExact ? $0.exact : $0, in: text) }
  }

  private static func occurs(
    _ word: SearchWord, inNumber index: Int, isText: Bool, _ text: (Int) -> UnsafeRawBufferPointer?,
    _ shown: (Int) -> String?
  ) -> Bool {
    // The texts have been looked at.
    if let text = text(index) { return !isText && occurs(word, in: text) }
    guard var shown = shown(index) else { return false }
    return shown.withUTF8 { occurs(word, in: UnsafeRawBufferPointer($0)) }
  }

  private static func occurs(_ word: SearchWord, in text: UnsafeRawBufferPointer) -> Bool {
    if !word.needsFold { return word.occurs(in: text) }
    return TextFold.withFold(of: text) { word.occurs(in: $0) }
  }

  /// Where words occur in a text: whole grapheme clusters, in order, without overlaps.
  ///
  /// - Complexity: O(*n*) in the text's length for each word.
  public func ranges(in text: String) -> [Range<String.Index>] {
    if isEmpty { return [] }
    let clusters = FoldedClusters(text)
    var isMarked = Array(repeating: false, count: clusters.starts.count)
    for word in words {
      for range in clusters.occurrences(of: word) {
        for cluster in range { isMarked[cluster] = true }
      }
    }
    return clusters.ranges(of: isMarked)
  }
}
