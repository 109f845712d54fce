import SQLite

/// Counted values in a temporary file, in several sorted runs.
struct ValueRuns {
  private let file: TemporaryFile
  private var ends: [Int] = []
  private var buffer: [UInt8] = []
  private var end = 0

  init() throws(StoreError) { file = try TemporaryFile() }

  private static let pieceSize = 1 << 16
  private static let readSize = 4 << 20

  /// Appends a value to the last run; it must come last in order.
  mutating func add(_ line: CountedCell) throws(StoreError) {
    line.append(to: &buffer)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Adds a run whose values may be in any order until `sort(unless:)` is called.
  ///
  /// - Parameter bytes: The values in the form of `CountedCell`.
  mutating func addRun(_ bytes: [UInt8]) throws(StoreError) {
    try flush()
    try bytes.withUnsafeBufferPointer { [file, end] bytes throws(StoreError) in
      try file.write(UnsafeRawBufferPointer(bytes), at: end)
    }
    end += bytes.count
    ends.append(end)
  }

  func sort(unless isCancelled: () -> Bool) throws(StoreError) {
    try RunSorter(file, zip([0] + ends, ends).map { $0..<$1 }).sort(unless: isCancelled)
  }

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

  func merge(_ body: (CountedCell) throws(StoreError) -> Void) throws(StoreError) {
    // The run with the first value comes last.
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
