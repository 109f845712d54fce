import Queries
import SQLite

/// The folded texts of a table's first rows in key order, in a temporary file.
struct FoldedFile: Sendable {
  private struct Block {
    let offset, byteCount: Int
  }

  let version: DatabaseVersion
  private(set) var rowCount = 0
  private(set) var lastKey: Int64?
  private(set) var isComplete = false
  private(set) var isOpen = true
  private var file: TemporaryFile?
  private var blocks: [Block] = []
  private var end = 0

  var byteCount: Int { end }

  /// In bytes; later rows are read from the database again.
  private static let byteLimit = 2 << 30

  init(_ version: DatabaseVersion) { self.version = version }

  /// Adds rows with keys greater than the last one; if they cannot be written, the file stays as it is.
  mutating func append(_ block: FoldedBlock) {
    guard isOpen, let key = block.lastKey else { return }
    let bytes = block.packed
    guard end + bytes.count <= Self.byteLimit, write(bytes) else { return close() }
    blocks.append(Block(offset: end, byteCount: bytes.count))
    end += bytes.count
    rowCount += block.rowCount
    lastKey = key
  }

  private mutating func write(_ bytes: [UInt8]) -> Bool {
    do {
      if file == nil { file = try TemporaryFile() }
      try file?.write(bytes, at: end)
      return true
    } catch { return false }
  }

  mutating func close() { isOpen = false }

  mutating func complete() { isComplete = isOpen }

  mutating func clear() { (self, isOpen) = (FoldedFile(version), false) }

  func search(
    for matcher: Matcher, _ body: (Int, [Int64]) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachBlock { rows in
      (rows.count, rows.keys(matching: matcher))
    } _: {
      found throws(StoreError) in
      try body(found.0, found.1)
    }
  }

  func look(
    for nearest: inout NearestWords, check: () throws(StoreError) -> Void
  ) throws(StoreError) {
    var search = nearest
    try forEachBlock { rows in
      rows.look(for: &search)
    } _: { (_) throws(StoreError) in
      try check()
    }
    nearest = search
  }

  private func forEachBlock<Result>(
    _ make: (FoldedRows) -> Result, _ body: (Result) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let file else { return }
    var buffer: [UInt8] = []
    for block in blocks {
      if buffer.count < block.byteCount { buffer = Array(repeating: 0, count: block.byteCount) }
      let made = buffer.withUnsafeMutableBytes { buffer -> Result? in
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer[..<block.byteCount])
        guard file.read(into: buffer, at: block.offset) == block.byteCount else { return nil }
        return FoldedRows(packed: UnsafeRawBufferPointer(buffer)).map(make)
      }
      guard let made else { throw .ioError(code: 0) }
      try body(made)
    }
  }
}
