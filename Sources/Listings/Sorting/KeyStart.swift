import Queries

/// The first bytes of a term's key, up to eight, without the rest of it.
///
/// They take a few operations to compute, and are enough to reject most of the rows that come behind the first ones.
struct KeyStart {
  /// The known bytes, the first one highest, followed by zeros.
  private let bytes: UInt64
  /// All bits of the known bytes.
  private let mask: UInt64

  /// - Parameters:
  ///   - start: The first bytes of the value's key.
  ///   - isDescending: Whether the term's keys are inverted.
  @inline(__always)
  init(_ start: SortKey.Start, isDescending: Bool) {
    mask = ~0 << UInt64(64 - 8 * start.count)
    guard isDescending else {
      bytes = start.bytes & mask
      return
    }
    // NULLs come last in both directions.
    bytes = (start.bytes >> 56 == UInt64(SortKey.nullByte) ? ~0 : ~start.bytes) & mask
  }

  /// Compares the keys that begin like this with a key, given by its first eight bytes: less than zero if all of them come
  /// before it, greater than zero if all come behind it.
  @inline(__always)
  func comparison(with key: UInt64) -> Int {
    let other = key & mask
    return bytes < other ? -1 : bytes > other ? 1 : 0
  }
}
