/// One folded word, ready to be found in texts as they are, folded or not.
///
/// It passes over the signs of `TextSigns`, in the word and in the text, unless it is exact as in numbers and dates.
///
/// The text is folded only where the word can begin: most of it is looked at eight bytes in one step. A class, since a
/// search passes it on for every row: one reference is counted then, not one for each array.
final class SearchWord: Sendable {
  /// The folded word as UTF-8, without signs unless it is exact; never empty.
  let bytes: [UInt8]
  /// The same word with its signs, for which those of the text count; nil if it is that itself.
  private let exactWord: SearchWord?
  /// Whether there is a digit of ASCII in it, as in every date.
  let hasDigit: Bool
  /// Whether it has to be the beginning of a word of the text; never where words are not set apart by blanks.
  let beginsWords: Bool
  /// Whether the word begins with the sign that stands for invalid bytes, which can be found in a fold only.
  let needsFold: Bool
  private let starts: FoldStarts
  /// The word's first byte if it is ASCII, eight times, and its case bit.
  private let first: BytePattern
  /// The same of the byte behind it.
  private let second: BytePattern
  /// All bits if the word is one byte, so that whatever comes behind it will do.
  private let anySecond: UInt64

  /// Makes a word of folded UTF-8; nil if that is empty, or has nothing but signs.
  convenience init?(_ folded: [UInt8], beginningWords: Bool = false) {
    let exact = SearchWord(bytes: folded, beginningWords)
    self.init(bytes: TextSigns.removed(from: folded), beginningWords, exact: exact)
  }

  private init?(bytes: [UInt8], _ beginningWords: Bool, exact: SearchWord? = nil) {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return nil }
    (self.bytes, exactWord) = (bytes, exact)
    hasDigit = bytes.contains { (48...57).contains($0) }
    beginsWords = beginningWords && !Self.isOfScriptWithoutBlanks(scalar)
    needsFold = bytes.starts(with: UTF8.encodedReplacementCharacter)
    starts = FoldStarts(of: scalar)
    first = BytePattern(bytes[0])
    second = BytePattern(bytes.count > 1 ? bytes[1] : nil)
    anySecond = bytes.count > 1 ? 0 : .max
  }

  /// Makes a word of a text as it was typed; nil if only marks are in it.
  convenience init?(folding text: String, beginningWords: Bool = false) {
    let folded = Array(text.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
    self.init(folded, beginningWords: beginningWords)
  }

  /// The same word, which has to begin a word of the text.
  var beginningWords: SearchWord { SearchWord(exact.bytes, beginningWords: true) ?? self }

  /// The same word as it is looked for in numbers and dates, where each sign counts.
  var exact: SearchWord { exactWord ?? self }
  private var isExact: Bool { exactWord == nil }

  /// Where the scalar is in whose fold the word begins, at or after an offset.
  ///
  /// - Parameter text: UTF-8 that may be invalid and hold zeros.
  /// - Complexity: O(*n*) for common text; O(*n* × *m*) at worst, *m* being the word's length.
  func firstIndex(in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    var offset = start
    while offset < text.count {
      let chunk = BytePattern.chunk(of: text, at: offset)
      var candidates = first.matches(in: chunk)
      if candidates != 0 {
        // A byte of another script behind it can be a mark, or become the letter that comes next.
        let next = BytePattern.chunk(of: text, at: offset + 1)
        candidates &=
          second.matches(in: next) | (next | anySecond) & BytePattern.highBits
          | (isExact ? 0 : TextSigns.candidates(in: next))
      }
      candidates |= starts.candidates(in: chunk)
      while candidates != 0 {
        let index = offset + candidates.trailingZeroBitCount / 8
        // What is missing behind the end looks like zeros, which can be looked for too.
        guard index < text.count else { return nil }
        if starts.canBegin(in: text, at: index) && begins(in: text, at: index) { return index }
        candidates &= candidates - 1
      }
      offset += 8
    }
    return nil
  }

  /// Whether it occurs in a text, if it must at the beginning of a word.
  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    guard beginsWords else { return firstIndex(in: text) != nil }
    var start = 0
    while let index = firstIndex(in: text, from: start) {
      if !Self.endsInWord(text[..<index]) { return true }
      start = index + 1
    }
    return false
  }

  /// Whether a text ends within a word: with a letter, a digit or a mark.
  private static func endsInWord(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    // A scalar has four bytes at most; of one that is cut only its last bytes are invalid.
    guard let last = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
    let properties = last.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
  }

  /// Whether texts in the scalar's script have no blanks between words: Han, Kana, Thai, Lao, Burmese and Khmer.
  private static func isOfScriptWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Whether the word begins within the fold of the scalar at an index.
  private func begins(in text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    if text[index] < 0x80 { return goesOn(in: text, at: index, from: 0) }
    let (folded, length) = fold(in: text, at: index)
    for offset in 0..<folded.count {
      let count = min(folded.count - offset, bytes.count)
      let isSame = (0..<count).allSatisfy { folded.vector[offset + $0] == bytes[$0] }
      if isSame && goesOn(in: text, at: index + length, from: count) { return true }
    }
    return false
  }

  /// What the scalar at an index becomes, without signs unless they count, and how many bytes it has.
  @inline(__always)
  private func fold(in text: UnsafeRawBufferPointer, at index: Int) -> (FoldedScalar, length: Int) {
    let (folded, length) = TextFold.foldedScalar(in: text, at: index)
    return (isExact ? folded : folded.withoutSigns, length)
  }

  /// Whether the fold of the text from an index on begins with the word's bytes from a number on.
  private func goesOn(in text: UnsafeRawBufferPointer, at start: Int, from done: Int) -> Bool {
    var index = start
    var done = done
    while done < bytes.count {
      guard index < text.count else { return false }
      let byte = text[index]
      if byte < 0x80 {
        if TextFold.lowercase(byte) == bytes[done] {
          done += 1
        } else if isExact || !TextSigns.contain(byte) {
          return false
        }
        index += 1
        continue
      }
      let (folded, length) = fold(in: text, at: index)
      for offset in 0..<min(folded.count, bytes.count - done) {
        guard folded.vector[offset] == bytes[done + offset] else { return false }
      }
      index += length
      done += folded.count
    }
    return true
  }
}

extension SearchWord: Hashable {
  static func == (left: SearchWord, right: SearchWord) -> Bool {
    left.bytes == right.bytes && left.beginsWords == right.beginsWords
      && left.exactWord?.bytes == right.exactWord?.bytes
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
