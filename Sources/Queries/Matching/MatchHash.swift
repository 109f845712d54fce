import Records

/// Equal for books that people consider the same.
package enum MatchHash {
  package static func isbn(_ text: some StringProtocol) -> UInt64? {
    ISBNText.thirteen(text).flatMap(UInt64.init)
  }

  /// The ISBN that 13 plain digits are; nil for every other way of writing it.
  package static func isbn(_ digits: ArraySlice<UInt8>) -> UInt64? {
    guard digits.count == 13 else { return nil }
    var (number, sum): (UInt64, UInt64) = (0, 0)
    for (offset, byte) in digits.enumerated() {
      guard (48...57).contains(byte) else { return nil }
      number = number * 10 + UInt64(byte - 48)
      sum += UInt64(byte - 48) * (offset.isMultiple(of: 2) ? 1 : 3)
    }
    return sum.isMultiple(of: 10) && (978...979).contains(number / 10_000_000_000) ? number : nil
  }

  /// Passes letters and digits without case and accents, and signs that stand for words; apostrophes, hyphens and blanks only end
  /// a word, because programs write them differently.
  package static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    forEachWord(of: text, body) { folded, place, length in
      if let word = SpokenSign.word(in: folded, at: place, length: length) { body(word) }
    }
  }

  /// No sign stands for a word.
  static func forEachWord(ofName text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    forEachWord(of: text, body) { _, _, _ in }
  }

  @inline(__always)
  private static func forEachWord(
    of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void,
    sign: (UnsafeRawBufferPointer, Int, Int) -> Void
  ) {
    TextFold.withFold(of: text) { folded in
      var (start, place) = (0, 0)
      while place < folded.count {
        let length = signLength(in: folded, at: place)
        guard length > 0 else {
          place += 1
          continue
        }
        if place > start { body(UnsafeRawBufferPointer(rebasing: folded[start..<place])) }
        sign(folded, place, length)
        place += length
        start = place
      }
      if place > start { body(UnsafeRawBufferPointer(rebasing: folded[start..<place])) }
    }
  }

  /// 0 inside a word.
  @inline(__always)
  static func signLength(in folded: UnsafeRawBufferPointer, at place: Int) -> Int {
    let byte = folded[place]
    if byte < 0x80 { return byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26 ? 0 : 1 }
    // Most letters beyond ASCII start with bytes that no sign starts with.
    guard byte >= 0xC2, MatchSigns.leads[Int(byte)] else { return 0 }
    return MatchSigns.length(in: folded, at: place)
  }

  /// The FNV-1a hash of bytes (http://www.isthe.com/chongo/tech/comp/fnv/).
  package static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(basis, next) }

  package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  package static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}

/// In UTF-8.
enum MatchSigns {
  private static let isSign: [Bool] = (0...0xFFFF).map { value in
    Unicode.Scalar(UInt32(value)).map(isSign) ?? false
  }

  static let leads: [Bool] = {
    var leads = [Bool](repeating: false, count: 256)
    for value in isSign.indices where value >= 0x80 && isSign[value] {
      leads[value < 0x800 ? 0xC0 | value >> 6 : 0xE0 | value >> 12] = true
    }
    return leads
  }()

  /// The offset's byte must be in `leads`; 0 for a letter.
  static func length(in text: UnsafeRawBufferPointer, at place: Int) -> Int {
    let length = text[place] < 0xE0 ? 2 : 3
    guard text[place] < 0xF0, place + length <= text.count else { return 0 }
    var value = Int(text[place]) & (length == 2 ? 0x1F : 0x0F)
    for next in 1..<length { value = value << 6 | Int(text[place + next] & 0x3F) }
    return isSign[value] ? length : 0
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      true
    default:
      // ´ and ʹ ʺ ʻ ʼ ʽ are used as apostrophes, and − as a dash.
      scalar == "\u{B4}" || (0x2B9...0x2BD).contains(scalar.value) || scalar == "\u{2212}"
        // ♯ ＄ ＋ ＝
        || [0x266F, 0xFF04, 0xFF0B, 0xFF1D].contains(scalar.value)
    }
  }
}
