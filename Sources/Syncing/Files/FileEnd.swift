/// The trailer of a carried file with its length and checksum, which reveals an incomplete file.
enum FileEnd {
  static let byteCount = 24
  private static let mark = Array("\nb-end01".utf8)

  static func bytes(byteCount: Int, checksum: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt64(byteCount).bigEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: checksum.bigEndian) { bytes.append(contentsOf: $0) }
    return bytes + mark
  }

  static func read(_ bytes: ArraySlice<UInt8>) -> (byteCount: Int, checksum: UInt64)? {
    guard bytes.count == byteCount, Array(bytes.suffix(8)) == mark else { return nil }
    func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    let count = number(bytes.prefix(8))
    guard count <= UInt64(Int.max) else { return nil }
    return (Int(count), number(bytes.dropFirst(8).prefix(8)))
  }
}

/// 64-bit FNV-1a (RFC 9923).
struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
