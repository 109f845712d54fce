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
  /// The first keys found so far, and some that may yet be dropped.
  private var first = KeyBlock()
  /// The last of the first keys, once there are enough of them; a greater one cannot be among them.
  private var limit: KeyBlock.Entry?
  /// How many rows the beginning has, more than any screen.
  private let firstCount: Int
  /// The memory for keys, in bytes.
  private let byteLimit: Int

  /// - Parameters:
  ///   - terms: Those of the order.
  ///   - firstCount: How many rows the beginning has.
  ///   - byteLimit: The memory for keys.
  init(_ terms: [KeySorter.Term], firstCount: Int, byteLimit: Int) {
    (self.terms, self.firstCount, self.byteLimit) = (terms, firstCount, byteLimit)
  }

  // MARK: Keys

  /// Adds rows, which have the value or the key of each term.
  ///
  /// - Throws: `cannotOpen`, `full` or `ioError` for the temporary file.
  mutating func add(_ rows: RowBlock) throws(StoreError) {
    writer.removeAll()
    try rows.forEachRow(cellCount: terms.count) { [writer, terms] column, kind, number, bytes in
      Self.append(terms[column], kind, number, bytes, to: writer)
    } _: { rowid throws(StoreError) in
      writer.append(rowid: rowid)
      let entry = block.append(writer.bytes)
      if limit.map({ (entry.order, entry.nextOrder) <= ($0.order, $0.nextOrder) }) ?? true { try noteFirst() }
      if block.byteCount >= byteLimit { try spill() }
      writer.removeAll()
    }
  }

  private static func append(
    _ term: KeySorter.Term, _ kind: UInt8, _ number: UInt64, _ bytes: UnsafeRawBufferPointer,
    to writer: KeyWriter
  ) {
    let isDescending = term.isDescending
    guard term.isValue else { return writer.append(key: bytes, isDescending: isDescending) }
    switch kind {
    case 0: writer.append({ $0.setNull() }, isDescending: isDescending)
    case 1: writer.append({ $0.set(integer: Int64(bitPattern: number)) }, isDescending: isDescending)
    case 2: writer.append({ $0.set(real: Double(bitPattern: number)) }, isDescending: isDescending)
    case 3 where term.articles.isEmpty: writer.append(text: bytes, isDescending: isDescending)
    case 3: writer.append({ $0.set(text: bytes, ignoring: term.articles) }, isDescending: isDescending)
    default: writer.append({ $0.set(blob: bytes) }, isDescending: isDescending)
    }
  }

  private mutating func noteFirst() throws(StoreError) {
    first.append(writer.bytes)
    guard first.count >= 4 * firstCount || first.count > firstCount && first.byteCount > byteLimit else {
      return
    }
    first.sort()
    var bytes: [UInt8] = []
    try first.forEachPiece(upTo: firstCount) { bytes += $0 }
    first = try KeyBlock(bytes)
    limit = first.last
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
  mutating func beginning() throws(StoreError) -> [Int64] {
    var rowids: [Int64] = []
    first.sort()
    try first.forEach { if rowids.count < firstCount { rowids.append(KeyWriter.rowid(of: $0)) } }
    return rowids
  }

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
    (block, first) = (KeyBlock(), KeyBlock())
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
