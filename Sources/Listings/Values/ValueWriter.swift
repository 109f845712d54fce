import Records
import SQLite

final class ValueWriter {
  private let lines: ValueLines
  private let report: (_ lines: Int, _ rows: Int) -> Void
  /// How many lines were written, and where the next one begins.
  private(set) var place = (written: 0, offset: 0)
  private var rowCount = 0
  private var bytes: [UInt8] = []
  private var ends: [Int64] = []

  private static let batchSize = 1_024
  private static let firstSize = 64
  /// The bytes of values after which even a few lines are reported.
  private static let batchByteCount = 1 << 20

  init(
    _ lines: ValueLines, after place: (written: Int, offset: Int) = (0, 0),
    report: @escaping (_ lines: Int, _ rows: Int) -> Void
  ) {
    (self.lines, self.place, self.report) = (lines, place, report)
  }

  func add(_ line: CountedCell, ofRows count: Int? = nil) throws(StoreError) {
    rowCount += count ?? line.count
    line.append(to: &bytes)
    ends.append(Int64(place.offset + bytes.count))
    let isDue = ends.count == Self.batchSize || bytes.count >= Self.batchByteCount
    if isDue || place.written == 0 && ends.count == Self.firstSize { try flush() }
  }

  func add(_ line: ValueLine, ofRows count: Int? = nil) throws(StoreError) {
    try ValueCell.with(line.value) { cell throws(StoreError) in
      try add(CountedCell(cell, line.count), ofRows: count)
    }
  }

  func flush(rowsBesides count: Int = 0) throws(StoreError) {
    rowCount += count
    try lines.write(bytes, ends: ends, at: place.written, offset: place.offset)
    place = (place.written + ends.count, place.offset + bytes.count)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    report(place.written, rowCount)
  }
}
