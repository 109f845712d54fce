/// A folded word that can be found in texts, folded or not.
///
/// Signs are ignored, except in an exact word for numbers and dates. Text is folded only where the word can begin, and otherwise
/// scanned eight bytes at a time. A class costs a search one reference count for each row, instead of one per array.
final class SearchWord: Sendable {
  /// As UTF-8, without signs unless the word is exact; never empty.
  let bytes: [UInt8]
  private let exactWord: SearchWord?
  let hasDigit: Bool
  /// Whether a match must begin a word; ignored in scripts without blanks.
  let beginsWords: Bool
  /// Invalid bytes become U+FFFD only in a fold.
  let needsFold: Bool
  private let starts: FoldStarts
  private let first: BytePattern
  private let second: BytePattern
  /// All bits for a word of one byte.
  private let anySecond: UInt64

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

  convenience init?(folding text: String, beginningWords: Bool = false) {
    let folded = Array(text.utf8).withUnsafeBytes { TextFold.withFold(of: $0) { Array($0) } }
    self.init(folded, beginningWords: beginningWords)
  }

  var beginningWords: SearchWord { SearchWord(exact.bytes, beginningWords: true) ?? self }

  /// For numbers and dates, where signs count.
  var exact: SearchWord { exactWord ?? self }
  private var isExact: Bool { exactWord == nil }

  /// The offset of the scalar in whose fold the first occurrence begins; the text may be invalid and contain zeros.
  ///
  /// - Complexity: O(*n*) for common text; at worst O(*n* × *m*), *m* being the word's length.
  func firstIndex(in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    var offset = start
    while offset < text.count {
      let chunk = BytePattern.chunk(of: text, at: offset)
      var candidates = first.matches(in: chunk)
      if candidates != 0 {
        // The next byte, if not ASCII, can be a mark or fold to the next letter.
        let next = BytePattern.chunk(of: text, at: offset + 1)
        candidates &=
          second.matches(in: next) | (next | anySecond) & BytePattern.highBits
          | (isExact ? 0 : TextSigns.candidates(in: next))
      }
      candidates |= starts.candidates(in: chunk)
      while candidates != 0 {
        let index = offset + candidates.trailingZeroBitCount / 8
        // Bytes past the end look like zeros, which the word may contain.
        guard index < text.count else { return nil }
        if starts.canBegin(in: text, at: index) && begins(in: text, at: index) { return index }
        candidates &= candidates - 1
      }
      offset += 8
    }
    return nil
  }

  func occurs(in text: UnsafeRawBufferPointer) -> Bool {
    guard beginsWords else { return firstIndex(in: text) != nil }
    var start = 0
    while let index = firstIndex(in: text, from: start) {
      if !Self.endsInWord(text[..<index]) { return true }
      start = index + 1
    }
    return false
  }

  private static func endsInWord(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    // Four bytes are enough for the last scalar.
    guard let last = String(decoding: text.suffix(4), as: UTF8.self).unicodeScalars.last else { return false }
    let properties = last.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.canonicalCombiningClass != .notReordered
  }

  /// Han, Kana, Thai, Lao, Burmese and Khmer.
  private static func isOfScriptWithoutBlanks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

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

  @inline(__always)
  private func fold(in text: UnsafeRawBufferPointer, at index: Int) -> (FoldedScalar, length: Int) {
    let (folded, length) = TextFold.foldedScalar(in: text, at: index)
    return (isExact ? folded : folded.withoutSigns, length)
  }

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

  func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
