import CSQLite
import Records

/// The former content of a row as `PackedBytes` in a temporary file, because it is too large to be in memory twice.
package struct RowFile: Hashable, Sendable {
  private let file: TemporaryFile
  package let range: Range<Int>

  /// In bytes; a row with a value of at least this size is written to a file.
  static let smallestValue = 1 << 20
  private static let pieceSize = 1 << 20

  init(
    _ values: [Value], large: [Int: (isText: Bool, bytes: UnsafeRawBufferPointer)], to file: TemporaryFile,
    at start: Int
  ) throws(StoreError) {
    var end = start
    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
      try file.write(bytes, at: end)
      end += bytes.count
    }
    for (place, value) in values.enumerated() {
      let large = large[place]
      let packed = large.map { PackedBytes.head(isText: $0.isText, byteCount: $0.bytes.count) }
      try (packed ?? PackedBytes.pack([value])).withUnsafeBufferPointer { bytes throws(StoreError) in
        try write(UnsafeRawBufferPointer(bytes))
      }
      if let large { try write(large.bytes) }
    }
    (self.file, range) = (file, start..<end)
  }

  package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void) throws(StoreError) {
    var piece = [UInt8](repeating: 0, count: min(Self.pieceSize, range.count))
    var place = range.lowerBound
    while place < range.upperBound {
      let size = min(piece.count, range.upperBound - place)
      let count = piece.withUnsafeMutableBytes {
        file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<size]), at: place)
      }
      guard count > 0 else { throw .unreadable }
      place += count
      try piece.withUnsafeBufferPointer { bytes throws(StoreError) in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
      }
    }
  }

  package func values() throws(StoreError) -> [Value] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    try forEachPiece { bytes.append(contentsOf: $0) }
    guard let values = PackedBytes.unpack(bytes) else { throw .unreadable }
    return values
  }

  package static func == (left: RowFile, right: RowFile) -> Bool {
    left.file === right.file && left.range == right.range
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
    hasher.combine(range)
  }
}

extension StoreError {
  fileprivate static var unreadable: StoreError { .ioError(code: Int32(CSQLITE_IOERR_READ)) }
}

/// Writes a blob in pieces from the beginning; the database must already have a blob of the same size.
package final class BlobWriter {
  private let blob: OpaquePointer?
  private let connection: Connection
  private var place = 0

  package init(table: String, column: String, rowid: Int64, on connection: Connection) throws(StoreError) {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(connection.pointer, "main", table, column, rowid, 1, &blob)
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    (self.blob, self.connection) = (blob, connection)
  }

  deinit { sqlite3_blob_close(blob) }

  /// After an error, the caller must roll back the transaction.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    let code = sqlite3_blob_write(blob, bytes.baseAddress, Int32(bytes.count), Int32(place))
    guard code == SQLITE_OK else { throw StoreError(connection: connection.pointer) }
    place += bytes.count
  }
}
