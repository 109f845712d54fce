import Platform
import Queries
import SQLite

/// Makes the keys of rows and puts the rowids into their order, however many there are.
///
/// Keys that do not fit into memory are written to a temporary file in parts, which are then sorted on two threads, and merged.
///
/// A key is made of the keys of the order's terms, so that `memcmp` compares all of them at once, and of the rowid, which decides
/// between equal ones. No part of it is the beginning of another, and those of descending terms are inverted.
struct KeyMaker {
  private let terms: [KeySorter.Term]
  private let writer = KeyWriter()
  private var block = KeyBlock()
  private var runs: ValueRuns?
  /// The first keys found so far, if they are wanted.
  private var first: FirstKeys?
  /// The memory for keys, in bytes.
  private let byteLimit: Int

  /// - Parameters:
  ///   - terms: Those of the order.
  ///   - firstCount: How many rows the beginning has, or nil if nobody asks for it.
  ///   - byteLimit: The memory for keys.
  init(_ terms: [KeySorter.Term], firstCount: Int?, byteLimit: Int) {
    (self.terms, self.byteLimit) = (terms, byteLimit)
    first = firstCount.map { FirstKeys(count: $0, byteLimit: byteLimit) }
  }

  // MARK: Keys

  /// Adds rows, which have the value or the key of each term.
  ///
  /// - Throws: `cannotOpen`, `full` or `ioError` for the temporary file.
  mutating func add(_ rows: RowBlock) throws(StoreError) {
    writer.removeAll()
    try rows.forEachRow(cellCount: terms.count) { [writer, terms] column, kind, number, bytes in
      writer.append(terms[column], kind, number, bytes)
    } _: { rowid throws(StoreError) in
      writer.append(rowid: rowid)
      let entry = block.append(writer.bytes)
      if first?.canHold(entry) == true { first?.append(writer.bytes) }
      if block.byteCount >= byteLimit { try spill() }
      writer.removeAll()
    }
  }

  /// Moves the keys in memory to the file.
  private mutating func spill() throws(StoreError) {
    var runs = if let runs { runs } else { try ValueRuns() }
    try runs.addRun(block.bytes)
    self.runs = runs
    block.removeAll()
  }

  // MARK: Order

  /// The first rows, once all keys were added; `drain(_:)` gives them again.
  var beginning: [Int64] { first?.rowids ?? [] }

  /// Passes on the rowids in the order of their keys, and forgets them.
  ///
  /// - Parameter isCancelled: Polled regularly; once true, the work ends with `interrupted`.
  /// - Throws: The errors of `add(_:)`, and the closure's.
  mutating func drain(
    unless isCancelled: () -> Bool, _ body: (Int64) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isCancelled() { throw .interrupted }
    guard runs != nil else {
      block.sort()
      return try block.forEach { key throws(StoreError) in try body(KeyWriter.rowid(of: key)) }
    }
    try spill()
    // Sorting and merging need memory of their own.
    (block, first) = (KeyBlock(), nil)
    try runs?.sort(unless: isCancelled)
    var count = 0
    try runs?.merge { line throws(StoreError) in
      count += 1
      if count.isMultiple(of: 1_024), isCancelled() { throw .interrupted }
      // A virtual table may have a rowid twice.
      for _ in 0..<line.count { try body(KeyWriter.rowid(of: line.cell.bytes)) }
    }
  }
}
