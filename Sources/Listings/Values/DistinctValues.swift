import SQLite

/// Counts the distinct values of a statement's rows.
///
/// Values that do not fit into memory are sorted in parts, which are merged from a temporary file.
struct DistinctValues {
  private var tally: ValueTally
  private var runs: ValueRuns?
  private let isCancelled: () -> Bool

  init(byteLimit: Int = 12 << 20, unless isCancelled: @escaping () -> Bool) {
    tally = ValueTally(byteLimit: byteLimit)
    self.isCancelled = isCancelled
  }

  mutating func add(_ row: PreparedStatement) throws(StoreError) {
    row.withValueCell(at: 0) { tally.add($0) }
    if tally.isFull { try spill() }
  }

  private mutating func spill() throws(StoreError) {
    var runs = if let runs { runs } else { try ValueRuns() }
    try tally.drain(unless: isCancelled) { line throws(StoreError) in try runs.add(line) }
    try runs.endRun()
    self.runs = runs
  }

  mutating func drain(_ body: (CountedCell) throws(StoreError) -> Void) throws(StoreError) {
    guard runs != nil else { return try tally.drain(unless: isCancelled, body) }
    try spill()
    // Merging needs memory of its own.
    tally = ValueTally(byteLimit: 0)
    try merge(runs, body)
  }

  /// Writes the values to a file, the most frequent ones first, and removes them.
  mutating func drain(
    into lines: ValueLines, report: @escaping (_ lines: Int, _ rows: Int) -> Void
  ) throws(StoreError) {
    guard runs != nil else {
      let writer = ValueWriter(lines, report: report)
      try tally.drain(mostFrequentFirst: true, unless: isCancelled) { line throws(StoreError) in
        try writer.add(line)
      }
      return try writer.flush()
    }
    var (merged, order) = (try ValueRuns(), ValueOrder())
    try drain { line throws(StoreError) in
      try merged.add(line)
      order.note(line)
    }
    try merged.endRun()
    order.arrange()
    try merge(merged) { line throws(StoreError) in try order.write(line, to: lines) }
    try order.flush(to: lines)
    report(order.lineCount, order.rowCount)
  }

  private func merge(
    _ runs: ValueRuns?, _ body: (CountedCell) throws(StoreError) -> Void
  ) throws(StoreError) {
    var count = 0
    try runs?.merge { line throws(StoreError) in
      count += 1
      if count.isMultiple(of: 256), isCancelled() { throw .interrupted }
      try body(line)
    }
  }
}
