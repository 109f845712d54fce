import SQLite

/// A temporary file of the rowids of a listing in order; one thread can append while another reads.
final class RankFile: Sendable {
  private let file: TemporaryFile

  init(in folder: String? = nil) throws(StoreError) { file = try TemporaryFile(in: folder) }

  func write(_ rowids: [Int64], at index: Int) throws(StoreError) {
    try rowids.withUnsafeBufferPointer { rowids throws(StoreError) in
      try file.write(UnsafeRawBufferPointer(rowids), at: index * Self.stride)
    }
  }

  /// Fewer rowids if the file cannot be read.
  func read(_ range: Range<Int>) -> [Int64] {
    // The standard library would write the count into the storage that all empty arrays share.
    if range.isEmpty { return [] }
    return Array(unsafeUninitializedCapacity: range.count) { buffer, initializedCount in
      let count = file.read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound * Self.stride)
      initializedCount = count / Self.stride
    }
  }

  var byteCount: Int { file.byteCount }

  private static let stride = MemoryLayout<Int64>.stride
}
