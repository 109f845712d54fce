import Queries

/// What is known of the key of a term before it is made: its first bytes, up to eight.
///
/// A few operations tell them, and they suffice to leave out most of the rows that come behind the first ones.
struct KeyStart {
  /// The bytes, of which the first is the highest; zeros follow.
  private let bytes: UInt64
  private let count: Int

  /// The start of the key of NULL.
  static let null = KeyStart(bytes: UInt64(SortKey.nullByte) << 56, count: 1)

  private init(bytes: UInt64, count: Int) { (self.bytes, self.count) = (bytes, count) }

  /// The start of a text's key, as far as it is ASCII without a zero, which a key has in another form.
  @inline(__always)
  init(text: UnsafeRawBufferPointer) { (bytes, count) = SortKey.start(ofText: text) }

  /// The start of a real's key.
  init(real: Double) {
    if real.isNaN { self = .null } else { self.init(number: real) }
  }

  /// The start of an integer's key, or nil if a double does not have its value.
  init?(integer: Int64) {
    guard integer.magnitude < 1 << 53 else { return nil }
    self.init(number: Double(integer))
  }

  /// A zero in a key is followed by a byte of its own, so what comes behind the first one is not looked at.
  private init(number: Double) {
    let bits = SortKey.orderedBits(of: number)
    let low = bits & Self.lowBits
    let zeros = ~((low &+ Self.lowBits) | bits) & ~Self.lowBits
    count = min(8, zeros.leadingZeroBitCount / 8 + 2)
    bytes = UInt64(SortKey.numberByte) << 56 | bits >> 8
  }

  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// The first eight bytes of the least key that begins like this, in a term of that direction.
  @inline(__always)
  func least(isDescending: Bool) -> UInt64 {
    guard isDescending else { return bytes }
    return bytes >> 56 == SortKey.nullByte ? ~0 << 56 : ~bytes & ~0 << UInt64(64 - 8 * count)
  }
}
