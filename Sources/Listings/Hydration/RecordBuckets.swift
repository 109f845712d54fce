import Records

/// Counts the records held in each part of a table's range of rowids, so that drawing a map does not depend on the number
/// of rows.
package struct RecordBuckets {
  package static let count = 8_192

  package let table: TableID
  /// Rows added outside count for the first or the last part.
  package let range: ClosedRange<Int64>
  private let span: Double
  private var held = Array(repeating: Int32(0), count: Self.count)
  private var dirty = Array(repeating: Int32(0), count: Self.count)
  package private(set) var isOutgrown = false
  /// Includes records beyond the range.
  package private(set) var heldCount = 0

  package init(table: TableID, range: ClosedRange<Int64>) {
    (self.table, self.range) = (table, range)
    span = Double(range.upperBound) - Double(range.lowerBound) + 1
  }

  package mutating func note(_ id: RecordID, from old: RecordState, to new: RecordState) {
    guard id.table == table else { return }
    let difference: Int32 = (new == .known ? 0 : 1) - (old == .known ? 0 : 1)
    heldCount += Int(difference)
    guard let bucket = bucket(of: id), let rowid = id.rowid else { return }
    if !range.contains(rowid) { isOutgrown = true }
    held[bucket] += difference
    dirty[bucket] += (new == .dirty ? 1 : 0) - (old == .dirty ? 1 : 0)
  }

  private func bucket(of id: RecordID) -> Int? {
    guard let rowid = id.rowid else { return nil }
    // Multiplies first, so that rounding does not move the first row of a part into the previous part.
    let offset = (Double(rowid) - Double(range.lowerBound)) * Double(Self.count) / span
    return max(0, min(Self.count - 1, Int(offset)))
  }

  private func filling(of buckets: Range<Int>, half: Double) -> RecordMap.Filling {
    let changed = buckets.reduce(0) { $0 + Int(dirty[$1]) }
    if changed > 0 { return Double(changed) < half ? .someDirty : .dirty }
    let rows = buckets.reduce(0) { $0 + Int(held[$1]) }
    return rows == 0 ? .known : Double(rows) < half ? .some : .hydrated
  }

  package func map(cells count: Int, rows: Int, shown: [RecordID]) -> RecordMap {
    let half = Double(rows) / Double(count) / 2
    var cells = (0..<count).map { cell in
      let buckets = cell * Self.count / count..<(cell + 1) * Self.count / count
      return RecordMap.Cell(filling(of: buckets, half: half))
    }
    for id in shown where id.table == table {
      if let bucket = bucket(of: id) { cells[((bucket + 1) * count - 1) / Self.count].isShown = true }
    }
    return RecordMap(cells: cells, rowsPerCell: (rows + count - 1) / count, order: .key)
  }
}
