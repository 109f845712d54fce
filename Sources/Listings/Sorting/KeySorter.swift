import Queries
import Records
import SQLite

/// Sorts the rows of a statement: reads them, and has another thread make their keys meanwhile.
final class KeySorter {
  /// A term of the order: what a row of the statement supplies for it, and its direction.
  ///
  /// NULLs come last in both directions.
  struct Term {
    var isDescending: Bool
    /// Whether the row has the value, whose key is made here; otherwise it has the key.
    var isValue: Bool
    /// Whether the value is compared as a number.
    var isNumber: Bool
    /// The articles that do not count at the beginning of a value.
    var articles: Articles
  }

  private let line: KeyLine
  private let cellCount: Int
  private let isCancelled: () -> Bool
  private var rows = RowBlock()
  private var isStarted = false

  /// - Parameters:
  ///   - terms: Those of the order.
  ///   - firstCount: How many rows the beginning has, more than any screen, or nil if nobody asks for it.
  ///   - byteLimit: The memory for keys, in bytes.
  ///   - isCancelled: Polled regularly; once true, the work ends with `interrupted`.
  init(
    _ terms: [Term], firstCount: Int?, byteLimit: Int = 4 << 20,
    unless isCancelled: @escaping () -> Bool
  ) {
    line = KeyLine(KeyMaker(terms, firstCount: firstCount, byteLimit: byteLimit))
    (cellCount, self.isCancelled) = (terms.count, isCancelled)
  }

  deinit { line.end() }

  /// Adds the current row of a statement: its rowid, and then the value or the key of each term.
  ///
  /// - Throws: `cannotOpen`, `full` or `ioError` for the temporary file of the keys, or `interrupted`.
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

  /// The first rows, once all were added; `drain(_:)` gives them again.
  ///
  /// - Throws: The errors of `add(_:)`.
  func beginning() throws(StoreError) -> [Int64] {
    try finish { $0.beginning }
  }

  /// Passes on the rowids in the order of their keys, and forgets them.
  ///
  /// - Throws: The errors of `add(_:)`, and the closure's.
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
