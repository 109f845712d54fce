import SQLite

/// A temporary file of consecutive rowids: the rows of a listing in order.
///
/// One thread can append while another reads what was appended before.
final class RankFile: Sendable {
  private let file: TemporaryFile

  init(in folder: String? = nil) throws(StoreError) { file = try TemporaryFile(in: folder) }

  func write(_ rowids: [Int64], at index: Int) throws(StoreError) {
    try rowids.withUnsafeBufferPointer { rowids throws(StoreError) in
      try file.write(UnsafeRawBufferPointer(rowids), at: index * Self.stride)
    }
  }

  /// The rowids at a range of indices that were written; fewer if the file cannot be read.
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
