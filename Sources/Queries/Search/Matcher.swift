import Records

/// The words of a search, each of which must occur in one of a row's texts, ignoring case and marks.
///
/// Words and texts are folded alike, so `É`, `é` and `e` find each other, and a list found by `re` only gets shorter as the word
/// grows to `rés`. A word with a digit may also occur in a number or date as shown, where apostrophes, quotes and hyphens count.
public struct Matcher: Hashable, Sendable {
  /// Words without a digit come first, because they are searched for in fewer texts.
  let words: [SearchWord]
  /// Whether any word has a digit, so that numbers and dates are searched too.
  public let hasDigits: Bool

  /// Makes a matcher of a typed text, whose words are separated by white space.
  public init(_ typed: String) {
    let words = typed.unicodeScalars.split { $0.properties.isWhitespace }.compactMap {
      Array(String($0).utf8).withUnsafeBytes { TextFold.withFold(of: $0) { SearchWord(Array($0)) } }
    }
    self.init(words)
  }

  init(_ words: [SearchWord]) {
    self.words = words.filter { !$0.hasDigit } + words.filter(\.hasDigit)
    hasDigits = words.contains(where: \.hasDigit)
  }

  package var single: [Matcher] { words.map { Matcher([$0]) } }

  /// False for digits, which may be in a number, and for U+FFFD, because invalid bytes may be the end of a text.
  package var needsFoldsOnly: Bool {
    !hasDigits && !isEmpty
      && words.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") }
  }

  /// Whether there are no words, so that every row matches; marks alone are not a word.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether each word occurs in a text of the row, or, if the word has a digit, in a number or date.
  ///
  /// Only `shown` and a search for invalid bytes allocate memory. No date is read if a word without a digit is missing.
  ///
  /// - Parameters:
  ///   - dateCount: The number of numbers and dates, which follow the texts.
  ///   - text: The UTF-8 of a text by its index, read before the next call; nil if the value is not a text.
  ///   - isDated: Whether the text at an index is a date.
  ///   - shown: A value that is not a text, as shown, by its index.
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

  /// Whether each word occurs in one of the texts, or, if the word has a digit, in one of the dates.
  public func matches(_ texts: [Text], dates: [Text] = []) -> Bool {
    words.allSatisfy { word in
      texts.contains { $0.bytes.withUnsafeBytes { Self.occurs(word, in: $0) } }
        || word.hasDigit && dates.contains { $0.bytes.withUnsafeBytes { Self.occurs(word.exact, in: $0) } }
    }
  }

  /// Signs count in numbers and dates.
  package func matches(_ text: UnsafeRawBufferPointer, in field: Field) -> Bool {
    let isExact = field.kind.isDated || !field.kind.holdsTexts
    return words.allSatisfy { Self.occurs(isExact ? $0.exact : $0, in: text) }
  }

  private static func occurs(
    _ word: SearchWord, inNumber index: Int, isText: Bool, _ text: (Int) -> UnsafeRawBufferPointer?,
    _ shown: (Int) -> String?
  ) -> Bool {
    if let text = text(index) { return !isText && occurs(word, in: text) }
    guard var shown = shown(index) else { return false }
    return shown.withUTF8 { occurs(word, in: UnsafeRawBufferPointer($0)) }
  }

  private static func occurs(_ word: SearchWord, in text: UnsafeRawBufferPointer) -> Bool {
    if !word.needsFold { return word.occurs(in: text) }
    return TextFold.withFold(of: text) { word.occurs(in: $0) }
  }

  /// The whole grapheme clusters of the words, in order and without overlaps.
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

/// Maps each byte of a folded string to a grapheme cluster.
struct FoldedClusters {
  private let text: String
  let starts: [String.Index]
  private var bytes: [UInt8] = []
  private var clusters: [Int] = []

  init(_ text: String) {
    self.text = text
    starts = Array(text.indices)
    for (number, cluster) in text.enumerated() {
      for scalar in cluster.unicodeScalars {
        TextFold.fold(scalar) {
          if !TextSigns.contain($0) { bytes.append(contentsOf: Array(String($0).utf8)) }
        }
      }
      clusters.append(contentsOf: repeatElement(number, count: bytes.count - clusters.count))
    }
  }

  func occurrences(of word: SearchWord) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      while let index = word.firstIndex(in: bytes, from: start) {
        found.append(clusters[index]...clusters[index + word.bytes.count - 1])
        start = index + 1
      }
    }
    return found
  }

  func ranges(of isMarked: [Bool]) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    for (number, start) in starts.enumerated() where isMarked[number] {
      let end = number + 1 < starts.count ? starts[number + 1] : text.endIndex
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    return ranges
  }
}
