import Records
import SQLite

/// Very many inserted or deleted rows of a table, packed into runs as the log stores them.
package struct PackedRows {
  package let table: String
  package let kind: Change.Kind
  package let columns: [String]
  /// Ordered as the rows were touched.
  package var runs: [Run] = []

  package struct Run {
    package var firstKey: Int64
    /// Whether higher rowids were touched first.
    package var isFalling = false
    /// At most `RowRun.longest`, or `RowRun.longestOfValues` for deleted rows.
    package var count = 0
    package var title: Value
    /// A digest of `PackedBytes.digestSize` bytes for each row, or the packed values.
    package var content: [UInt8] = []

    package init(firstKey: Int64, isFalling: Bool = false, title: Value) {
      (self.firstKey, self.isFalling, self.title) = (firstKey, isFalling, title)
    }

    package mutating func append(digest: UInt64) {
      PackedBytes.append(digest, size: PackedBytes.digestSize, to: &content)
      count += 1
    }

    fileprivate var isFullOfValues: Bool {
      count >= RowRun.longestOfValues || content.count >= RowRun.largestByteCount
    }
  }

  package init(table: String, kind: Change.Kind, columns: [String]) {
    (self.table, self.kind, self.columns) = (table, kind, columns)
  }

  package private(set) var byteCount = 0
  private var isBetweenRuns = true

  /// Adds a deleted row, whose rowid must follow that of the row before by 1 or -1, unless that row ended its run.
  ///
  /// - Parameter endsRun: Whether the next row, if any, does not follow.
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
    // The history titles a deletion by its last row.
    if isBetweenRuns { runs[last].title = title() }
  }
}
