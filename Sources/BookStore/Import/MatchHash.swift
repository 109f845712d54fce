import Formats
import Queries
import Records

/// What a book is recognised by, as numbers that are equal for what people take for the same.
enum MatchHash {
  /// The hash of a title and the first of its authors; nil for a text without letters and digits.
  ///
  /// “Le Guin, Ursula K.” is the same person as “Ursula K. Le Guin”: the words of a name count in any order.
  static func title(_ title: some Collection<UInt8>, author: some Collection<UInt8>) -> UInt64? {
    let title = words(title)
    guard !title.isEmpty else { return nil }
    let author = words(author.prefix { $0 != UInt8(ascii: ";") }).sorted { $0.lexicographicallyPrecedes($1) }
    return bytes((title + [[0xFF]] + author).flatMap { $0 + [0x20] })
  }

  /// The hash of an ISBN; nil if its check digit is wrong.
  static func isbn(_ text: some StringProtocol) -> UInt64? {
    ISBNText.thirteen(text).flatMap(UInt64.init)
  }

  /// The words of a text without their case and accents, and without what is no letter or digit.
  private static func words(_ text: some Collection<UInt8>) -> [[UInt8]] {
    Array(text).withUnsafeBytes { bytes in
      TextFold.withFold(of: bytes) { folded in
        folded.split { $0 < 0x80 && !isLetterOrDigit($0) }.map { Array($0) }
      }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  /// The hash of bytes, by FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/).
  static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
