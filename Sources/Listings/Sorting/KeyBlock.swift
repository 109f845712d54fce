import Platform
import SQLite

/// Keys in memory, concatenated in the form of `CountedCell`, with the place of each.
struct KeyBlock {
  private(set) var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// A key's place and first sixteen bytes, which suffice for most comparisons.
  struct Entry {
    let order, nextOrder: UInt64
    fileprivate let start, count: UInt32

    init(_ key: UnsafeRawBufferPointer, at start: Int) {
      let cell = ValueCell(key, isText: false)
      (order, nextOrder) = (cell.order, cell.nextOrder)
      (self.start, count) = (UInt32(start), UInt32(key.count))
    }

    fileprivate var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
  }

  init() {}

  init(_ bytes: [UInt8]) throws(StoreError) {
    self.bytes = bytes
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      var place = 0
      while place < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
        guard let size = CountedCell.size(head: rest), size <= rest.count else { throw .ioError(code: 0) }
        let key = UnsafeRawBufferPointer(rebasing: rest[CountedCell.headSize..<size])
        entries.append(Entry(key, at: place + CountedCell.headSize))
        place += size
      }
    }
  }

  var count: Int { entries.count }

  var byteCount: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }

  @discardableResult
  mutating func append(_ key: UnsafeRawBufferPointer) -> Entry {
    CountedCell.appendHead(ofBytes: key.count, to: &bytes)
    let entry = Entry(key, at: bytes.count)
    bytes.append(contentsOf: key)
    entries.append(entry)
    return entry
  }

  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func sort() {
    bytes.withUnsafeBytes { bytes in entries.sort { Self.isBefore($0, $1, in: bytes) } }
  }

  func forEach<Failure>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws(Failure) {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      let bytes = UnsafeRawBufferPointer(bytes)
      for entry in entries { try body(UnsafeRawBufferPointer(rebasing: bytes[entry.range])) }
    }
  }

  func prefix(_ count: Int) -> KeyBlock {
    var first = KeyBlock()
    bytes.withUnsafeBytes { bytes in
      for entry in entries.prefix(count) {
        first.append(UnsafeRawBufferPointer(rebasing: bytes[entry.range]))
      }
    }
    return first
  }

  /// Passes on the keys in the order of `sort()`, as bytes of several keys each.
  func forEachPiece(_ body: ([UInt8]) throws(StoreError) -> Void) throws(StoreError) {
    var piece: [UInt8] = []
    piece.reserveCapacity(2 * Self.pieceSize)
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      for entry in entries {
        let form = entry.range.lowerBound - CountedCell.headSize..<entry.range.upperBound
        piece.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[form]))
        guard piece.count >= Self.pieceSize else { continue }
        try body(piece)
        piece.removeAll(keepingCapacity: true)
      }
    }
    try body(piece)
  }

  private static let pieceSize = 1 << 16

  var last: Entry? { entries.last }

  func bytes(of entry: Entry) -> [UInt8] { Array(bytes[entry.range]) }

  private static func isBefore(_ left: Entry, _ right: Entry, in bytes: UnsafeRawBufferPointer) -> Bool {
    if left.order != right.order { return left.order < right.order }
    if left.nextOrder != right.nextOrder { return left.nextOrder < right.nextOrder }
    guard let start = bytes.baseAddress else { return false }
    let shared = Int(min(left.count, right.count))
    let order = memcmp(start + Int(left.start), start + Int(right.start), shared)
    return order == 0 ? left.count < right.count : order < 0
  }
}
