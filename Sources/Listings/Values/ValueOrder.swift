import SQLite

/// Puts counted values, which come in their order, into a file in which the most frequent ones are first.
///
/// Values of one count lie together there. Few counts are different: their sum is the number of rows at most.
struct ValueOrder {
  /// Where values of a count lie, and those that are not written yet.
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
  /// How many rows hold the values.
  private(set) var rowCount = 0
  private var waiting = 0

  /// The bytes that wait to be written at most.
  private static let batchByteCount = 1 << 20

  /// Notes a value that will be written.
  mutating func note(_ line: CountedCell) {
    parts[line.count, default: Part()].note(line)
    lineCount += 1
    rowCount += line.count
  }

  /// Ends noting, and decides where the values lie.
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

  /// Writes a value that was noted.
  ///
  /// - Throws: `full` or `ioError`.
  mutating func write(_ line: CountedCell, to lines: ValueLines) throws(StoreError) {
    parts[line.count, default: Part()].add(line)
    waiting += line.size
    if waiting >= Self.batchByteCount { try flush(to: lines) }
  }

  /// Writes what is waiting.
  ///
  /// - Throws: `full` or `ioError`.
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
