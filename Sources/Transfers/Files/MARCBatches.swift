/// The records of a file in MARC's transmission form, some at a time.
///
/// A record is at most 99,999 bytes long, and a byte that stands nowhere else ends it (ISO 2709), so that a file of any
/// size can be read in batches of whole records.
struct MARCBatches {
  /// How many bytes make a batch: 256 KiB, since its records take twenty times as much once they are read.
  private static let size = 256 << 10
  private static let recordEnd: UInt8 = 0x1D

  private let input: InputFile
  private let program: MARCProgram
  private var bytes: [UInt8]
  /// How many records the batches before had, and where in the file the next one starts.
  private var (recordCount, offset) = (0, 0)

  /// Reads on in a file whose first bytes were read.
  init(of input: InputFile, _ first: [UInt8], _ program: MARCProgram) {
    (self.input, bytes, self.program) = (input, first, program)
  }

  /// The next records as MARC-in-JSON, or none at the end.
  ///
  /// - Throws: As `MARCProgram.json(of:)`, and `damagedMARC` for a record that does not end where its leader says, unless it
  ///   is the only one.
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
      // Line ends or padding may follow a record, and the last one.
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

  /// Checks that each record ends where its leader says, and counts the records.
  ///
  /// yaz-marcdump skips a record that is cut off, or makes one record of it and the next.
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
