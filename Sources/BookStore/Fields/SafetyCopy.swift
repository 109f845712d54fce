import CSQLite
import EditLog
import Platform
import Records
import SQLite

/// A copy of the database in the folder of the edit log, made some pages at a time before the tables are changed.
///
/// Its name ends in the time at which it was begun. The last three copies of a database are kept.
final class SafetyCopy {
  private static let keptCount = 3
  private static let end = ".backup"
  private static let stepSize: Int32 = 256

  let path: String
  private let prefix: String
  private let file: OutputFile
  private let partial: String
  private let target: Connection
  private var backup: OpaquePointer?
  private(set) var fraction = 0.0

  init(of source: Connection, beside log: EditLogFile) throws(StoreError) {
    let moment = try source.uncachedStatement("SELECT strftime('%Y%m%d-%H%M%f', 'now')").firstRow {
      $0.string(at: 0)
    }
    prefix = (log.path.hasSuffix(".edits") ? String(log.path.dropLast(6)) : log.path) + "-"
    path = prefix + (moment ?? "0") + Self.end
    file = try OutputFile(Text(path), replaces: false, isPrivate: true)
    partial = file.temporaryPath
    target = try Connection(path: partial, options: ConnectionOptions())
    backup = sqlite3_backup_init(target.raw.pointer, "main", source.raw.pointer, "main")
    if backup == nil { throw StoreError(connection: target.raw.pointer) }
  }

  deinit {
    if let backup { sqlite3_backup_finish(backup) }
    for end in FileAccess.companionEnds { unlink(partial + end) }
  }

  /// - Returns: False when the copy is complete and has its name.
  func step() throws(StoreError) -> Bool {
    guard let backup else { return false }
    let code = sqlite3_backup_step(backup, Self.stepSize)
    let count = max(1, sqlite3_backup_pagecount(backup))
    fraction = 1 - Double(sqlite3_backup_remaining(backup)) / Double(count)
    switch code {
    case SQLITE_OK: return true
    case SQLITE_DONE: break
    case SQLITE_BUSY, SQLITE_LOCKED: throw .busy
    default: throw StoreError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    self.backup = nil
    let end = sqlite3_backup_finish(backup)
    guard end == SQLITE_OK else { throw StoreError(code: end, message: String(cString: sqlite3_errstr(end))) }
    try file.finish()
    dropOldest()
    return false
  }

  private func dropOldest() {
    let folder = Folder.containing(path)
    let copies = EditLogFile.names(in: folder).map { "\(folder)/\($0)" }.filter {
      $0.hasPrefix(prefix) && $0.hasSuffix(Self.end)
    }
    for copy in copies.sorted().dropLast(Self.keptCount) { unlink(copy) }
  }
}
