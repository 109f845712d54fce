/// Temporary keys without an array, because a sort makes a key for each row.
extension SortKey {
  package static func withBytes<Result>(
    ofText text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
    let capacity = 1 + TextFold.capacity(forByteCount: text.count)
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 16) { room in
      guard let start = room.baseAddress else { return body(UnsafeRawBufferPointer(room)) }
      start.storeBytes(of: Kind.text.rawValue, as: UInt8.self)
      return body(UnsafeRawBufferPointer(start: start, count: 1 + TextFold.fold(text, into: start + 1)))
    }
  }

  package static func capacity(ofText text: UnsafeRawBufferPointer) -> Int {
    1 + TextFold.capacity(forByteCount: min(text.count, limit))
  }

  package static func write(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    output.storeBytes(of: Kind.text.rawValue, as: UInt8.self)
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
    return 1 + TextFold.fold(text, into: output + 1)
  }

  /// Up to eight bytes that are known without making the key.
  package typealias Start = (bytes: UInt64, count: Int)

  /// The first byte is the highest; ends at the first zero, which a sort encodes differently.
  package static func start(ofText text: UnsafeRawBufferPointer) -> Start {
    let word = BytePattern.chunk(of: text, at: 0).byteSwapped
    // The leading ASCII bytes are usually enough, and need no table.
    let count = min(text.count, (word & BytePattern.highBits).leadingZeroBitCount / 8)
    if count > 0 || text.isEmpty {
      return start(ofFold: TextFold.lowercase(word & ~BytePattern.highBits), count: count)
    }
    // The fold of whole scalars is a prefix of the fold of the text.
    var end = min(text.count, 9)
    while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
    return TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[..<end])) {
      start(ofFold: BytePattern.chunk(of: $0, at: 0).byteSwapped, count: $0.count)
    }
  }

  @inline(__always)
  private static func start(ofFold word: UInt64, count: Int) -> Start {
    let known = min(7, count, BytePattern.zeros(in: word).leadingZeroBitCount / 8)
    return (UInt64(Kind.text.rawValue) << 56 | word >> 8, 1 + known)
  }

  package static func start(ofReal real: Double) -> Start {
    if real.isNaN { return startOfNull }
    let bits = orderedBits(of: real)
    let known = min(7, BytePattern.zeros(in: bits).leadingZeroBitCount / 8 + 1)
    return (UInt64(Kind.number.rawValue) << 56 | bits >> 8, 1 + known)
  }

  package static func start(ofInteger integer: Int64) -> Start { start(ofReal: real(notAbove: integer)) }

  package static let startOfNull: Start = (UInt64(nullByte) << 56, 1)

  package static func withBytes<Result>(ofReal real: Double, _ body: (UnsafeRawBufferPointer) -> Result)
    -> Result
  {
    withUnsafeTemporaryAllocation(byteCount: 9, alignment: 1) { room in
      guard !real.isNaN else {
        room[0] = Kind.null.rawValue
        return body(UnsafeRawBufferPointer(rebasing: room[..<1]))
      }
      room[0] = Kind.number.rawValue
      room.storeBytes(of: orderedBits(of: real).bigEndian, toByteOffset: 1, as: UInt64.self)
      return body(UnsafeRawBufferPointer(room))
    }
  }
}
