import Queries

/// What is known of the key of a term before it is made: its first bytes, up to eight.
///
/// They take a few operations, and are enough to reject most of the rows that come behind the first ones.
struct KeyStart {
  /// The bytes that are known, of which the first is the highest, and zeros.
  private let bytes: UInt64
  /// All bits of these.
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

  /// Less than zero if every key that begins like this comes before one, of which the first eight bytes are given; greater than
  /// zero if every one comes behind it.
  @inline(__always)
  func comparison(with key: UInt64) -> Int {
    let other = key & mask
    return bytes < other ? -1 : bytes > other ? 1 : 0
  }
}
