import Formats
import Queries
import Records

/// What a book is recognised by, as numbers that are equal for what people take for the same.
enum MatchHash {
  /// The hash of an ISBN; nil if its check digit is wrong.
  static func isbn(_ text: some StringProtocol) -> UInt64? {
    ISBNText.thirteen(text).flatMap(UInt64.init)
  }

  /// The words of a text without their case and accents, and without what is no letter or digit.
  ///
  /// One program writes a straight apostrophe, a hyphen and a blank where another writes a curly one, a dash and a no-break
  /// space, so all of them only end a word.
  static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
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

  /// How many bytes the sign or blank at a place has; 0 where a word goes on.
  @inline(__always)
  private static func signLength(in folded: UnsafeRawBufferPointer, at place: Int) -> Int {
    let byte = folded[place]
    if byte < 0x80 { return byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26 ? 0 : 1 }
    // Most letters outside of ASCII begin with other bytes than all signs.
    guard byte >= 0xC2, MatchSigns.leads[Int(byte)] else { return 0 }
    return MatchSigns.length(in: folded, at: place)
  }

  /// The hash of bytes, by FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
  static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(basis, next)
  }

  /// The hash of no bytes.
  static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of bytes and one more.
  static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
