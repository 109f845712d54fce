import Platform
import Queries
import Records
import SQLite

/// Sorts rowids by their keys, however many there are.
///
/// Keys that do not fit into memory are sorted in parts, which are merged from a temporary file.
///
/// A key is made of the keys of the order's terms, so that `memcmp` compares all of them at once, and of the rowid, which decides
/// between equal ones. No part of it is the beginning of another, and those of descending terms are inverted.
struct KeySorter {
  /// Whether each term of the order is descending; NULLs come last in both directions.
  private let areDescending: [Bool]
  private let isCancelled: () -> Bool
  private var entries: [Entry] = []
  /// The keys of the entries, one after the other.
  private var bytes: [UInt8] = []
  private var runs: ValueRuns?

  /// A key in memory.
  private struct Entry {
    /// The first sixteen bytes, since most comparisons end there.
    var order: UInt64
    var nextOrder: UInt64
    var start: UInt32
    var count: UInt32
  }

  /// The memory for entries and keys, in bytes.
  private let byteLimit: Int

  /// - Parameters:
  ///   - areDescending: For each term of the order, whether it is descending.
  ///   - byteLimit: The memory for keys.
  ///   - isCancelled: Asked regularly; the work then ends as `interrupted`.
  init(_ areDescending: [Bool], byteLimit: Int = 8 << 20, unless isCancelled: @escaping () -> Bool) {
    (self.areDescending, self.byteLimit, self.isCancelled) = (areDescending, byteLimit, isCancelled)
  }

  // MARK: Keys

  /// Adds the current row of a statement: its rowid, and then the sort key of each term.
  ///
  /// - Throws: `cannotOpen`, `full` or `ioError` for the temporary file, or `interrupted`.
  mutating func add(_ row: PreparedStatement) throws(StoreError) {
    let start = bytes.count
    for (place, isDescending) in areDescending.enumerated() {
      row.withCell(at: Int32(place + 1)) { append(key: $2, isDescending: isDescending) }
    }
    append(rowid: row.integer(at: 0))
    bytes.withUnsafeBytes { all in
      let cell = ValueCell(UnsafeRawBufferPointer(rebasing: all[start...]), isText: false)
      entries.append(
        Entry(
          order: cell.order, nextOrder: cell.nextOrder, start: UInt32(start), count: UInt32(cell.bytes.count))
      )
    }
    if bytes.count + entries.count * MemoryLayout<Entry>.stride >= byteLimit { try spill() }
  }

  /// The first byte of the key of NULL in a descending term: greater than the inverted one of any value's key.
  private static let lastDescending: UInt8 = 0xFF

  private mutating func append(key: UnsafeRawBufferPointer, isDescending: Bool) {
    if isDescending, key.count == 1, key.first == SortKey.nullByte {
      return bytes.append(Self.lastDescending)
    }
    let start = bytes.count
    // A zero is followed by a byte that is greater than the one in the terminator, 00 01.
    var rest = key[...]
    while let zero = rest.firstIndex(of: 0) {
      bytes.append(contentsOf: rest[...zero])
      bytes.append(0xFF)
      rest = rest[(zero + 1)...]
    }
    bytes.append(contentsOf: rest)
    bytes.append(0)
    bytes.append(1)
    if isDescending { for place in start..<bytes.count { bytes[place] = ~bytes[place] } }
  }

  private static let rowidSize = MemoryLayout<Int64>.size
  private static let signBit: UInt64 = 1 << 63

  private mutating func append(rowid: Int64) {
    withUnsafeBytes(of: (UInt64(bitPattern: rowid) ^ Self.signBit).bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func rowid(of key: UnsafeRawBufferPointer) -> Int64 {
    let bits = key.loadUnaligned(fromByteOffset: key.count - rowidSize, as: UInt64.self)
    return Int64(bitPattern: UInt64(bigEndian: bits) ^ signBit)
  }

  // MARK: Order

  /// Passes on the rowids in the order of their keys, and forgets them.
  ///
  /// - Throws: The errors of `add(_:)`, and the closure's.
  mutating func drain(_ body: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    guard runs != nil else {
      return try drainMemory { key throws(StoreError) in try body(Self.rowid(of: key)) }
    }
    try spill()
    // Merging needs memory of its own.
    (entries, bytes) = ([], [])
    var count = 0
    try runs?.merge { line throws(StoreError) in
      count += 1
      if count.isMultiple(of: 1_024), isCancelled() { throw .interrupted }
      // A virtual table may have a rowid twice.
      for _ in 0..<line.count { try body(Self.rowid(of: line.cell.bytes)) }
    }
  }

  /// Moves the keys in memory to the file.
  private mutating func spill() throws(StoreError) {
    var runs = if let runs { runs } else { try ValueRuns() }
    try drainMemory { key throws(StoreError) in
      try runs.add(CountedCell(ValueCell(key, isText: false), 1))
    }
    try runs.endRun()
    self.runs = runs
  }

  /// Passes on the keys in memory in their order, and forgets them.
  private mutating func drainMemory(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    if isCancelled() { throw .interrupted }
    bytes.withUnsafeBytes { all in entries.sort { Self.isBefore($0, $1, in: all) } }
    try bytes.withUnsafeBufferPointer { [entries] all throws(StoreError) in
      let all = UnsafeRawBufferPointer(all)
      for entry in entries {
        let start = Int(entry.start)
        try body(UnsafeRawBufferPointer(rebasing: all[start..<start + Int(entry.count)]))
      }
    }
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  private static func isBefore(_ left: Entry, _ right: Entry, in bytes: UnsafeRawBufferPointer) -> Bool {
    if left.order != right.order { return left.order < right.order }
    if left.nextOrder != right.nextOrder { return left.nextOrder < right.nextOrder }
    guard let start = bytes.baseAddress else { return false }
    let shared = Int(min(left.count, right.count))
    let order = memcmp(start + Int(left.start), start + Int(right.start), shared)
    return order == 0 ? left.count < right.count : order < 0
  }
}
