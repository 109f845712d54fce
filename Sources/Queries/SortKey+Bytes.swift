/// Keys that are made for a moment, without an array for their bytes: a sort makes one for each row.
extension SortKey {
  /// Calls a function with the bytes of a text's key.
  ///
  /// - Complexity: O(*n*) in the bytes that count.
  public static func withBytes<Result>(
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

  /// The most bytes that `write(_:into:)` needs for a text.
  package static func capacity(ofText text: UnsafeRawBufferPointer) -> Int {
    1 + TextFold.capacity(forByteCount: min(text.count, limit))
  }

  /// Writes the key of a text, and returns how many bytes it has.
  ///
  /// - Complexity: O(*n*) in the bytes that count.
  package static func write(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    output.storeBytes(of: Kind.text.rawValue, as: UInt8.self)
    let text = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
    return 1 + TextFold.fold(text, into: output + 1)
  }

  /// The first bytes of a text's key, up to eight, as far as the text is ASCII without a zero.
  ///
  /// - Returns: The bytes, of which the first is the highest, and zeros behind them; and how many bytes there are.
  package static func start(ofText text: UnsafeRawBufferPointer) -> (bytes: UInt64, count: Int) {
    var word: UInt64 = 0
    if text.count >= 8 {
      word = UInt64(bigEndian: text.loadUnaligned(as: UInt64.self))
    } else {
      for byte in text { word = word << 8 | UInt64(byte) }
      // No text at all would be shifted by 64.
      word = (word << UInt64(8 * (7 - text.count))) << 8
    }
    let (high, low) = (word & BytePattern.highBits, word & ~BytePattern.highBits)
    let zeros = ~((low &+ ~BytePattern.highBits) | word) & BytePattern.highBits
    let count = min(7, (high | zeros).leadingZeroBitCount / 8)
    let unknown = UInt64(8 * (8 - count))
    return (
      UInt64(Kind.text.rawValue) << 56 | (TextFold.lowercase(low) >> unknown) << (unknown - 8), 1 + count
    )
  }

  /// Calls a function with the bytes of a real's key.
  public static func withBytes<Result>(ofReal real: Double, _ body: (UnsafeRawBufferPointer) -> Result)
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
