/// The signs that stand for words, so that *C++* and *C#* differ from *C*, and *War & Peace* equals *War and Peace*.
enum SpokenSign {
  /// Nil if the sign only ends a word, as a number sign does in *Valley, #2*, but not in *C#*.
  @inline(__always)
  static func word(
    in folded: UnsafeRawBufferPointer, at place: Int, length: Int
  ) -> UnsafeRawBufferPointer? {
    switch length == 1 ? folded[place] : ascii(folded, place, length) {
    // Most signs are blanks.
    case UInt8(ascii: " "): nil
    case UInt8(ascii: "+"): bytes("+")
    case UInt8(ascii: "#") where place > 0 && MatchHash.signLength(in: folded, at: place - 1) == 0: bytes("#")
    case UInt8(ascii: "&"): bytes("and")
    case UInt8(ascii: "%"): bytes("%")
    case UInt8(ascii: "@"): bytes("@")
    case UInt8(ascii: "$"): bytes("$")
    case UInt8(ascii: "="): bytes("=")
    default: nil
    }
  }

  private static func bytes(_ word: StaticString) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
  }

  /// For a full-width sign (U+FF01 to U+FF3F) or ♯; otherwise 0.
  private static func ascii(_ folded: UnsafeRawBufferPointer, _ place: Int, _ length: Int) -> UInt8 {
    guard length == 3 else { return 0 }
    switch (folded[place], folded[place + 1], folded[place + 2]) {
    case (0xEF, 0xBC, let last): return last &- 0x60
    case (0xE2, 0x99, 0xAF): return UInt8(ascii: "#")
    default: return 0
    }
  }
}
