/// The words at the start of a statement, checked before SQLite compiles it: SQLite runs some pragmas while compiling them.
struct StatementWords {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  /// The next word in upper case; nil if something else comes next.
  mutating func next() -> String? {
    skipBlanks()
    let start = place
    while let byte = current, Self.isLetter(byte) { place += 1 }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self).uppercased()
  }

  /// The next byte that is not part of a blank, a comment or a semicolon; nil at the end.
  mutating func placeAfterBlanks() -> Int? {
    skipBlanks()
    return place < bytes.endIndex ? place : nil
  }

  private mutating func skipBlanks() {
    while let byte = current {
      if Self.blanks.contains(byte) {
        place += 1
      } else if rest.starts(with: Self.byteOrderMark) {
        place += Self.byteOrderMark.count
      } else if rest.starts(with: "--".utf8) {
        place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      } else if rest.starts(with: "/*".utf8) {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  /// As in SQLite, a comment may end at the end of the text.
  private mutating func skipBlockComment() {
    place += 2
    while place < bytes.endIndex, !rest.starts(with: "*/".utf8) { place += 1 }
    place = min(place + 2, bytes.endIndex)
  }

  private var rest: ArraySlice<UInt8> { bytes[place...] }

  private var current: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: ";")]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }
}
