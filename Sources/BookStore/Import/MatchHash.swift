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
  static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    TextFold.withFold(of: text) { folded in
      var start = 0
      for place in 0...folded.count where place == folded.count || !isInWord(folded[place]) {
        if place > start { body(UnsafeRawBufferPointer(rebasing: folded[start..<place])) }
        start = place + 1
      }
    }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 26
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
