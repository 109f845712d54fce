import Records

/// Hashes that are equal for books that people consider the same.
package enum MatchHash {
  /// The hash of an ISBN; nil if its check digit is wrong.
  package static func isbn(_ text: some StringProtocol) -> UInt64? {
    ISBNText.thirteen(text).flatMap(UInt64.init)
  }

  /// Calls a closure with each word of a text: letters and digits, without case and accents.
  ///
  /// Programs differ in their apostrophes, hyphens and blanks (straight or curly, hyphen or dash, no-break or not),
  /// so all of these only end a word.
  package static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    TextFold.withFold(of: text) { folded in
      var (start, place) = (0, 0)
      while place < folded.count {
        let sign = signLength(in: folded, at: place)
        guard sign > 0 else {
          place += 1
          continue
        }
        if place > start { body(UnsafeRawBufferPointer(rebasing: folded[start..<place])) }
        place += sign
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

  /// The hash of no bytes.
  package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash after one more byte.
  package static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
