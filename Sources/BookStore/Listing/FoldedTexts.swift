import Queries
import Records
import Synchronization

/// Searches a table for words, and keeps the folded texts that it reads, so that the next search reads only those.
///
/// A search adds the rows that it comes to, in the order of their keys, also if it is cancelled before the last one. The next
/// search looks at what is kept, and goes on in the database behind it. As soon as the database has changed, all rows are read
/// anew.
final class FoldedTexts: Sendable {
  private let kept = Mutex<FoldedFile?>(nil)

  /// How many rows are kept.
  var rowCount: Int { kept.withLock { $0?.rowCount ?? 0 } }

  /// Finds the rows that a query shows, in the order of their keys.
  ///
  /// - Parameters:
  ///   - query: One that has a `foldedMatcher`.
  ///   - tick: Called after each `SQLFunction.tickCount` rows, more or less.
  ///   - found: Called with the key of each row that matches.
  func search(
    _ query: ListQuery, for matcher: Matcher, on connection: Connection, tick: @escaping () -> Void,
    found: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    // What is kept and what is read now have to be of one version of the database.
    try connection.begin(isImmediate: false, for: .list)
    do throws(StoreError) {
      let file = try current(on: connection)
      try searchFile(file, for: matcher, on: connection, tick, found)
      if !file.isComplete {
        let reader = FoldedReader(file, matcher)
        defer {
          reader.flush()
          kept.withLock { $0 = reader.file }
        }
        try reader.read(query.sql, on: connection, tick: tick, found: found)
      }
      try connection.commit(for: .list)
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// The file, as far as the database has not changed since.
  private func current(on connection: Connection) throws(StoreError) -> FoldedFile {
    let number = try connection.integer("PRAGMA data_version", for: .list) ?? 0
    let version = FoldedFile.Version(connection: connection.identity, number: number)
    let file = kept.withLock { $0 }
    return file?.version == version ? file ?? FoldedFile(version) : FoldedFile(version)
  }

  private func searchFile(
    _ file: FoldedFile, for matcher: Matcher, on connection: Connection, _ tick: () -> Void,
    _ found: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    var sinceTick = 0
    try file.search(for: matcher) { count, keys throws(StoreError) in
      if connection.isCancelled { throw .interrupted }
      for key in keys { try found(key) }
      sinceTick += count
      while sinceTick >= SQLFunction.tickCount {
        sinceTick -= SQLFunction.tickCount
        tick()
      }
    }
  }
}
