import Queries
import Records
import SQLite
import Synchronization
import Tables

/// The folded texts of a table's rows, kept in a file so that a search does not read them from the database again.
///
/// After a search its thread reads the rows in the order of their keys, until the next search cancels it. That one looks at what is
/// kept, and goes on in the database behind it. As soon as the database has changed, all rows are read anew.
final class FoldedTexts: Sendable {
  private let kept = Mutex<FoldedFile?>(nil)
  /// What could have been meant by the words that were typed last and found nothing.
  private let nearest = Mutex<(typed: String, suggestion: String)?>(nil)

  /// How many rows are kept.
  var rowCount: Int { kept.withLock { $0?.rowCount ?? 0 } }

  /// How many bytes they take on disk.
  var byteCount: Int { kept.withLock { $0?.byteCount ?? 0 } }

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
    try connection.reading(for: .list) { () throws(StoreError) in
      let file = try current(on: connection)
      try searchFile(file, for: matcher, on: connection, tick, found)
      if !file.isComplete {
        let bindings = (file.lastKey.map { [Value.integer($0)] } ?? []) + query.bindings
        try connection.uncachedStatement(query.text(afterKey: file.lastKey != nil), for: .list).forEachRow(
          binding: bindings
        ) { row throws(StoreError) in try found(row.integer(at: 0)) }
      }
    }
  }

  /// Reads the rows that are not kept yet.
  ///
  /// If it is cancelled, it keeps the rows that it has read by then.
  func readAhead(_ sql: TableSQL, on connection: Connection) throws(StoreError) {
    try connection.reading(for: .list) { () throws(StoreError) in
      let file = try current(on: connection)
      if !file.isComplete, file.isOpen {
        let reader = FoldedReader(file)
        defer { kept.withLock { $0 = reader.file } }
        try reader.read(sql, on: connection)
      }
    }
  }

  /// What could have been meant by words that find nothing, if that has been found out.
  func suggestion(for typed: String) -> String? {
    nearest.withLock { $0?.typed == typed ? $0?.suggestion : nil }
  }

  /// Finds out what could have been meant by words that find nothing, if all rows are kept.
  func findNearest(to matcher: Matcher, typed: String, on connection: Connection) throws(StoreError) {
    guard let file = kept.withLock({ $0 }), file.isComplete else { return }
    var search = NearestWords(to: matcher)
    try file.look(for: &search) { () throws(StoreError) in if connection.isCancelled { throw .interrupted } }
    nearest.withLock { [suggestion = search.suggestion] in $0 = suggestion.map { (typed, $0) } }
  }

  /// The file, as far as the database has not changed since.
  private func current(on connection: Connection) throws(StoreError) -> FoldedFile {
    let version = try DatabaseVersion(seenBy: connection)
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
