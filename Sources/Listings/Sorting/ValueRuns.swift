import SQLite

/// Counted values in a temporary file, in several runs, each of which is in order.
struct ValueRuns {
  private let file: TemporaryFile
  /// Where each run ends.
  private var ends: [Int] = []
  private var buffer: [UInt8] = []
  private var end = 0

  init() throws(StoreError) { file = try TemporaryFile() }

  private static let pieceSize = 1 << 16
  /// The memory for reading all runs.
  private static let readSize = 4 << 20

  /// Adds a value to the last run, in which it comes last.
  ///
  /// - Throws: `full` or `ioError`.
  mutating func add(_ line: CountedCell) throws(StoreError) {
    line.append(to: &buffer)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Adds a run whose values may be in any order until `sort(unless:)` is called.
  ///
  /// - Parameter bytes: The values in the form of `CountedCell`.
  /// - Throws: `full` or `ioError`.
  mutating func addRun(_ bytes: [UInt8]) throws(StoreError) {
    try flush()
    try bytes.withUnsafeBufferPointer { [file, end] bytes throws(StoreError) in
      try file.write(UnsafeRawBufferPointer(bytes), at: end)
    }
    end += bytes.count
    ends.append(end)
  }

  /// Sorts each run.
  ///
  /// - Throws: `full`, `ioError`, or `interrupted`.
  func sort(unless isCancelled: () -> Bool) throws(StoreError) {
    try RunSorter(file, zip([0] + ends, ends).map { $0..<$1 }).sort(unless: isCancelled)
  }

  /// Ends the last run.
  ///
  /// - Throws: `full` or `ioError`.
  mutating func endRun() throws(StoreError) {
    try flush()
    ends.append(end)
  }

  private mutating func flush() throws(StoreError) {
    try buffer.withUnsafeBufferPointer { [file, end] bytes throws(StoreError) in
      try file.write(UnsafeRawBufferPointer(bytes), at: end)
    }
    end += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Passes on the values of all runs in their order, each once.
  ///
  /// - Throws: `ioError` if the file cannot be read, and the closure's errors.
  func merge(_ body: (CountedCell) throws(StoreError) -> Void) throws(StoreError) {
    // The run whose value comes first is the last one.
    var runs: [ValueRun] = []
    let size = max(1 << 12, min(Self.readSize / max(ends.count, 1), 1 << 18))
    for (start, end) in zip([0] + ends, ends) {
      try advance(ValueRun(file, start..<end, bufferSize: size), into: &runs)
    }
    while let first = runs.popLast(), let line = first.current {
      guard runs.last?.current?.cell == line.cell else {
        try body(line)
        try advance(first, into: &runs)
        continue
      }
      var (count, equal) = (line.count, [first])
      while let run = runs.last, let other = run.current, other.cell == line.cell {
        count += other.count
        equal.append(runs.removeLast())
      }
      try body(CountedCell(line.cell, count))
      for run in equal { try advance(run, into: &runs) }
    }
  }

  /// Goes on to the next value of a run, and puts the run where it belongs.
  private func advance(_ run: ValueRun, into runs: inout [ValueRun]) throws(StoreError) {
    try run.advance()
    guard let cell = run.current?.cell else { return }
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if let other = runs[middle].current?.cell, cell < other { low = middle + 1 } else { high = middle }
    }
    runs.insert(run, at: low)
  }
}
