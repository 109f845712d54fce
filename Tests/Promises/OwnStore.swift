import BookStore
import Records

/// The store of this program, as the promises are tested on it.
final class OwnStore: PromisedStore {
  private let store: BookStore
  private static let author = 2

  init(path: String, log: String, trace: @escaping @Sendable (String) -> Void) throws {
    store = try BookStore(
      path: path, options: StoreOptions(editLog: EditLogOptions(folder: log), trace: trace))
  }

  func titles(_ rows: Range<Int>) throws -> [String] {
    try store.lists.rows(in: rows).map { row in
      guard case .text(let title)? = row?.title else { return "" }
      return title.string
    }
  }

  func record(_ key: Int64) throws -> AnyObject { try store.record(.rowid(key)) }

  func author(of key: Int64) throws -> String? {
    guard case .text(let author)? = try store.record(.rowid(key)).values?[Self.author] else { return nil }
    return author.string
  }

  func setAuthor(_ author: String, of key: Int64) throws {
    try store.set(.text(Text(author)), at: Self.author, of: .rowid(key))
  }

  func isHydrated(_ key: Int64) -> Bool { store.shelf.state(of: .rowid(key)) != .known }

  func isDirty(_ key: Int64) -> Bool { store.shelf.state(of: .rowid(key)) == .dirty }

  func warn() -> Int { store.dehydrateAll().writeBack.failures.count }

  var conflicts: [Int64] { store.conflicts.all.compactMap(\.id.rowid) }

  func keepMine(_ key: Int64) { store.conflicts.resolve(.rowid(key), Self.author, .mine) }

  var heldBytes: Int { store.counts.byteCount }

  func keepWithin(bytes: Int) throws {
    if let error = store.writer.keepWithin(bytes: bytes, keeping: []) { throw error }
  }

  func recover() throws -> Int {
    let found = try store.recovery.findAbandoned()?.count ?? 0
    _ = try store.recovery.restore()
    return found
  }
}
