import Records

/// Rules out most rows without entries, without a query: a Bloom filter with one hash (Bloom, "Space/time trade-offs in hash
/// coding with allowable errors", 1970).
struct KeyFilter {
  /// 2^22 bits: with entries for 100,000 rows, 2 % false positives.
  private var words = [UInt64](repeating: 0, count: 1 << 16)

  mutating func insert(_ table: Int64, _ key: Value) {
    let bit = Self.bit(table, key)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  func mayContain(_ table: Int64, _ key: Value) -> Bool {
    let bit = Self.bit(table, key)
    return words[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  private static func bit(_ table: Int64, _ key: Value) -> Int {
    var hash = UInt64(bitPattern: table) &+ 0xcbf2_9ce4_8422_2325
    if case .integer(let key) = key { hash = (hash ^ UInt64(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15 }
    for byte in key.bytes ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int((hash >> 32 ^ hash) & 0x3F_FFFF)
  }
}
