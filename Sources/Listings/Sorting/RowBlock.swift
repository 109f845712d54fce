import Platform
import SQLite

/// Copied rows of a statement: for each, the rowid and then the cells.
struct RowBlock: Sendable {
  private var bytes: [UInt8]
  private(set) var byteCount = 0

  /// In bytes; small enough for the processor's cache.
  static let fullSize = 1 << 16

  init() { bytes = Array(repeating: 0, count: Self.fullSize + 1 << 12) }

  private static let wordSize = MemoryLayout<UInt64>.size

  /// The rowid is in the first column, and the cells follow.
  mutating func append(_ row: PreparedStatement, cellCount: Int) {
    reserve(Self.wordSize)
    write(UInt64(bitPattern: row.integer(at: 0)))
    for column in 0..<cellCount {
      row.withCell(at: Int32(column + 1)) { kind, number, content in
        reserve(Self.wordSize + 1 + content.count)
        write(number)
        bytes[byteCount] = kind
        byteCount += 1
        guard let start = content.baseAddress else { return }
        bytes.withUnsafeMutableBytes { [byteCount] in
          $0.baseAddress.map { _ = memcpy($0 + byteCount, start, content.count) }
        }
        byteCount += content.count
      }
    }
  }

  private mutating func reserve(_ size: Int) {
    let missing = byteCount + size - bytes.count
    if missing > 0 { bytes.append(contentsOf: repeatElement(0, count: max(missing, bytes.count))) }
  }

  private mutating func write(_ word: UInt64) {
    bytes.withUnsafeMutableBytes { [byteCount] in
      $0.storeBytes(of: word, toByteOffset: byteCount, as: UInt64.self)
    }
    byteCount += Self.wordSize
  }

  /// Passes each row's cells to `cell`, with their numbers, as `PreparedStatement.withCell(at:_:)` does; then the rowid to
  /// `body`.
  func forEachRow(
    cellCount: Int, _ cell: (Int, UInt8, UInt64, UnsafeRawBufferPointer) -> Void,
    _ body: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      var place = 0
      while place < byteCount {
        let rowid = bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)
        place += Self.wordSize
        for column in 0..<cellCount {
          let number = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          let kind = bytes[place + Self.wordSize]
          place += Self.wordSize + 1
          let size = kind > 2 ? Int(number) : 0
          cell(column, kind, number, UnsafeRawBufferPointer(rebasing: bytes[place..<place + size]))
          place += size
        }
        try body(rowid)
      }
    }
  }
}
