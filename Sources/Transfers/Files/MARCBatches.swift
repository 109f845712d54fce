/// Batches of whole records in MARC's transmission form.
///
/// A record has at most 99,999 bytes, and only its last byte is `recordEnd` (ISO 2709).
struct MARCBatches {
  /// 256 KiB, because records in memory take twenty times as much.
  private static let size = 256 << 10
  private static let recordEnd: UInt8 = 0x1D

  private let input: InputFile
  private let program: MARCProgram
  private var bytes: [UInt8]
  private var (recordCount, offset) = (0, 0)

  init(of input: InputFile, _ first: [UInt8], _ program: MARCProgram) {
    (self.input, bytes, self.program) = (input, first, program)
  }

  mutating func next() throws(ImportError) -> [UInt8] {
    var isWhole = false
    while bytes.count < Self.size, !isWhole {
      let more = try input.next()
      isWhole = more.isEmpty
      bytes += more
    }
    let end = isWhole ? bytes.count : bytes.lastIndex(of: Self.recordEnd).map { $0 + 1 } ?? bytes.count
    let batch = Array(bytes[..<end])
    bytes.removeFirst(end)
    guard batch.contains(where: Self.isOfRecord) else {
      // Line ends or padding may follow any record.
      offset += batch.count
      return isWhole ? [] : try next()
    }
    do throws(ImportError) {
      let json = try program.json(of: batch)
      try check(batch)
      return json
    } catch {
      guard error == .notMARC else { throw error }
      try check(batch)
      throw error
    }
  }

  /// yaz-marcdump would skip a truncated record, or merge it with the next.
  private mutating func check(_ batch: [UInt8]) throws(ImportError) {
    var place = 0
    while let start = batch[place...].firstIndex(where: Self.isOfRecord) {
      let length = batch[start...].prefix(5).reduce(0) { 10 * $0 + Int($1 &- UInt8(ascii: "0")) }
      let end = batch[start...].firstIndex(of: Self.recordEnd).map { $0 + 1 }
      guard let end, end - start == length else {
        guard recordCount > 0 || end.map({ $0 < batch.count }) == true else { throw .notMARC }
        throw .damagedMARC(record: recordCount + 1, byte: offset + start)
      }
      (place, recordCount) = (end, recordCount + 1)
    }
    offset += batch.count
  }

  private static func isOfRecord(_ byte: UInt8) -> Bool { byte > 32 || byte == recordEnd }
}
