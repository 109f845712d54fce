/// Identifies a row on every machine: 128 bits of a digest of what the row was born as.
package struct RowName: Hashable, Comparable, Sendable {
  private let (high, low): (UInt64, UInt64)

  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

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

  /// The 16 bytes, which sort like the names.
  package var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> UInt64((15 - $0) % 8 * 8)) }
  }

  var digits: [UInt8] { Hex.digits(of: bytes) }

  package var text: String { String(decoding: digits, as: UTF8.self) }

  package static func < (left: RowName, right: RowName) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}
