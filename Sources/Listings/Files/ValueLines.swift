import CSQLite
import Records
import SQLite

/// Values with counts in a temporary file; one thread can append while another reads.
final class ValueLines: Sendable {
  private let file: TemporaryFile
  private let ends: RankFile

  init() throws(StoreError) {
    file = try TemporaryFile()
    ends = try RankFile()
  }

  func write(_ bytes: [UInt8], ends: [Int64], at index: Int, offset: Int) throws(StoreError) {
    try file.write(bytes, at: offset)
    try self.ends.write(ends, at: index)
  }

  var byteCount: Int { file.byteCount + ends.byteCount }

  func forEach(first count: Int, _ body: (ValueLine) throws(StoreError) -> Void) throws(StoreError) {
    var (place, start) = (0, 0 as Int64)
    while place < count {
      let ends = ends.read(place..<min(place + Self.pieceCount, count))
      let fitting = max(1, ends.firstIndex { $0 - start > Self.pieceSize } ?? ends.count)
      let lines = read(place..<place + fitting)
      guard lines.count == fitting, let last = ends.prefix(fitting).last else {
        throw .ioError(code: Int32(CSQLITE_IOERR_READ))
      }
      for line in lines { try body(line) }
      (place, start) = (place + fitting, last)
    }
  }

  private static let (pieceCount, pieceSize) = (1_024, 1 << 20 as Int64)

  func read(_ range: Range<Int>) -> [ValueLine] {
    let first = range.lowerBound == 0 ? 0 : ends.read(range.lowerBound - 1..<range.lowerBound).first ?? 0
    let ends = ends.read(range)
    guard let last = ends.last else { return [] }
    let bytes = file.read(Int(last - first), at: Int(first))
    var start = first
    return bytes.withUnsafeBytes { bytes in
      ends.compactMap { end in
        defer { start = end }
        guard end - first <= bytes.count else { return nil }
        let form = UnsafeRawBufferPointer(rebasing: bytes[Int(start - first)..<Int(end - first)])
        return CountedCell(form)?.line
      }
    }
  }
}
