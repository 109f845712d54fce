import SQLite

/// Writes counted values, which arrive in value order, to a file sorted by frequency.
///
/// Values with the same count are contiguous. There are few different counts, because their sum is at most the number of rows.
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

  /// Ends the first pass, and assigns the places.
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
