import CSQLite

/// Estimates the progress of SQLite's integrity check from the number of pages read; each is read about twice.
///
/// This is once in the walk over all trees, during which SQLite does not call back, and once when rows are compared with
/// indexes.
final class CheckMeter {
  private let connection: OpaquePointer?
  private let pageCount: Int64
  private let progress: (Double) -> Void
  private var last = 0.0

  /// The connection holds no reference, so the meter must outlive its statements.
  init(connection: OpaquePointer?, pageCount: Int64, _ progress: @escaping (Double) -> Void) {
    self.connection = connection
    self.pageCount = pageCount
    self.progress = progress
    sqlite3_progress_handler(
      connection, 10_000,
      { raw in
        if let raw { Unmanaged<CheckMeter>.fromOpaque(raw).takeUnretainedValue().tick() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func tick() {
    var (misses, highwater): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highwater, 0)
    let part = min(0.99, Double(misses) / Double(max(1, 2 * pageCount)))
    guard part >= last + 0.01 else { return }
    last = part
    progress(part)
  }
}
