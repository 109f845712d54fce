import Queries
import Records
import SQLite
import Synchronization

/// The orders that all rows of a table were sorted by, so that an order that comes back needs no second sort.
///
/// Each is valid until anybody changes the database.
final class KeptOrders: Sendable {
  private struct Kept {
    let order: ListOrder
    let version: DatabaseVersion
    /// The rowids in their order.
    let file: RankFile
    let count: Int
  }

  /// The one that was used last is the last one.
  private let kept = Mutex<[Kept]>([])

  /// The most orders, and the most rowids of all of them: 2 GB.
  private static let (mostOrders, mostRows) = (8, 2 << 27)

  /// Keeps an order.
  ///
  /// - Parameter file: The rowids, of which nobody changes one.
  func keep(_ order: ListOrder, in version: DatabaseVersion, _ file: RankFile, count: Int) {
    kept.withLock { kept in
      kept.removeAll { $0.order == order || $0.version != version }
      kept.append(Kept(order: order, version: version, file: file, count: count))
      while kept.count > Self.mostOrders || kept.reduce(0, { $0 + $1.count }) > Self.mostRows {
        kept.removeFirst()
      }
    }
  }

  /// Calls a closure with the rowids of an order, one part after the other.
  ///
  /// - Returns: False if the order is not kept.
  /// - Throws: What the closure throws.
  func read(
    _ order: ListOrder, in version: DatabaseVersion, _ body: ([Int64]) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    let found = kept.withLock { kept -> Kept? in
      guard let place = kept.firstIndex(where: { $0.order == order && $0.version == version }) else {
        return nil
      }
      kept.append(kept.remove(at: place))
      return kept.last
    }
    guard let found else { return false }
    for start in stride(from: 0, to: found.count, by: Self.partSize) {
      let part = start..<min(start + Self.partSize, found.count)
      let rowids = found.file.read(part)
      guard rowids.count == part.count else { throw .ioError(code: 0) }
      try body(rowids)
    }
    return true
  }

  private static let partSize = 16_384

  /// How many bytes the orders take on disk.
  var byteCount: Int { kept.withLock { $0.reduce(0) { $0 + $1.count * MemoryLayout<Int64>.stride } } }
}
