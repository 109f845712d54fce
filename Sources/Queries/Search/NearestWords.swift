/// Replaces words that occur in no text by the closest words of the texts.
package struct NearestWords {
  private struct Word {
    let bytes: [UInt8]
    let letters: UInt64
    let limit: Int
    var occurs = false
    var distance: Int
    var counts: [[UInt8]: Int] = [:]

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      letters = bytes.reduce(0) { $0 | NearestWords.letter($1) }
      // A letter beyond ASCII has two or three bytes.
      let isASCII = bytes.allSatisfy { $0 < 0x80 }
      let length = isASCII ? bytes.count : bytes.count / 2
      limit = (length < 4 ? 0 : length < 6 ? 1 : 2) * (isASCII ? 1 : 2)
      distance = limit
    }

    var nearest: [UInt8]? {
      counts.min { ($1.value, $0.key.description) < ($0.value, $1.key.description) }?.key
    }
  }

  private static let countLimit = 1_000

  private var words: [Word]

  package init(to matcher: Matcher) { words = matcher.words.map { Word($0.bytes) } }

  /// Nil if no word is missing, or a missing word has no near word.
  package var suggestion: String? {
    if words.allSatisfy(\.occurs) { return nil }
    var meant: [[UInt8]] = []
    for word in words {
      guard let bytes = word.occurs ? word.bytes : word.nearest else { return nil }
      meant.append(bytes)
    }
    return meant.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  private static func letter(_ byte: UInt8) -> UInt64 { 1 << UInt64(byte & 0x3F) }

  @inline(__always)
  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte >= 0x80 && byte != FoldedRows.end
  }

  /// - Complexity: O(*n*) in the bytes, plus the comparison of similar words.
  mutating func look(through texts: UnsafeRawBufferPointer) {
    for place in words.indices where !words[place].occurs {
      if ByteSearch(words[place].bytes).firstIndex(in: texts) != nil {
        words[place].occurs = true
      } else if words[place].limit > 0 {
        Self.look(through: texts, for: &words[place])
      }
    }
  }

  private static func look(through texts: UnsafeRawBufferPointer, for word: inout Word) {
    var index = 0
    let (letters, count) = (word.letters, word.bytes.count)
    while index < texts.count {
      let start = index
      var found: UInt64 = 0
      while index < texts.count, isOfWord(texts[index]) {
        found |= letter(texts[index])
        index += 1
      }
      let length = index - start
      // Each differing letter is missing in one word or in both.
      if length > 0, abs(length - count) <= word.distance,
        (found ^ letters).nonzeroBitCount <= 2 * word.distance
      {
        note(UnsafeRawBufferPointer(rebasing: texts[start..<index]), in: &word)
      }
      index += 1
    }
  }

  private static func note(_ found: UnsafeRawBufferPointer, in word: inout Word) {
    let distance = SpellingGuess.distance(word.bytes, found)
    guard distance <= word.distance else { return }
    if distance < word.distance { (word.distance, word.counts) = (distance, [:]) }
    let bytes = Array(found)
    if word.counts[bytes] != nil || word.counts.count < countLimit { word.counts[bytes, default: 0] += 1 }
  }
}
