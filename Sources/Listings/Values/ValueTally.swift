import SQLite

/// Counts equal values in a hash table, up to a number of bytes.
struct ValueTally {
  private struct Entry {
    let kind: ValueCell.Kind
    let hash: UInt32
    let order: UInt64
    let nextOrder: UInt64
    let start: Int
    let byteCount: Int
    var count: Int
  }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// For each slot, the one-based number of its entry, or 0.
  private var slots = [UInt32](repeating: 0, count: 1_024)
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    // Unused memory stays with the system; growing would copy the entries.
    entries.reserveCapacity(byteLimit / Self.entrySize)
    bytes.reserveCapacity(byteLimit / 2)
  }

  private static let entrySize = MemoryLayout<Entry>.stride + 4 * MemoryLayout<UInt32>.stride

  var isEmpty: Bool { entries.isEmpty }

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

  /// Passes on the values in order, or the most frequent ones first, and removes them.
  ///
  /// - Complexity: O(*n* log *n*).
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
        // A fast path that mostly suffices.
        if left.kind == right.kind, left.order != right.order { return left.order < right.order }
        return cell(left, in: bytes) < cell(right, in: bytes)
      }
    } catch {
      throw .interrupted
    }
  }
}
