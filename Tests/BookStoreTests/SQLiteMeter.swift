import CSQLite

@testable import BookStore
@testable import SQLite

/// What SQLite reads and takes for something, by its own figures.
struct SQLiteMeter {
  /// The pages that came from the file.
  let pageCount: Int
  /// The bytes of the largest piece of memory that was asked for, by whatever connection of the process.
  let largestAllocation: Int

  /// Measures with an empty page cache.
  init(_ connection: Connection, _ body: () throws -> Void) rethrows {
    connection.releaseMemory()
    _ = Self.misses(connection)
    var (current, highest): (sqlite3_int64, sqlite3_int64) = (0, 0)
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &current, &highest, 1)
    try body()
    sqlite3_status64(SQLITE_STATUS_MALLOC_SIZE, &current, &highest, 0)
    pageCount = Self.misses(connection)
    largestAllocation = Int(highest)
  }

  private static func misses(_ connection: Connection) -> Int {
    var (current, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(connection.pointer, SQLITE_DBSTATUS_CACHE_MISS, &current, &highest, 1)
    return Int(current)
  }
}
