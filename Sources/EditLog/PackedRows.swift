import Records
import SQLite

/// Very many rows of one table that came or went, in runs of consecutive rowids, as the log keeps them.
package struct PackedRows {
  /// The table's name.
  package let table: String
  /// Whether the rows came or went: `insertion` or `deletion`.
  package let kind: ChangeEntry.Kind
  /// The columns that the runs hold, or have digests of.
  package let columns: [String]
  /// The runs, in the order in which the rows were touched.
  package var runs: [Run] = []

  /// Rows of which the log has one entry.
  package struct Run {
    /// The lowest rowid.
    package var firstKey: Int64
    /// Whether the rows with higher rowids were touched first.
    package var isFalling = false
    /// How many rows there are: at most `RowRun.longest`, or `RowRun.longestOfValues` of rows that went.
    package var count = 0
    /// The title of the row that the history shows.
    package var title: Value
    /// A digest of each row, of `PackedBytes.digestSize` bytes, or its packed values.
    package var content: [UInt8] = []

    /// Creates an empty one.
    package init(firstKey: Int64, isFalling: Bool = false, title: Value) {
      (self.firstKey, self.isFalling, self.title) = (firstKey, isFalling, title)
    }

    /// Adds a row that came.
    package mutating func append(digest: UInt64) {
      PackedBytes.append(digest, size: PackedBytes.digestSize, to: &content)
      count += 1
    }

    /// Whether no more rows that went fit in.
    fileprivate var isFullOfValues: Bool {
      count >= RowRun.longestOfValues || content.count >= RowRun.largestByteCount
    }
  }

  /// Creates one without rows.
  package init(table: String, kind: ChangeEntry.Kind, columns: [String]) {
    (self.table, self.kind, self.columns) = (table, kind, columns)
  }

  /// About how many bytes the rows take.
  package private(set) var byteCount = 0
  /// Whether the next row that went begins a run.
  private var isBetweenRuns = true

  /// Adds a row that went, whose rowid is one more or one less than that of the row before, unless that one ended its run.
  ///
  /// - Parameters:
  ///   - row: A statement whose first columns are those of the rows.
  ///   - isFalling: Whether it is one less.
  ///   - endsRun: Whether the next row, if there is one, does not follow.
  ///   - title: Returns the row's title.
  package mutating func append(
    _ row: PreparedStatement, key: Int64, isFalling: Bool, endsRun: Bool, title: () -> Value
  ) {
    if isBetweenRuns { runs.append(Run(firstKey: key, isFalling: isFalling, title: .null)) }
    let last = runs.count - 1
    let before = runs[last].content.count
    PackedBytes.append(row, columns: 0..<Int32(columns.count), to: &runs[last].content)
    byteCount += runs[last].content.count - before
    runs[last].firstKey = min(runs[last].firstKey, key)
    runs[last].count += 1
    isBetweenRuns = endsRun || runs[last].isFullOfValues
    // A step of deletions is about the last one.
    if isBetweenRuns { runs[last].title = title() }
  }
}
