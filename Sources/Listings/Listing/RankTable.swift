import Records
import SQLite

/// The rows that a sort or a search found, by position.
///
/// The rowids are in a temporary file, in chunks; an edited chunk moves into memory. Keys that are not rowids stay in
/// memory.
struct RankTable {
  static let chunkSize = 8_192

  private(set) var count = 0

  private var chunks: [Chunk] = []
  private let file: RankFile?
  private let table: TableID
  private var fileCount = 0

  private struct Chunk {
    var count: Int
    var start = 0
    var ids: [RecordID]?
  }

  init(of table: TableID = .first, file: RankFile? = nil) { (self.table, self.file) = (table, file) }

  init(of table: TableID, file: RankFile, count: Int) {
    self.init(of: table, file: file)
    extend(toFileCount: count)
  }

  mutating func extend(toFileCount total: Int) {
    while fileCount < total {
      if let last = chunks.indices.last, chunks[last].ids == nil, chunks[last].count < Self.chunkSize {
        grow(chunk: last, by: min(total - fileCount, Self.chunkSize - chunks[last].count))
      } else {
        chunks.append(Chunk(count: 0, start: fileCount))
      }
    }
  }

  private mutating func grow(chunk: Int, by count: Int) {
    chunks[chunk].count += count
    fileCount += count
    self.count += count
  }

  mutating func append(_ ids: [RecordID]) {
    for start in stride(from: 0, to: ids.count, by: Self.chunkSize) {
      let part = Array(ids[start..<min(start + Self.chunkSize, ids.count)])
      chunks.append(Chunk(count: part.count, ids: part))
    }
    count += ids.count
  }

  /// - Complexity: O(*n* / 8,192) to find the place, and one read for each chunk.
  func ids(in positions: Range<Int>) -> [RecordID] {
    var found: [RecordID] = []
    var start = 0
    for chunk in chunks {
      let end = start + chunk.count
      defer { start = end }
      let range = positions.clamped(to: start..<end)
      guard !range.isEmpty else {
        if start >= positions.upperBound { break }
        continue
      }
      found += ids(of: chunk, in: range.lowerBound - start..<range.upperBound - start)
    }
    return found
  }

  private func ids(of chunk: Chunk, in range: Range<Int>) -> [RecordID] {
    if let ids = chunk.ids { return Array(ids[range]) }
    let rowids = file?.read(chunk.start + range.lowerBound..<chunk.start + range.upperBound) ?? []
    return rowids.map { RecordID(.rowid($0), in: table) }
  }

  mutating func insert(_ id: RecordID, at position: Int) {
    guard let (chunk, offset) = place(of: position) ?? lastPlace else { return append([id]) }
    loadChunk(chunk)
    chunks[chunk].ids?.insert(id, at: offset)
    chunks[chunk].count += 1
    count += 1
  }

  mutating func remove(at position: Int) {
    guard let (chunk, offset) = place(of: position) else { return }
    loadChunk(chunk)
    chunks[chunk].ids?.remove(at: offset)
    chunks[chunk].count -= 1
    count -= 1
  }

  func partitionPoint(where isBefore: (RecordID) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    try partitionPoint { (place: Int) throws(StoreError) in
      guard let id = ids(in: place..<place + 1).first else { return false }
      return try isBefore(id)
    }
  }

  func partitionPoint<Failure: Error>(where isBefore: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = try isBefore(middle) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  func linearPosition(of id: RecordID) -> Int? {
    for start in stride(from: 0, to: count, by: Self.chunkSize) {
      let ids = ids(in: start..<min(start + Self.chunkSize, count))
      if let place = ids.firstIndex(of: id) { return start + place }
    }
    return nil
  }

  private func place(of position: Int) -> (chunk: Int, offset: Int)? {
    var start = 0
    for (index, chunk) in chunks.enumerated() {
      if position < start + chunk.count { return (index, position - start) }
      start += chunk.count
    }
    return nil
  }

  private var lastPlace: (chunk: Int, offset: Int)? { chunks.indices.last.map { ($0, chunks[$0].count) } }

  private mutating func loadChunk(_ index: Int) {
    guard chunks[index].ids == nil else { return }
    chunks[index].ids = ids(of: chunks[index], in: 0..<chunks[index].count)
  }
}
