/// One folded word, ready to be found in raw or folded text.
///
/// A class, since a search passes it on for every row: one reference is counted then, not one for each array.
final class SearchWord: Sendable {
  /// The folded word as UTF-8; never empty.
  let bytes: [UInt8]
  /// For each byte 0x20 if it is an ASCII letter, whose uppercase differs in that bit only, else 0.
  private let caseBits: [UInt8]
  /// The index of the byte that is looked for first, since it is the rarest.
  private let anchor: Int
  /// That byte, eight times.
  private let anchorPattern: UInt64
  /// The case bit of that byte, eight times.
  private let anchorCaseBits: UInt64

  /// Makes a word of folded UTF-8; nil if that is empty.
  init?(_ bytes: [UInt8]) {
    guard let anchor = bytes.indices.max(by: { Self.rarity(bytes[$0]) < Self.rarity(bytes[$1]) }) else {
      return nil
    }
    self.bytes = bytes
    self.anchor = anchor
    caseBits = bytes.map(Self.caseBit)
    anchorPattern = Self.everyByte &* UInt64(bytes[anchor])
    anchorCaseBits = Self.everyByte &* UInt64(Self.caseBit(bytes[anchor]))
  }

  private static func caseBit(_ byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? 0x20 : 0 }

  /// How rare a byte is in text: the first bytes of other scripts are in each of their letters.
  private static func rarity(_ byte: UInt8) -> Int {
    if byte >= 0xC0 { return -1 }
    return Array("etaoinsrhldcumfpgwybvkxjqz".utf8).firstIndex(of: byte) ?? 26
  }

  /// Where the word begins in a text at or after an offset, with ASCII letters in either case.
  ///
  /// Eight bytes are looked at in one step for the anchor.
  ///
  /// - Parameter isASCII: set to false if a byte of another script was seen, which is certain if nothing is found.
  /// - Complexity: O(*n*) for common text; O(*n* × *m*) at worst, *m* being the word's length.
  func firstIndex(in text: UnsafeRawBufferPointer, from start: Int = 0, isASCII: inout Bool) -> Int? {
    var seen: UInt64 = 0
    defer { isASCII = isASCII && seen & Self.highBits == 0 }
    var offset = start
    while offset < text.count {
      let chunk = Self.chunk(of: text, at: offset)
      seen |= chunk
      // A byte that equals the anchor becomes zero here, and its high bit is set in `candidates`.
      let difference = (chunk | anchorCaseBits) ^ anchorPattern
      var candidates = (difference &- Self.everyByte) & ~difference & Self.highBits
      while candidates != 0 {
        let index = offset + candidates.trailingZeroBitCount / 8 - anchor
        if index >= start && isWord(in: text, at: index) { return index }
        candidates &= candidates - 1
      }
      offset += 8
    }
    return nil
  }

  private static let everyByte: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Up to eight bytes from an offset on, the first one lowest; what is missing is zero.
  private static func chunk(of text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    let missing = max(offset + 8 - text.count, 0)
    // The last bytes are loaded with those before them, which are then shifted out.
    if text.count >= 8 {
      return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset - missing, as: UInt64.self))
        >> UInt64(8 * missing)
    }
    return text[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func isWord(in text: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard start + bytes.count <= text.count else { return false }
    for index in bytes.indices where text[start + index] | caseBits[index] != bytes[index] { return false }
    return true
  }
}

extension SearchWord: Hashable {
  static func == (left: SearchWord, right: SearchWord) -> Bool { left.bytes == right.bytes }

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
  }
}
