import CSQLite
import SQLite

/// Hashes of rows in a temporary file, in parts by the first bits of the hash, so that only one part is in memory.
struct HashFile {
  /// A hash of a row.
  struct Entry {
    let hash: UInt64
    let place: Int64
  }

  /// The number of parts.
  static let partCount = 64
  /// How many entries are written at a time.
  private static let blockSize = 1_024

  private let file: TemporaryFile
  private var size = 0
  /// The entries of each part that are not written yet.
  private var waiting: [[Entry]] = Array(repeating: [], count: partCount)
  /// Where the blocks of each part are, and how many entries they have.
  private var blocks: [[(offset: Int, count: Int)]] = Array(repeating: [], count: partCount)

  init() throws(StoreError) { file = try TemporaryFile() }

  mutating func append(_ hash: UInt64, _ place: Int64) throws(StoreError) {
    let part = Int(hash >> 58)
    waiting[part].append(Entry(hash: hash, place: place))
    if waiting[part].count == Self.blockSize { try write(part) }
  }

  private mutating func write(_ part: Int) throws(StoreError) {
    var failure: StoreError?
    let count = waiting[part].count
    waiting[part].withUnsafeBytes { bytes in
      do throws(StoreError) { try file.write(bytes, at: size) } catch { failure = error }
    }
    if let failure { throw failure }
    blocks[part].append((size, count))
    size += count * MemoryLayout<Entry>.stride
    waiting[part].removeAll(keepingCapacity: true)
  }

  /// The entries of a part, in the order of their hashes and rows.
  mutating func entries(of part: Int) throws(StoreError) -> [Entry] {
    if !waiting[part].isEmpty { try write(part) }
    let total = blocks[part].reduce(0) { $0 + $1.count }
    let stride = MemoryLayout<Entry>.stride
    var isWhole = true
    var entries = [Entry](unsafeUninitializedCapacity: total) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      for block in blocks[part] {
        let range = count * stride..<(count + block.count) * stride
        let room = UnsafeMutableRawBufferPointer(rebasing: bytes[range])
        if file.read(into: room, at: block.offset) < room.count { isWhole = false }
        count += block.count
      }
    }
    guard isWhole else { throw .ioError(code: Int32(CSQLITE_IOERR_READ)) }
    entries.sort { ($0.hash, $0.place) < ($1.hash, $1.place) }
    return entries
  }
}
