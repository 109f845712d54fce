/// The records of a file in MARC's transmission form, some at a time.
///
/// A record is at most 99,999 bytes long, and a byte that stands nowhere else ends it (ISO 2709), so that a file of any
/// size can be read in batches of whole records.
struct MARCBatches {
  /// How many bytes make a batch: 512 KiB, since its records take twenty times as much once they are read.
  private static let size = 512 << 10
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
  /// - Throws: As `MARCProgram.json(of:)`, and `damagedMARC` in its place where records were read before; `notMARC` for a
  ///   record that does not end.
  mutating func next() throws(ImportError) -> [UInt8] {
    var isWhole = false
    while bytes.count < Self.size, !isWhole {
      let more = try input.next()
      isWhole = more.isEmpty
      bytes += more
    }
    let end = isWhole ? bytes.count : bytes.lastIndex(of: Self.recordEnd).map { $0 + 1 }
    guard let end else { throw .notMARC }
    let batch = Array(bytes[..<end])
    bytes.removeFirst(end)
    // Line ends may follow the last record.
    return try batch.allSatisfy { $0 <= 32 && $0 != Self.recordEnd } ? [] : json(of: batch)
  }

  private mutating func json(of batch: [UInt8]) throws(ImportError) -> [UInt8] {
    do throws(ImportError) {
      let ends = batch.indices.filter { batch[$0] == Self.recordEnd }
      let rest = batch[(ends.last.map { $0 + 1 } ?? 0)...]
      // The program passes over a record that is cut off.
      if let first = rest.firstIndex(where: { $0 > 32 }), recordCount + ends.count > 0 {
        throw .damagedMARC(record: recordCount + ends.count + 1, byte: offset + first)
      }
      let json = try program.json(of: batch)
      (recordCount, offset) = (recordCount + ends.count, offset + batch.count)
      return json
    } catch {
      throw error == .notMARC && recordCount > 0 ? .damagedMARC(record: recordCount + 1, byte: offset) : error
    }
  }
}
