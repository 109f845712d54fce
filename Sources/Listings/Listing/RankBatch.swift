import Records
import SQLite

/// The rows of a query that are not reported yet, and how far the query is.
final class RankBatch {
  private let scan: RankScan
  private var rowids: [Int64] = []
  private var viewRows: [ViewRows.Row] = []
  private var keys: [RecordID] = []
  private var written = 0
  private var scanned = 0
  private var lastFlush = ContinuousClock.now

  /// The rows after which the first batch is reported; a screenful.
  private static let firstSize = 64
  /// The most rows of a batch.
  private static let size = 65_536
  /// The time after which rows that were found are reported.
  private static let interval = Duration.milliseconds(20)
  /// The time for which the rows of before stay although nothing is found.
  private static let patience = Duration.milliseconds(100)

  init(scan: RankScan) {
    self.scan = scan
  }

  func add(rowid: Int64) {
    rowids.append(rowid)
  }

  func add(rowid: Int64, _ row: ViewRows.Row) {
    rowids.append(rowid)
    viewRows.append(row)
  }

  func add(key: RecordID) {
    keys.append(key)
  }

  private var count: Int { rowids.count + keys.count }

  /// Reports what is there if it is a screenful, or has waited for long.
  func flushIfDue() throws(StoreError) {
    let isDue =
      if written == 0 {
        count >= Self.firstSize
      } else {
        // The clock is looked at seldom, since a look costs as much as a row.
        count >= Self.size || (count.isMultiple(of: 256) && isLate)
      }
    if isDue { try flush() }
  }

  private var isLate: Bool { ContinuousClock.now - lastFlush > Self.interval }

  /// Reports what is there.
  func flush() throws(StoreError) {
    if let file = scan.file, !rowids.isEmpty {
      try scan.viewRows?.write(viewRows, at: written)
      try file.write(rowids, at: written)
      written += rowids.count
      scan.report(.ranked(fileCount: written))
    } else if !keys.isEmpty {
      written += keys.count
      scan.report(.keys(keys))
    }
    rowids.removeAll(keepingCapacity: true)
    viewRows = []
    keys = []
    lastFlush = .now
    if !scan.query.isStreaming { reportProgress(emitted: written) }
  }

  /// Notes that SQLite has looked at more rows, whether or not it found one.
  func tick() {
    scanned += SQLFunction.tickCount
    reportProgress(emitted: 0)
    // What cannot be written now is tried again with the next batch, which can throw.
    if count > 0, isLate { try? flush() }
    // A search that finds nothing for a while is shown as one that has found nothing yet.
    if count == 0, written == 0, scan.query.isStreaming, ContinuousClock.now - lastFlush > Self.patience {
      scan.report(.ranked(fileCount: 0))
      lastFlush = .now
    }
  }

  /// Notes that a pass over the rows is over, perhaps before it has seen all of them.
  func endPass() { scanned = max(scanned, scan.total ?? 0) }

  private func reportProgress(emitted: Int) {
    guard let total = scan.total, total > 0 else { return }
    // A sort sees all rows before it gives out the first, and giving out takes about as long again; if the beginning is
    // shown before, it has seen them all twice.
    let passes = scan.query.isStreaming ? 1 : scan.showsBeginning ? 3 : 2
    let done = Double(scan.query.isStreaming ? scanned : scanned + emitted) / Double(passes)
    scan.report(.progress(min(1, done / Double(total))))
  }
}
