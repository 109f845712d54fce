import Records
import SQLite

/// Writes the lines of values to a file in batches, and reports how many there are.
final class ValueWriter {
  private let rows: ViewRows
  private let report: (_ lines: Int, _ rows: Int) -> Void
  private var (written, rowCount, byteCount) = (0, 0, 0)
  private var batch: [ViewRows.Row] = []

  /// The most lines that are reported together.
  private static let batchSize = 1_024
  /// The lines that are reported first: more than a screen has.
  private static let firstSize = 64
  /// The bytes of values after which even a few lines are reported.
  private static let batchByteCount = 1 << 20

  init(_ rows: ViewRows, report: @escaping (_ lines: Int, _ rows: Int) -> Void) {
    (self.rows, self.report) = (rows, report)
  }

  /// Adds a line.
  ///
  /// - Parameter ofRows: How many rows it adds to those that were counted; by default those of the line.
  /// - Throws: `full` or `ioError`.
  func add(_ line: ValueLine, ofRows count: Int? = nil) throws(StoreError) {
    byteCount += line.value.payloadByteCount
    rowCount += count ?? line.count
    batch.append(
      ViewRows.Row(title: line.value, key: [], values: [.value(.integer(Int64(line.count)))]))
    let isDue = batch.count == Self.batchSize || byteCount >= Self.batchByteCount
    if isDue || written == 0 && batch.count == Self.firstSize { try flush() }
  }

  /// Writes the lines that were added, and reports all so far.
  ///
  /// - Throws: `full` or `ioError`.
  func flush(rowsBesides count: Int = 0) throws(StoreError) {
    rowCount += count
    try rows.write(batch, at: written)
    written += batch.count
    (byteCount, batch) = (0, [])
    report(written, rowCount)
  }
}
