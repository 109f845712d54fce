import Records
import SQLite

/// Very many new rows of one table with consecutive rowids, as the log keeps them.
package struct InsertedRows {
  /// The table's name.
  package let table: String
  /// The columns that the digests are of.
  package let columns: [String]
  /// The rowid of the first row.
  package let firstKey: Int64
  /// A digest of what each row holds, of `PackedBytes.digestSize` bytes.
  package var digests: [UInt8] = []
  /// The titles of the rows with which a run begins.
  package var titles: [Value] = []

  /// Creates one from its parts.
  package init(table: String, columns: [String], firstKey: Int64, digests: [UInt8] = [], titles: [Value] = [])
  {
    (self.table, self.columns, self.firstKey, self.digests, self.titles) = (
      table, columns, firstKey, digests, titles
    )
  }

  /// How many rows there are.
  package var count: Int { digests.count / PackedBytes.digestSize }

  /// The rows of which the log has one entry each.
  package var runs: [Range<Int>] {
    stride(from: 0, to: count, by: RowRun.longest).map { $0..<min($0 + RowRun.longest, count) }
  }

  /// The digests of some rows.
  package func digests(of rows: Range<Int>) -> [UInt8] {
    Array(digests[rows.lowerBound * PackedBytes.digestSize..<rows.upperBound * PackedBytes.digestSize])
  }
}
