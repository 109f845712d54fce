import Records
import SQLite

/// The rows of a listing in their order, by position: what a sort or a search found.
///
/// The rowids lie in a temporary file, in chunks. A chunk that is changed by an edit moves into memory, so that an
/// insertion among ten million rows costs no more than one chunk. Keys that are not rowids stay in memory altogether.
struct RankTable {
  /// The most rows of a chunk when it is made.
  static let chunkSize = 8_192

  /// How many rows there are.
  private(set) var count = 0

  private var chunks: [Chunk] = []
  private let file: RankFile?
  private let table: TableID
  /// How many rowids of the file are in chunks.
  private var fileCount = 0

  private struct Chunk {
    var count: Int
    /// The index of the first row in the file, for a chunk that no edit has changed.
    var start = 0
    var ids: [RecordID]?
  }

  /// Makes an empty table for rows of one of the database's tables; the unchanged ones are in a file.
  init(of table: TableID = .first, file: RankFile? = nil) {
    self.table = table
    self.file = file
  }

  /// Makes a table of the first rows of a file.
  init(of table: TableID, file: RankFile, count: Int) {
    self.init(of: table, file: file)
    extend(toFileCount: count)
  }

  /// Takes what was appended to the file since.
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

  /// Takes keys that are not rowids.
  mutating func append(_ ids: [RecordID]) {
    for start in stride(from: 0, to: ids.count, by: Self.chunkSize) {
      let part = Array(ids[start..<min(start + Self.chunkSize, ids.count)])
      chunks.append(Chunk(count: part.count, ids: part))
    }
    count += ids.count
  }

  /// The rows at positions that the table has.
  ///
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

  /// Puts a row at a position.
  mutating func insert(_ id: RecordID, at position: Int) {
    guard let (chunk, offset) = place(of: position) ?? lastPlace else { return append([id]) }
    loadChunk(chunk)
    chunks[chunk].ids?.insert(id, at: offset)
    chunks[chunk].count += 1
    count += 1
  }

  /// Takes the row at a position out.
  mutating func remove(at position: Int) {
    guard let (chunk, offset) = place(of: position) else { return }
    loadChunk(chunk)
    chunks[chunk].ids?.remove(at: offset)
    chunks[chunk].count -= 1
    count -= 1
  }

  /// The number of rows at the start for which something holds that holds for none after them.
  ///
  /// - Complexity: O(log *n*) calls.
  func partitionPoint(where isBefore: (RecordID) throws(StoreError) -> Bool) throws(StoreError) -> Int {
    try partitionPoint { (place: Int) throws(StoreError) in
      guard let id = ids(in: place..<place + 1).first else { return false }
      return try isBefore(id)
    }
  }

  /// The same, by places.
  func partitionPoint<Failure: Error>(where isBefore: (Int) throws(Failure) -> Bool) throws(Failure) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = try isBefore(middle) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The position of a row, found by looking at all of them.
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

  /// Behind the last row.
  private var lastPlace: (chunk: Int, offset: Int)? {
    chunks.indices.last.map { ($0, chunks[$0].count) }
  }

  private mutating func loadChunk(_ index: Int) {
    guard chunks[index].ids == nil else { return }
    chunks[index].ids = ids(of: chunks[index], in: 0..<chunks[index].count)
  }
}
