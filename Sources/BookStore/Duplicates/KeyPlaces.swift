import CSQLite
import Records
import SQLite
import Tables

/// One number for each row: its rowid, or the place of its packed key in a temporary file.
struct KeyPlaces {
  private let sql: TableSQL
  private let file: TemporaryFile?
  private var size = 0

  init(_ sql: TableSQL) throws(StoreError) {
    self.sql = sql
    file = sql.schema.key.isInteger ? nil : try TemporaryFile()
  }

  /// The number of a row that has its key first.
  mutating func place(of row: PreparedStatement) throws(StoreError) -> Int64 {
    guard let file else { return row.integer(at: 0) }
    let bytes = PackedBytes.pack(row.values(at: sql.schema.key.columns.indices))
    var failure: StoreError?
    let place = size
    func write(_ bytes: UnsafeRawBufferPointer) {
      do throws(StoreError) { try file.write(bytes, at: size) } catch { failure = error }
      size += bytes.count
    }
    withUnsafeBytes(of: bytes.count) { write($0) }
    bytes.withUnsafeBytes { write($0) }
    if let failure { throw failure }
    return Int64(place)
  }

  /// The row with a number.
  func id(at place: Int64) throws(StoreError) -> RecordID {
    guard let file else { return RecordID(.rowid(place), in: sql.schema.id) }
    var count = 0
    let start = Int(place)
    withUnsafeMutableBytes(of: &count) { _ = file.read(into: $0, at: start) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { file.read(into: $0, at: start + MemoryLayout<Int>.size) }
    guard read == count, let key = PackedBytes.unpack(bytes) else {
      throw .ioError(code: Int32(CSQLITE_IOERR_READ))
    }
    return RecordID(.columns(key), in: sql.schema.id)
  }
}
