import Foundation

/// A database whose second page is the leaf of a table with one row, the last of whose columns is a blob of zeros.
///
/// The blob has nearly the most bytes that SQLite holds. Its pages are a chain and so each of them begins with the number
/// of the next one (fileformat2.html, 1.6 and 2); all else stays a hole in the file, which is a sixteenth of it that way.
struct HugeBlob {
  static let byteCount = 999_999_000
  private static let pageSize = 65_536

  /// Puts the blob into a database of 64 KB pages that has one table without rows.
  static func write(to path: String) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    // The record: NULL for the rowid, a text, the blob; each by its serial type.
    let name = Array("Lamp".utf8)
    let types = [0] + varint(13 + 2 * name.count) + varint(12 + 2 * byteCount)
    let header = varint(types.count + 1) + types
    let payload = header.count + name.count + byteCount
    let minimum = (pageSize - 12) * 32 / 255 - 23
    let local = minimum + (payload - minimum) % (pageSize - 4)
    precondition(local <= pageSize - 35)
    let start = header + name.map { Int($0) }
    var cell = varint(payload) + varint(1) + start + [Int](repeating: 0, count: local - start.count)
    cell += bigEndian(3, 4)
    let pageCount = 2 + (payload - local + pageSize - 5) / (pageSize - 4)
    let content = pageSize - cell.count
    let leaf = [13, 0, 0] + bigEndian(1, 2) + bigEndian(content, 2) + [0] + bigEndian(content, 2)
    try put(leaf, at: pageSize, in: file)
    try put(cell, at: pageSize + content, in: file)
    for page in 3..<pageCount { try put(bigEndian(page + 1, 4), at: (page - 1) * pageSize, in: file) }
    try file.truncate(atOffset: UInt64(pageCount * pageSize))
    try put(bigEndian(pageCount, 4), at: 28, in: file)
  }

  private static func put(_ bytes: [Int], at offset: Int, in file: FileHandle) throws {
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes.map { UInt8($0) }))
  }

  private static func bigEndian(_ number: Int, _ count: Int) -> [Int] {
    (0..<count).reversed().map { number >> (8 * $0) & 0xFF }
  }

  /// Seven bits in each byte, the most significant first, all but the last one marked.
  private static func varint(_ number: Int) -> [Int] {
    var bytes = [number & 0x7F]
    var rest = number >> 7
    while rest > 0 {
      bytes.insert(rest & 0x7F | 0x80, at: 0)
      rest >>= 7
    }
    return bytes
  }
}
