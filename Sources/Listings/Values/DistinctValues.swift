import SQLite

/// Counts the distinct values of a statement's rows; sorts and merges values in a temporary file if memory is short.
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

/// Writes counted values, which arrive in value order, by frequency; there are few different counts.
struct ValueOrder {
  private struct Part {
    var lineCount = 0
    var byteCount = 0
    var index = 0
    var offset = 0
    var bytes: [UInt8] = []
    var ends: [Int64] = []

    mutating func note(_ line: CountedCell) {
      lineCount += 1
      byteCount += line.size
    }

    mutating func add(_ line: CountedCell) {
      line.append(to: &bytes)
      ends.append(Int64(offset + bytes.count))
    }
  }

  private var parts: [Int: Part] = [:]
  private(set) var lineCount = 0
  private(set) var rowCount = 0
  private var waiting = 0

  private static let batchByteCount = 1 << 20

  /// Announces a value, for a first pass over all values.
  mutating func note(_ line: CountedCell) {
    parts[line.count, default: Part()].note(line)
    lineCount += 1
    rowCount += line.count
  }

  mutating func arrange() {
    var (index, offset) = (0, 0)
    for count in parts.keys.sorted(by: >) {
      guard var part = parts[count] else { continue }
      (part.index, part.offset) = (index, offset)
      index += part.lineCount
      offset += part.byteCount
      parts[count] = part
    }
  }

  mutating func write(_ line: CountedCell, to lines: ValueLines) throws(StoreError) {
    parts[line.count, default: Part()].add(line)
    waiting += line.size
    if waiting >= Self.batchByteCount { try flush(to: lines) }
  }

  mutating func flush(to lines: ValueLines) throws(StoreError) {
    for count in Array(parts.keys) {
      guard var part = parts[count], !part.ends.isEmpty else { continue }
      try lines.write(part.bytes, ends: part.ends, at: part.index, offset: part.offset)
      part.index += part.ends.count
      part.offset += part.bytes.count
      (part.bytes, part.ends) = ([], [])
      parts[count] = part
    }
    waiting = 0
  }
}

struct ValueTally {
  private struct Entry {
    let kind: ValueCell.Kind
    let hash: UInt32
    let order, nextOrder: UInt64
    let start, byteCount: Int
    var count: Int
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  private var slots = [UInt32](repeating: 0, count: 1_024)
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    // Unused memory stays with the system; growing would copy the entries.
    entries.reserveCapacity(byteLimit / Self.entrySize)
    bytes.reserveCapacity(byteLimit / 2)
  }

  private static let entrySize = MemoryLayout<Entry>.stride + 4 * MemoryLayout<UInt32>.stride

  var isFull: Bool { bytes.count + entries.count * Self.entrySize >= byteLimit }

  mutating func add(_ cell: ValueCell) {
    let hash = cell.hash
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if entries[number].hash == hash, isEqual(entries[number], cell) {
        entries[number].count += 1
        return
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(entries.count + 1)
    entries.append(
      Entry(
        kind: cell.kind, hash: hash, order: cell.order, nextOrder: cell.nextOrder, start: bytes.count,
        byteCount: cell.bytes.count,
        count: 1))
    bytes.append(contentsOf: cell.bytes)
    if entries.count * 2 > slots.count { grow() }
  }

  private func isEqual(_ entry: Entry, _ cell: ValueCell) -> Bool {
    bytes.withUnsafeBytes { Self.cell(entry, in: $0) == cell }
  }

  private static func cell(_ entry: Entry, in bytes: UnsafeRawBufferPointer) -> ValueCell {
    let range = entry.start..<entry.start + entry.byteCount
    return ValueCell(
      kind: entry.kind, order: entry.order, nextOrder: entry.nextOrder,
      bytes: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (number, entry) in entries.enumerated() {
      var slot = Int(entry.hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Passes on the values in order, or the most frequent ones first, and removes them; O(*n* log *n*).
  mutating func drain(
    mostFrequentFirst: Bool = false, unless isCancelled: () -> Bool,
    _ body: (CountedCell) throws(StoreError) -> Void
  ) throws(StoreError) {
    var sorted = entries
    entries = []
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      try Self.sort(&sorted, of: bytes, mostFrequentFirst, unless: isCancelled)
      for entry in sorted { try body(CountedCell(Self.cell(entry, in: bytes), entry.count)) }
    }
    sorted.removeAll(keepingCapacity: true)
    entries = sorted
    bytes.removeAll(keepingCapacity: true)
    slots.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
  }

  private static func sort(
    _ entries: inout [Entry], of bytes: UnsafeRawBufferPointer, _ mostFrequentFirst: Bool,
    unless isCancelled: () -> Bool
  ) throws(StoreError) {
    var comparisonCount = 0
    do {
      try entries.sort { left, right in
        comparisonCount += 1
        // The store may wait for the thread to end.
        if comparisonCount.isMultiple(of: 4_096), isCancelled() { throw StoreError.interrupted }
        if mostFrequentFirst, left.count != right.count { return left.count > right.count }
        if left.kind == right.kind, left.order != right.order { return left.order < right.order }
        return cell(left, in: bytes) < cell(right, in: bytes)
      }
    } catch { throw .interrupted }
  }
}
