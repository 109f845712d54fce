import Queries
import Records
import SQLite

/// Sorts the rows of a statement: reads them while another thread makes their keys.
final class KeySorter {
  /// A term of the order: what a row of the statement supplies for it, and its direction.
  ///
  /// NULLs come last in both directions.
  struct Term {
    var isDescending: Bool
    /// Whether the row has the value, whose key is made here; otherwise it has the key.
    var isValue: Bool
    var isNumber: Bool
    var articles: Articles
  }

  private let line: KeyLine
  private let cellCount: Int
  private let isCancelled: () -> Bool
  private var rows = RowBlock()
  private var isStarted = false

  init(
    _ terms: [Term], firstCount: Int?, byteLimit: Int = 4 << 20,
    unless isCancelled: @escaping () -> Bool
  ) {
    line = KeyLine(KeyMaker(terms, firstCount: firstCount, byteLimit: byteLimit))
    (cellCount, self.isCancelled) = (terms.count, isCancelled)
  }

  deinit { line.end() }

  func add(_ row: PreparedStatement) throws(StoreError) {
    rows.append(row, cellCount: cellCount)
    if rows.byteCount >= RowBlock.fullSize { try passOn() }
  }

  private func passOn() throws(StoreError) {
    if isCancelled() { throw .interrupted }
    // Few rows need no thread.
    if !isStarted { line.start() }
    isStarted = true
    try line.add(rows)
    rows = RowBlock()
  }

  /// The first rows, once all were added; `drain(_:)` includes them again.
  func beginning() throws(StoreError) -> [Int64] {
    try finish { $0.beginning }
  }

  /// Passes on the rowids in the order of their keys, and removes them.
  func drain(_ body: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    try finish { [isCancelled] maker throws(StoreError) in try maker.drain(unless: isCancelled, body) }
  }

  private func finish<Result: Sendable>(
    _ body: (inout KeyMaker) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let last = rows
    rows = RowBlock()
    return try line.finish { maker throws(StoreError) in
      try maker.add(last)
      return try body(&maker)
    }
  }
}
