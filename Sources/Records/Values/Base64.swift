/// Base64 encoding (RFC 4648, section 4).
package enum Base64 {
  /// Decodes a text; nil if it is not complete base64 with padding.
  package static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard digits.count % 4 == 0, padding <= 2 else { return nil }
    var (bytes, bits): ([UInt8], UInt32) = ([], 0)
    for (index, digit) in digits.dropLast(padding).enumerated() {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      // The first of four digits completes no byte; each other digit does.
      let rest = UInt32(6 - index % 4 * 2)
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> rest)) }
    }
    return bytes
  }

  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - part.count))
      for place in 0...part.count { text.append(digits[Int(bits >> UInt32(18 - 6 * place) & 63)]) }
      for _ in part.count..<3 { text.append(UInt8(ascii: "=")) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
