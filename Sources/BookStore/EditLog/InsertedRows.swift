import Records

/// Very many new rows of one table with consecutive rowids, as the log keeps them.
struct InsertedRows {
  /// The table's name.
  let table: String
  /// The columns that the digests are of.
  let columns: [String]
  /// The rowid of the first row.
  let firstKey: Int64
  /// A digest of what each row holds, of `PackedBytes.digestSize` bytes.
  var digests: [UInt8] = []
  /// The titles of the rows with which a run begins.
  var titles: [Value] = []

  /// How many rows there are.
  var count: Int { digests.count / PackedBytes.digestSize }

  /// The rows of which the log has one entry each.
  var runs: [Range<Int>] {
    stride(from: 0, to: count, by: RowRun.longest).map { $0..<min($0 + RowRun.longest, count) }
  }

  /// The digests of some rows.
  func digests(of rows: Range<Int>) -> [UInt8] {
    Array(digests[rows.lowerBound * PackedBytes.digestSize..<rows.upperBound * PackedBytes.digestSize])
  }
}
