import Queries

/// Up to eight first bytes of a term's key.
///
/// They take a few operations to compute, and are enough to reject most of the rows that come after the first ones.
struct KeyStart {
  /// The known bytes, the first one highest, padded with zeros.
  private let bytes: UInt64
  private let mask: UInt64

  @inline(__always)
  init(_ start: SortKey.Start, isDescending: Bool) {
    mask = ~0 << UInt64(64 - 8 * start.count)
    guard isDescending else {
      bytes = start.bytes & mask
      return
    }
    bytes = (start.bytes >> 56 == UInt64(SortKey.nullByte) ? ~0 : ~start.bytes) & mask
  }

  /// Compares the keys with this start to the first eight bytes of a key: negative if all of them come before it, positive if
  /// all come after it.
  @inline(__always)
  func comparison(with key: UInt64) -> Int {
    let other = key & mask
    return bytes < other ? -1 : bytes > other ? 1 : 0
  }
}
