import Queries
import Records
import SQLite
import Synchronization
import Tables

/// The folded texts of a table's rows, kept in a file so that a search need not read them from the database again.
///
/// After a search its thread reads ahead in key order until the next search cancels it. The next search scans the file, and
/// continues in the database after the last kept row. If the database changes, all rows are read again.
final class FoldedTexts: Sendable {
  private let kept = Mutex<FoldedFile?>(nil)
  private let nearest = Mutex<(typed: String, suggestion: String)?>(nil)

  var rowCount: Int { kept.withLock { $0?.rowCount ?? 0 } }

  var byteCount: Int { kept.withLock { $0?.byteCount ?? 0 } }

  /// Finds the rows that a query shows, in key order.
  ///
  /// - Parameters:
  ///   - query: A query with a `foldedMatcher`.
  ///   - tick: Called about once per `SQLFunction.tickCount` rows.
  ///   - found: Called with the key of each row that matches.
  func search(
    _ query: ListQuery, for matcher: Matcher, on connection: Connection, tick: @escaping () -> Void,
    found: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    // The file and the rows read now must be of the same version of the database.
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
  /// If it is cancelled, it keeps the rows read so far.
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

  func suggestion(for typed: String) -> String? {
    nearest.withLock { $0?.typed == typed ? $0?.suggestion : nil }
  }

  /// Looks for what the person may have meant by words that find nothing, if all rows are kept.
  func findNearest(to matcher: Matcher, typed: String, on connection: Connection) throws(StoreError) {
    guard let file = kept.withLock({ $0 }), file.isComplete else { return }
    var search = NearestWords(to: matcher)
    try file.look(for: &search) { () throws(StoreError) in if connection.isCancelled { throw .interrupted } }
    nearest.withLock { [suggestion = search.suggestion] in $0 = suggestion.map { (typed, $0) } }
  }

  /// The file if the database has not changed since it was begun, otherwise a new one.
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
