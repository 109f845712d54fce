import Records
import Synchronization

/// Caches the finished orders of all rows of a table until the database changes.
final class KeptOrders: Sendable {
  struct Kept: Sendable {
    let order: ListOrder
    let version: DatabaseVersion
    let file: RankFile
    let count: Int
  }

  private let kept = Mutex<[Kept]>([])

  private static let (mostOrders, mostRows) = (8, 1 << 28)

  func keep(_ new: Kept) {
    kept.withLock { kept in
      kept.removeAll { $0.order == new.order || $0.version != new.version }
      kept.append(new)
      while kept.count > Self.mostOrders || kept.reduce(0, { $0 + $1.count }) > Self.mostRows {
        kept.removeFirst()
      }
    }
  }

  /// Drops orders of other versions of the database.
  func order(_ order: ListOrder, in version: DatabaseVersion) -> Kept? {
    kept.withLock { kept in
      kept.removeAll { $0.version != version }
      guard let place = kept.firstIndex(where: { $0.order == order }) else { return nil }
      kept.append(kept.remove(at: place))
      return kept.last
    }
  }

  var byteCount: Int { kept.withLock { $0.reduce(0) { $0 + $1.file.byteCount } } }
}
