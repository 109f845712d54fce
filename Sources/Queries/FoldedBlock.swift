/// The folded texts of some rows without their signs, concatenated and ready to be packed into a file.
///
/// Each text ends with a byte that never occurs in UTF-8, so that no word matches across two texts.
package struct FoldedBlock {
  private var keys: [Int64] = []
  private var ends: [UInt32] = []
  private var texts: [UInt8] = []

  package init() {}

  package var rowCount: Int { keys.count }
  package var byteCount: Int { texts.count }
  package var lastKey: Int64? { keys.last }

  /// Adds a row.
  ///
  /// - Parameter text: The UTF-8 of a text by its index; nil for a value that is not a text.
  package mutating func append(_ key: Int64, textCount: Int, text: (Int) -> UnsafeRawBufferPointer?) {
    for index in 0..<textCount {
      guard let text = text(index) else { continue }
      append(text)
      texts.append(FoldedRows.end)
    }
    keys.append(key)
    ends.append(UInt32(texts.count))
  }

  /// The bytes folded at once; folding needs three times as much memory.
  private static let sliceSize = 16_384

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    var start = 0
    while start < text.count {
      var end = min(start + Self.sliceSize, text.count)
      // Does not split a scalar, which has at most three continuation bytes.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) { fold in
        TextSigns.forEachPart(of: fold) { texts.append(contentsOf: $0) }
      }
      start = end
    }
  }

  /// The input of `FoldedRows`: the number of rows, the byte count of the texts, the keys, the ends and the texts.
  package var packed: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(FoldedRows.headerSize + keys.count * FoldedRows.rowSize + texts.count)
    for array in [[Int64(keys.count), Int64(texts.count)], keys] {
      array.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    ends.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes + texts
  }

  package mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
