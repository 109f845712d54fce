/// The folded texts of some rows without their signs, one after the other, as they are packed into a file.
///
/// A byte that no UTF-8 has ends each text, so that no word occurs across two of them.
package struct FoldedBlock {
  private var keys: [Int64] = []
  /// Where the texts of each row end.
  private var ends: [UInt32] = []
  private var texts: [UInt8] = []

  /// Makes a block without rows.
  package init() {}

  /// The number of rows.
  package var rowCount: Int { keys.count }
  /// The bytes of the texts.
  package var byteCount: Int { texts.count }
  /// The key of the last row.
  package var lastKey: Int64? { keys.last }

  /// Adds a row.
  ///
  /// - Parameter text: The UTF-8 of a text by its number; nil for a value that is no text.
  /// - Complexity: O(*n*) in the bytes of the texts.
  package mutating func append(_ key: Int64, textCount: Int, text: (Int) -> UnsafeRawBufferPointer?) {
    for index in 0..<textCount {
      guard let text = text(index) else { continue }
      append(text)
      texts.append(FoldedRows.end)
    }
    keys.append(key)
    ends.append(UInt32(texts.count))
  }

  /// The bytes that are folded at once, for which memory is needed three times.
  private static let sliceSize = 16_384

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    var start = 0
    while start < text.count {
      var end = min(start + Self.sliceSize, text.count)
      // A scalar stays whole; it has three bytes at most behind its first one.
      for _ in 0..<3 where end < text.count && text[end] & 0xC0 == 0x80 { end -= 1 }
      TextFold.withFold(of: UnsafeRawBufferPointer(rebasing: text[start..<end])) { fold in
        TextSigns.forEachPart(of: fold) { texts.append(contentsOf: $0) }
      }
      start = end
    }
  }

  /// Whether all words occur in the row that was added last.
  package func matchesLast(_ matcher: Matcher) -> Bool {
    let start = ends.count > 1 ? Int(ends[ends.count - 2]) : 0
    return texts.withUnsafeBytes { texts in
      let row = UnsafeRawBufferPointer(rebasing: texts[start...])
      return matcher.words.allSatisfy { $0.firstIndex(in: row) != nil }
    }
  }

  /// The bytes from which `FoldedRows` reads the rows: the number of rows, the bytes of the texts, the keys, the ends, the texts.
  package var packed: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(FoldedRows.headerSize + keys.count * FoldedRows.rowSize + texts.count)
    for array in [[Int64(keys.count), Int64(texts.count)], keys] {
      array.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    ends.withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes + texts
  }

  /// Removes all rows.
  package mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
