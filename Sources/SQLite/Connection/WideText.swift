/// Texts of a UTF-16 database, in which SQLite would replace unpaired surrogates by U+FFFD.
///
/// A surrogate is kept as the three bytes that UTF-8 would have for it (WTF-8, Sapin), which no other text has.
enum WideText {
  static func bytes(of units: UnsafeBufferPointer<UInt16>) -> [UInt8] {
    var (bytes, place) = ([UInt8](), 0)
    bytes.reserveCapacity(units.count + units.count / 2)
    while place < units.count {
      var scalar = UInt32(units[place])
      place += 1
      if scalar & 0xFC00 == 0xD800, place < units.count, units[place] & 0xFC00 == 0xDC00 {
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(units[place] & 0x3FF)
        place += 1
      }
      append(scalar, to: &bytes)
    }
    return bytes
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: bytes.append(UInt8(scalar))
    case ..<0x800:
      bytes.append(UInt8(0xC0 | scalar >> 6))
      bytes.append(tail(0))
    case ..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    default:
      bytes.append(UInt8(0xF0 | scalar >> 18))
      bytes.append(tail(12))
      bytes.append(tail(6))
      bytes.append(tail(0))
    }
  }

  /// Whether bytes start with a surrogate or with U+FFFE or U+FFFF, which SQLite would replace by U+FFFD.
  private static func isLost(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes[bytes.startIndex] >= 0xED, bytes.count >= 3 else { return false }
    let (first, second, third) = (
      bytes[bytes.startIndex], bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2]
    )
    return first == 0xED && second >= 0xA0 || first == 0xEF && second == 0xBF && third >= 0xBE
  }

  /// Nil if SQLite would convert the text faithfully.
  static func units(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt16]? {
    guard bytes.indices.contains(where: { isLost(bytes[$0...]) }) else { return nil }
    var (units, place) = ([UInt16](), 0)
    while place < bytes.count {
      guard let (scalar, length) = scalar(bytes[place...]) else { return nil }
      place += length
      if scalar < 0x10000 {
        units.append(UInt16(scalar))
      } else {
        units.append(UInt16(0xD800 + (scalar - 0x10000) >> 10))
        units.append(UInt16(0xDC00 + scalar & 0x3FF))
      }
    }
    return units
  }

  private static func scalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (scalar: UInt32, length: Int)? {
    guard let first = bytes.first else { return nil }
    let length =
      switch first {
      case ..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > 0, bytes.count >= length else { return nil }
    let rest = bytes.dropFirst().prefix(length - 1)
    guard rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else { return nil }
    let head = length == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
    let scalar = rest.reduce(head) { $0 << 6 | UInt32($1 & 0x3F) }
    let smallest: [UInt32] = [0, 0x80, 0x800, 0x10000]
    return scalar >= smallest[length - 1] && scalar < 0x110000 ? (scalar, length) : nil
  }
}
