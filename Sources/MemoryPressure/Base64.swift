/// Bytes that are written as text (RFC 4648, section 4).
enum Base64 {
  /// The bytes that a text stands for; nil if it is not complete base64 with its padding.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard digits.count % 4 == 0, padding <= 2 else { return nil }
    var (bytes, bits): ([UInt8], UInt32) = ([], 0)
    for (index, digit) in digits.dropLast(padding).enumerated() {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      // The first of four digits completes no byte, and each of the others one.
      let rest = UInt32(6 - index % 4 * 2)
      if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> rest)) }
    }
    return bytes
  }

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
