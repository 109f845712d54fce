import Records
import SQLite
import Synchronization

/// Keeps the finished orders of all rows of a table, so that an order that comes back needs no second sort.
///
/// Each is valid until anybody changes the database.
final class KeptOrders: Sendable {
  /// The rowids of all rows in an order.
  struct Kept: Sendable {
    let order: ListOrder
    let version: DatabaseVersion
    let file: RankFile
    let count: Int
  }

  /// The one that was used last is the last one.
  private let kept = Mutex<[Kept]>([])

  /// The most orders, and the most rowids of all of them: 2 GB.
  private static let (mostOrders, mostRows) = (8, 1 << 28)

  /// Keeps an order, whose file nobody changes any more.
  func keep(_ new: Kept) {
    kept.withLock { kept in
      kept.removeAll { $0.order == new.order || $0.version != new.version }
      kept.append(new)
      while kept.count > Self.mostOrders || kept.reduce(0, { $0 + $1.count }) > Self.mostRows {
        kept.removeFirst()
      }
    }
  }

  /// An order, if it is kept; orders of other versions of the database are dropped.
  func order(_ order: ListOrder, in version: DatabaseVersion) -> Kept? {
    kept.withLock { kept in
      kept.removeAll { $0.version != version }
      guard let place = kept.firstIndex(where: { $0.order == order }) else { return nil }
      kept.append(kept.remove(at: place))
      return kept.last
    }
  }

  /// How many bytes the orders take on disk.
  var byteCount: Int { kept.withLock { $0.reduce(0) { $0 + $1.file.byteCount } } }
}
