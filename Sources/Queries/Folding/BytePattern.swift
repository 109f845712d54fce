/// An ASCII byte to find, in either case if it is a letter, among eight bytes at a time.
struct BytePattern: Sendable {
  private let pattern, caseBits: UInt64
  /// Zero if the pattern matches nothing.
  private let mask: UInt64

  init(_ byte: UInt8?) {
    let byte = byte ?? 0xFF
    // An uppercase letter differs from its lowercase in this bit only.
    caseBits = (0x61...0x7A).contains(byte) ? Self.everyByte &* 0x20 : 0
    pattern = Self.everyByte &* UInt64(byte)
    mask = byte < 0x80 ? Self.highBits : 0
  }

  /// Sets the high bit of each matching byte, and perhaps of the next one.
  @inline(__always)
  func matches(in chunk: UInt64) -> UInt64 {
    let difference = (chunk | caseBits) ^ pattern
    return (difference &- Self.everyByte) & ~difference & mask
  }

  /// The first byte is the lowest; bytes past the end are zero.
  @inline(__always)
  static func chunk(of text: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    let missing = max(offset + 8 - text.count, 0)
    guard missing < 8 else { return 0 }
    // Loads the last bytes together with earlier ones, and shifts these out.
    if text.count >= 8 {
      return UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset - missing, as: UInt64.self))
        >> UInt64(8 * missing)
    }
    return text[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  @inline(__always)
  static func zeros(in word: UInt64) -> UInt64 { ~(((word & ~highBits) &+ ~highBits) | word) & highBits }

  static let highBits: UInt64 = 0x8080_8080_8080_8080
  static let everyByte: UInt64 = 0x0101_0101_0101_0101
}
