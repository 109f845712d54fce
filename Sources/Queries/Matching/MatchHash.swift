import Records

/// Hashes that are equal for books that people consider the same.
package enum MatchHash {
  package static func isbn(_ text: some StringProtocol) -> UInt64? {
    ISBNText.thirteen(text).flatMap(UInt64.init)
  }

  /// Calls a closure with each word of a text: letters and digits without case and accents, and signs that stand for words.
  ///
  /// Programs write apostrophes, hyphens and blanks differently (straight or curly, hyphen or dash, breaking or not), so all of
  /// these just end a word.
  package static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    forEachWord(of: text, body) { folded, place, length in
      if let word = SpokenSign.word(in: folded, at: place, length: length) { body(word) }
    }
  }

  /// Calls a closure with each word of a name, in which no sign stands for a word.
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

  /// The length in bytes of the sign or blank at an offset; 0 inside a word.
  @inline(__always)
  static func signLength(in folded: UnsafeRawBufferPointer, at place: Int) -> Int {
    let byte = folded[place]
    if byte < 0x80 { return byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26 ? 0 : 1 }
    // Most letters beyond ASCII start with bytes that no sign starts with.
    guard byte >= 0xC2, MatchSigns.leads[Int(byte)] else { return 0 }
    return MatchSigns.length(in: folded, at: place)
  }

  /// The FNV-1a hash of bytes (http://www.isthe.com/chongo/tech/comp/fnv/).
  package static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(basis, next)
  }

  package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  package static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
