import Queries
import Records
import SQLite
import Synchronization

/// The folded texts of a table's rows, kept in a file so that a search need not read them from the database again.
///
/// After a search its thread reads ahead in key order until the next search cancels it. That search scans the file, and
/// continues in the database after the last kept row.
final class FoldedTexts: Sendable {
  private let kept = Mutex<FoldedFile?>(nil)
  private let nearest = Mutex<(typed: String, suggestion: String)?>(nil)

  var rowCount: Int { kept.withLock { $0?.rowCount ?? 0 } }

  var byteCount: Int { kept.withLock { $0?.byteCount ?? 0 } }

  /// Finds the rows of a query with a `foldedMatcher` in key order; calls `tick` about once per `SQLFunction.tickCount`
  /// rows.
  func search(
    _ query: RowSource, for matcher: Matcher, on connection: Connection, tick: @escaping () -> Void,
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

  /// Reads the rows that are not kept yet; if it is cancelled, it keeps the rows read so far.
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

  /// Looks for words that the person may have meant, if nothing was found and all rows are kept.
  func findNearest(to matcher: Matcher, typed: String, on connection: Connection) throws(StoreError) {
    guard let file = kept.withLock({ $0 }), file.isComplete else { return }
    var search = NearestWords(to: matcher)
    try file.look(for: &search) { () throws(StoreError) in if connection.isCancelled { throw .interrupted } }
    nearest.withLock { [suggestion = search.suggestion] in $0 = suggestion.map { (typed, $0) } }
  }

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

final class FoldedReader {
  private(set) var file: FoldedFile
  private var block = FoldedBlock()

  private static let blockSize = 256 << 10

  init(_ file: FoldedFile) { self.file = file }

  func read(_ sql: TableSQL, on connection: Connection) throws(StoreError) {
    let textCount = sql.schema.searchedTexts.count
    // An SQL function receives the texts without a copy.
    let tests = SQLFunction.Tests(match: { [unowned self] in
      add($0, textCount: textCount)
      return false
    })
    try SQLFunction.register(on: connection.pointer, tests) {}
    defer {
      try? SQLFunction.register(on: connection.pointer) {}
      flush()
    }
    let columns = sql.columnList(sql.schema.searchedTexts)
    let after = file.lastKey == nil ? "" : "\(sql.keyList) > ? AND "
    // With an index, SQLite might read the rows in another order.
    let text = """
      SELECT \(sql.keyList) FROM \(sql.table) NOT INDEXED \
      WHERE \(after)\(SQLFunction.match)(\(columns), \(sql.keyList)) ORDER BY \(sql.keyList)
      """
    try connection.uncachedStatement(text, for: .list).forEachRow(
      binding: file.lastKey.map { [Value.integer($0)] } ?? []
    ) { _ in }
    flush()
    file.complete()
  }

  private func add(_ arguments: SQLFunction.Arguments, textCount: Int) {
    guard file.isOpen else { return }
    let key = SQLFunction.integer(arguments[textCount])
    if let last = block.lastKey ?? file.lastKey, key <= last {
      // A virtual table may return its rows in any order, so a search could not continue after the kept rows.
      block.removeAll()
      return file.clear()
    }
    block.append(key, textCount: textCount) { SQLFunction.textIfAny(arguments[$0]) }
    if block.byteCount >= Self.blockSize { flush() }
  }

  private func flush() {
    file.append(block)
    block.removeAll()
  }
}
