import Platform
import Queries

/// Joins the sort keys of a row into a key for `memcmp`, in memory that is reused for each row.
final class KeyWriter {
  private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 10, alignment: 16)
  private var count = 0
  private var key = SortKey()

  deinit { room.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<count]) }

  func removeAll() { count = 0 }

  /// The term's value or key is given as by `PreparedStatement.withCell(at:_:)`.
  func append(_ term: KeySorter.Term, _ kind: UInt8, _ number: UInt64, _ bytes: UnsafeRawBufferPointer) {
    let isDescending = term.isDescending
    guard term.isValue else { return append(key: bytes, isDescending: isDescending) }
    switch kind {
    case 0: append({ $0.setNull() }, isDescending: isDescending)
    case 1: append({ $0.set(integer: Int64(bitPattern: number)) }, isDescending: isDescending)
    case 2: append({ $0.set(real: Double(bitPattern: number)) }, isDescending: isDescending)
    case 3 where term.articles.isEmpty: append(text: bytes, isDescending: isDescending)
    case 3: append({ $0.set(text: bytes, ignoring: term.articles) }, isDescending: isDescending)
    default: append({ $0.set(blob: bytes) }, isDescending: isDescending)
    }
  }

  func append(text: UnsafeRawBufferPointer, isDescending: Bool) {
    let size = SortKey.capacity(ofText: text)
    reserve(size + Self.end.count)
    guard let start = room.baseAddress else { return }
    let term = count..<count + SortKey.write(text, into: start + count)
    if memchr(start + term.lowerBound, 0, term.count) != nil {
      return append(key: Array(room[term]), isDescending: isDescending)
    }
    count = term.upperBound
    endTerm(from: term.lowerBound, isDescending: isDescending)
  }

  func append(_ set: (inout SortKey) -> Void, isDescending: Bool) {
    set(&key)
    append(key: key.bytes, isDescending: isDescending)
  }

  func append(key: [UInt8], isDescending: Bool) {
    key.withUnsafeBytes { append(key: $0, isDescending: isDescending) }
  }

  func append(key: UnsafeRawBufferPointer, isDescending: Bool) {
    reserve(2 * key.count + Self.end.count)
    if isDescending, key.count == 1, key.first == SortKey.nullByte { return write(Self.lastDescending) }
    let start = count
    // A zero is escaped by a byte that is greater than the second byte of the terminator.
    for byte in key {
      write(byte)
      if byte == 0 { write(0xFF) }
    }
    endTerm(from: start, isDescending: isDescending)
  }

  /// The terminator of a term's key, which keeps a key from being a prefix of another.
  private static let end: [UInt8] = [0, 1]
  /// The first byte for NULL in a descending term: greater than that of any inverted key.
  private static let lastDescending: UInt8 = 0xFF

  private func endTerm(from start: Int, isDescending: Bool) {
    for byte in Self.end { write(byte) }
    if isDescending { for place in start..<count { room[place] = ~room[place] } }
  }

  private func write(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  private func reserve(_ size: Int) {
    guard count + size > room.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * (count + size), alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(room))
    room.deallocate()
    room = larger
  }

  private static let rowidSize = MemoryLayout<Int64>.size
  private static let signBit: UInt64 = 1 << 63

  func append(rowid: Int64) {
    reserve(Self.rowidSize)
    let bits = (UInt64(bitPattern: rowid) ^ Self.signBit).bigEndian
    room.storeBytes(of: bits, toByteOffset: count, as: UInt64.self)
    count += Self.rowidSize
  }

  static func rowid(of key: UnsafeRawBufferPointer) -> Int64 {
    let bits = key.loadUnaligned(fromByteOffset: key.count - rowidSize, as: UInt64.self)
    return Int64(bitPattern: UInt64(bigEndian: bits) ^ signBit)
  }
}
