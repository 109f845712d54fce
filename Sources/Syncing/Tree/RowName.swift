/// What a row is known by on every machine: 128 bits of the digest of what it was born as.
package struct RowName: Hashable, Comparable, Sendable {
  private let (high, low): (UInt64, UInt64)

  /// Creates a name from 16 bytes; nil for any other number of them.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Creates a name from 32 lower-case hexadecimal digits.
  package init?(hex: some Collection<UInt8>) {
    guard hex.count == 32, let bytes = Hex.bytes(of: hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// The first 16 bytes of the SHA-256 of some bytes.
  package init(digestOf bytes: some Collection<UInt8>) {
    var digest = SHA256()
    digest.add(bytes)
    self.init(finishing: &digest)
  }

  init(finishing digest: inout SHA256) {
    let bytes = digest.finish()
    high = bytes[0..<8].reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The 16 bytes, in whose order names are sorted.
  package var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64((15 - $0) % 8 * 8)) }
  }

  /// The 32 hexadecimal digits, in whose order names are sorted as well.
  var digits: [UInt8] { Hex.digits(of: bytes) }

  /// The name as 32 hexadecimal digits.
  package var text: String { String(decoding: digits, as: UTF8.self) }

  package static func < (left: RowName, right: RowName) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// Bytes as pairs of lower-case hexadecimal digits.
enum Hex {
  static func digits(of bytes: some Collection<UInt8>) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return digits
  }

  private static func digit(_ number: UInt8) -> UInt8 { number < 10 ? number + 48 : number + 87 }

  /// Nil if there are other characters, or an odd number of them.
  static func bytes(of digits: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let number = number(of: digit) else { return nil }
      if let first = high { bytes.append(first << 4 | number) }
      high = high == nil ? number : nil
    }
    return high == nil ? bytes : nil
  }

  static func number(of digit: UInt8) -> UInt8? {
    switch digit {
    case 48...57: digit - 48
    case 97...102: digit - 87
    default: nil
    }
  }
}
