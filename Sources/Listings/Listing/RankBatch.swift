import Records
import SQLite

/// The rows of a query that are not reported yet, and the progress of the query.
final class RankBatch {
  private let scan: RankScan
  private var rowids: [Int64] = []
  private var viewRows: [ViewRows.Row] = []
  private var keys: [RecordID] = []
  private var written = 0
  private var scanned = 0
  private var lastFlush = ContinuousClock.now

  private static let firstSize = 64
  private static let size = 65_536
  /// The time after which the rows found so far are reported.
  private static let interval = Duration.milliseconds(20)
  /// The time for which the previous rows stay although nothing is found.
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

  func flushIfDue() throws(StoreError) {
    let isDue =
      if written == 0 {
        count >= Self.firstSize
      } else {
        // Reading the clock costs as much as a row, so it is done seldom.
        count >= Self.size || (count.isMultiple(of: 256) && isLate)
      }
    if isDue { try flush() }
  }

  private var isLate: Bool { ContinuousClock.now - lastFlush > Self.interval }

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

  func tick() {
    scanned += SQLFunction.tickCount
    reportProgress(emitted: 0)
    // What cannot be written now is tried again with the next batch, which can throw.
    if count > 0, isLate { try? flush() }
    // A search that finds nothing for a while is shown as an empty list.
    if count == 0, written == 0, scan.query.isStreaming, ContinuousClock.now - lastFlush > Self.patience {
      scan.report(.ranked(fileCount: 0))
      lastFlush = .now
    }
  }

  /// Notes that a pass over the rows is over, perhaps before it has seen all of them.
  func endPass() { scanned = max(scanned, scan.total ?? 0) }

  private func reportProgress(emitted: Int) {
    guard let total = scan.total, total > 0 else { return }
    // A sort reads all rows before it returns the first, and returning them takes about as long again. Showing the beginning
    // takes another pass.
    let passes = scan.query.isStreaming ? 1 : scan.showsBeginning ? 3 : 2
    let done = Double(scan.query.isStreaming ? scanned : scanned + emitted) / Double(passes)
    scan.report(.progress(min(1, done / Double(total))))
  }
}
