import Records
import Testing

@testable import BookStore
@testable import Listings

@Suite("The parts that the map counts by")
struct RecordBucketsTests {
  @Test(
    "The first row of each part of the map counts in it, whatever the number of rows is",
    arguments: [8_192, 100_352, 382_976, 1_000_000])
  func parts(rows: Int) {
    for part in 0..<8 {
      var buckets = RecordBuckets(table: .first, range: 1...Int64(rows))
      let first = (part * rows + 7) / 8 + 1
      buckets.note(.rowid(Int64(first)), from: .known, to: .dirty)
      let cells = buckets.map(cells: 8, rows: rows, shown: []).cells
      #expect(cells.firstIndex { $0.filling != .known } == part)
    }
  }
}
