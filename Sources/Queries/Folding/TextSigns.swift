/// Apostrophes, quotes and hyphens, which a search ignores: `heroes feast` finds `Heroes’ Feast`.
enum TextSigns {
  private static let others: [ClosedRange<UInt32>] = [
    0xAB...0xAB, 0xB4...0xB4, 0xBB...0xBB, 0x2B9...0x2BF, 0x58A...0x58A, 0x5BE...0x5BE, 0x5F3...0x5F4,
    0x2010...0x2015, 0x2018...0x201F, 0x2032...0x2037, 0x2039...0x203A, 0x2212...0x2212, 0xFE58...0xFE58,
    0xFE63...0xFE63, 0xFF02...0xFF02, 0xFF07...0xFF07, 0xFF0D...0xFF0D,
  ]

  static func contain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? contain(UInt8(scalar.value)) : others.contains { $0.contains(scalar.value) }
  }

  @inline(__always)
  static func contain(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 || byte == 0x2D || byte == 0x60 }

  /// Sets the high bit of each of eight bytes that may be a sign; false positives are from the blank to the slash.
  @inline(__always)
  static func candidates(in chunk: UInt64) -> UInt64 {
    let low = (chunk ^ 0x20 &* BytePattern.everyByte) & ~BytePattern.highBits
    let isPunctuation = (low &+ 0x7F &* BytePattern.everyByte) & ~(low &+ 0x70 &* BytePattern.everyByte)
    return (isPunctuation & BytePattern.highBits) | accent.matches(in: chunk)
  }

  private static let accent = BytePattern(0x60)

  @inline(__always)
  static func canBegin(with byte: UInt8) -> Bool {
    switch byte {
    case 0xC2, 0xCA, 0xD6, 0xD7, 0xE2, 0xEF: true
    default: false
    }
  }

  @inline(__always)
  static func length(in text: UnsafeRawBufferPointer, at index: Int) -> Int {
    let byte = text[index]
    if byte < 0x80 { return contain(byte) ? 1 : 0 }
    guard canBegin(with: byte) else { return 0 }
    let length = byte < 0xE0 ? 2 : 3
    guard index + length <= text.count else { return 0 }
    var value = UInt32(byte) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
    return others.contains { $0.contains(value) } ? length : 0
  }

  static func forEachPart(of fold: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var (start, index) = (0, 0)
    while index < fold.count {
      let length = Self.length(in: fold, at: index)
      if length > 0 {
        if index > start { body(UnsafeRawBufferPointer(rebasing: fold[start..<index])) }
        start = index + length
      }
      index += max(1, length)
    }
    if index > start { body(UnsafeRawBufferPointer(rebasing: fold[start..<index])) }
  }

  static func removed(from word: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    word.withUnsafeBytes { word in forEachPart(of: word) { kept.append(contentsOf: $0) } }
    return kept
  }
}
