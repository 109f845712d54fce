/// The rows of a packed `FoldedBlock`, searched as one text.
package struct FoldedRows {
  /// Ends each text; no UTF-8 has this byte.
  static let end: UInt8 = 0xFF
  /// The bytes before the keys.
  static let headerSize = 16
  /// The bytes of a row beside its texts.
  static let rowSize = 12

  private let bytes: UnsafeRawBufferPointer
  private let texts: UnsafeRawBufferPointer
  /// The number of rows.
  package let count: Int

  /// Reads a block, whose bytes must live as long as this; nil if they are something else.
  package init?(packed bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.headerSize else { return nil }
    let count = bytes.loadUnaligned(as: Int64.self)
    let textCount = bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self)
    let rest = Int64(bytes.count - Self.headerSize)
    guard (0...rest / Int64(Self.rowSize)).contains(count), textCount == rest - count * Int64(Self.rowSize)
    else { return nil }
    (self.bytes, self.count) = (bytes, Int(count))
    texts = UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - Int(textCount))...])
  }

  /// The keys of the rows in which all words of a matcher occur, in the order in which the rows were added.
  ///
  /// - Complexity: O(*n*) in the bytes of the texts.
  package func keys(matching matcher: Matcher) -> [Int64] {
    // The longest word is the rarest, most likely.
    let words = matcher.words.map { ByteSearch($0.bytes) }.sorted { $0.word.count > $1.word.count }
    guard let first = words.first else { return (0..<count).map(key) }
    var (found, row, offset): ([Int64], Int, Int) = ([], 0, 0)
    while let index = first.firstIndex(in: texts, from: offset) {
      while end(of: row) <= index { row += 1 }
      let text = UnsafeRawBufferPointer(rebasing: texts[(row == 0 ? 0 : end(of: row - 1))..<end(of: row)])
      if words.dropFirst().allSatisfy({ $0.firstIndex(in: text) != nil }) { found.append(key(row)) }
      offset = end(of: row)
    }
    return found
  }

  /// Looks for words that are near to others.
  package func look(for nearest: inout NearestWords) { nearest.look(through: texts) }

  private func key(_ row: Int) -> Int64 {
    bytes.loadUnaligned(fromByteOffset: Self.headerSize + 8 * row, as: Int64.self)
  }

  private func end(of row: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: Self.headerSize + 8 * count + 4 * row, as: UInt32.self))
  }
}
