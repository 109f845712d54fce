import Platform
import SQLite

/// Makes the keys of any number of rows and sorts the rowids by them; sorts and merges in a file if memory is short.
///
/// A key joins the keys of the terms, for one `memcmp`, and the rowid as a tie-breaker. No part is a prefix of another, and
/// the keys of descending terms are inverted.
struct KeyMaker {
  private let terms: [KeySorter.Term]
  private let writer = KeyWriter()
  private var block = KeyBlock()
  private var runs: ValueRuns?
  private var first: FirstKeys?
  private let byteLimit: Int

  init(_ terms: [KeySorter.Term], firstCount: Int?, byteLimit: Int) {
    (self.terms, self.byteLimit) = (terms, byteLimit)
    first = firstCount.map { FirstKeys(count: $0, byteLimit: byteLimit) }
  }

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

  private mutating func spill() throws(StoreError) {
    var runs = if let runs { runs } else { try ValueRuns() }
    try runs.addRun(block.bytes)
    self.runs = runs
    block.removeAll()
  }

  var beginning: [Int64] { first?.rowids ?? [] }

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
