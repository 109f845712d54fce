import CSQLite
import Platform
import Records

/// Checks a database for corruption and inconsistencies with SQLite's own checks, without writing anything.
public struct DatabaseCheck {
  /// The most findings that are reported.
  public static let limit = 100

  private static let attempts = 10

  private let path: String
  private let connection: Connection

  /// Opens a database to check it.
  ///
  /// - Throws: `cannotOpen`, `notADatabase`, `unfinishedWrite`, `busy`, or other errors of opening.
  public init(path: String) throws(StoreError) {
    self.path = path
    connection = try Self.connect(to: path)
  }

  private static func connect(to path: String) throws(StoreError) -> Connection {
    try Connection(path: path, options: ConnectionOptions(isReadOnly: true, busyTimeout: .seconds(5)))
  }

  /// Checks the database's structure, its indexes and constraints, and its foreign keys.
  ///
  /// - Parameter progress: Called from time to time with the estimated fraction done, from 0 to 1.
  /// - Returns: The faults, in SQLite's words; empty if there are none.
  /// - Complexity: O(*n*) in the database's size, plus a lookup for each index entry.
  /// - Throws: `busy`, `ioError`, or other errors of reading; damage is returned, not thrown.
  public func run(progress: @escaping (Double) -> Void) throws(StoreError) -> [String] {
    var current: Connection? = connection
    for _ in 0..<Self.attempts {
      let attempt: Connection
      if let current {
        attempt = current
      } else {
        // The findings are not damage: another program wrote, and may be about to open or close the database.
        usleep(50_000)
        do throws(StoreError) { attempt = try Self.connect(to: path) } catch .unfinishedWrite { continue }
      }
      current = nil
      do throws(StoreError) {
        let findings = try findings(on: attempt, progress)
        if !attempt.isOutdated { return findings }
      } catch {
        if !attempt.isOutdated { throw error }
      }
    }
    throw .busy
  }

  private func findings(
    on connection: Connection, _ progress: @escaping (Double) -> Void
  ) throws(StoreError) -> [String] {
    let pageCount = try connection.integer("PRAGMA page_count") ?? 0
    let meter = CheckMeter(connection: connection.pointer, pageCount: pageCount, progress)
    return try withExtendedLifetime(meter) { () throws(StoreError) in
      defer { sqlite3_progress_handler(connection.pointer, 0, nil, nil) }
      do throws(StoreError) {
        let findings = try structure(of: connection)
        return try findings + foreignKeys(of: connection, limit: Self.limit - findings.count)
      } catch .damaged(let detail) { return [detail] }
    }
  }

  private func structure(of connection: Connection) throws(StoreError) -> [String] {
    try connection.rows("PRAGMA integrity_check(\(Self.limit))") { $0.string(at: 0) }
      .filter { $0 != "ok" }.flatMap(Self.lines)
  }

  /// SQLite reports the findings in page trees as one text, under a heading.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("***") }.map(String.init)
  }

  /// A foreign key that cannot be checked is a finding; the other tables are still checked.
  private func foreignKeys(of connection: Connection, limit: Int) throws(StoreError) -> [String] {
    let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      $0.string(at: 0)
    }.filter { !$0.isEmpty }
    var findings: [String] = []
    for table in tables where findings.count < limit {
      do throws(StoreError) {
        try findForeignKeys(of: table, on: connection, limit: limit, into: &findings)
      } catch .other(_, let message) { findings.append(message) }
    }
    return findings
  }

  private func findForeignKeys(
    of table: String, on connection: Connection, limit: Int, into findings: inout [String]
  ) throws(StoreError) {
    try connection.uncachedStatement("PRAGMA foreign_key_check(\(quoted(table)))").forEachRow {
      row in
      guard findings.count < limit, case .text(let parent) = row.value(at: 2) else { return }
      let name = row.value(at: 1).isNull ? "a row" : "row \(row.integer(at: 1))"
      findings.append("\(name) of \(table) points to no row of \(parent.string)")
    }
  }
}

/// Estimates the progress of SQLite's integrity check from the pages read.
///
/// Each page is read about twice: in the walk over all trees, and when rows are compared with indexes.
final class CheckMeter {
  private let connection: OpaquePointer?
  private let pageCount: Int64
  private let progress: (Double) -> Void
  private var last = 0.0

  /// The connection holds no reference, so the meter must outlive its statements.
  init(connection: OpaquePointer?, pageCount: Int64, _ progress: @escaping (Double) -> Void) {
    (self.connection, self.pageCount, self.progress) = (connection, pageCount, progress)
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
