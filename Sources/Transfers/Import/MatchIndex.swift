/// Row keys by hash, in 16 bytes per row.
struct MatchIndex {
  private typealias Entry = (hash: UInt64, key: Int64)

  private var entries: [Entry] = []
  private var isSorted = true
  private var starts = [Int32](repeating: 0, count: partCount + 1)

  private static let partCount = 1 << 16

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  mutating func append(_ hash: UInt64, _ key: Int64) {
    entries.append((hash, key))
    isSorted = false
  }

  mutating func append(_ keys: [UInt64: Int64]) {
    entries.reserveCapacity(entries.count + keys.count)
    for (hash, key) in keys { append(hash, key) }
  }

  /// Sorts bucket by bucket; sorting all entries at once would take half of their memory again.
  mutating func sort() {
    guard !isSorted else { return }
    isSorted = true
    var ends = [Int32](repeating: 0, count: Self.partCount + 1)
    for entry in entries { ends[Self.part(entry.hash) + 1] += 1 }
    for part in 1...Self.partCount { ends[part] += ends[part - 1] }
    let starts = ends
    self.starts = starts
    entries.withUnsafeMutableBufferPointer { entries in
      for part in 0..<Self.partCount where starts[part] < starts[part + 1] {
        while ends[part] < starts[part + 1] {
          let (place, home) = (Int(ends[part]), Self.part(entries[Int(ends[part])].hash))
          if home != part { entries.swapAt(place, Int(ends[home])) }
          ends[home] += 1
        }
        entries[Int(starts[part])..<Int(starts[part + 1])].sort { $0.hash < $1.hash }
      }
    }
  }

  private static func part(_ hash: UInt64) -> Int { Int(hash >> 48) }

  func keys(_ hash: UInt64) -> [Int64] {
    let part = Self.part(hash)
    var (low, high) = (Int(starts[part]), Int(starts[part + 1]))
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    var keys: [Int64] = []
    while low < entries.count, entries[low].hash == hash {
      keys.append(entries[low].key)
      low += 1
    }
    return keys
  }
}
