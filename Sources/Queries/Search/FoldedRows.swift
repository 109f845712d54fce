/// The rows of a packed `FoldedBlock`, searched as one text.
package struct FoldedRows {
  static let end: UInt8 = 0xFF
  static let headerSize = 16
  static let rowSize = 12

  private let bytes, texts: UnsafeRawBufferPointer
  package let count: Int

  /// Nil if the bytes are not a valid block; they must outlive this value.
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

  /// Keeps the order in which the rows were added.
  package func keys(matching matcher: Matcher) -> [Int64] {
    // The longest word is probably the rarest.
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

  package func look(for nearest: inout NearestWords) { nearest.look(through: texts) }

  private func key(_ row: Int) -> Int64 {
    bytes.loadUnaligned(fromByteOffset: Self.headerSize + 8 * row, as: Int64.self)
  }

  private func end(of row: Int) -> Int {
    Int(bytes.loadUnaligned(fromByteOffset: Self.headerSize + 8 * count + 4 * row, as: UInt32.self))
  }
}
