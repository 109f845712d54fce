/// The folded texts of some rows without their signs; a byte that never occurs in UTF-8 ends each text.
package struct FoldedBlock {
  private var keys: [Int64] = []
  private var ends: [UInt32] = []
  private var texts: [UInt8] = []

  package init() {}

  package var rowCount: Int { keys.count }
  package var byteCount: Int { texts.count }
  package var lastKey: Int64? { keys.last }

  /// Appends a row; `text` returns nil for a value that is not a text.
  package mutating func append(_ key: Int64, textCount: Int, text: (Int) -> UnsafeRawBufferPointer?) {
    for index in 0..<textCount {
      guard let text = text(index) else { continue }
      append(text)
      texts.append(FoldedRows.end)
    }
    keys.append(key)
    ends.append(UInt32(texts.count))
  }

  /// Folding needs three times as much memory.
  private static let sliceSize = 16_384

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    var start = 0
    while start < text.count {
      var end = min(start + Self.sliceSize, text.count)
      // A scalar has at most three continuation bytes.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) { fold in
        TextSigns.forEachPart(of: fold) { texts.append(contentsOf: $0) }
      }
      start = end
    }
  }

  /// The number of rows, the byte count of the texts, the keys, the ends and the texts.
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
