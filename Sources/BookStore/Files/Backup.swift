import CSQLite
import Platform
import Records
import SQLite

/// Copies a database as it is at one moment, while others may read and write it.
///
/// SQLite's online backup makes the copy, with mode 0600, under a temporary name until it is complete.
public struct Backup {
  /// How many pages are copied before others get a turn.
  private static let step: Int32 = 1_024
  /// How long to wait for another connection's lock, in seconds.
  private static let patience = 10.0

  private let source: Connection
  private let logFolder: String?

  /// Opens the database to copy.
  ///
  /// - Parameter logFolder: The folder of the edit logs, whose paths are never used for a copy.
  /// - Throws: `cannotOpen`, `notADatabase`, or any other open error.
  public init(of path: String, logFolder: String? = nil) throws(StoreError) {
    self.logFolder = logFolder
    // If no file can be created beside it, a database in WAL mode is read as it is.
    let isWritable = access(Folder.containing(path), W_OK) == 0
    source = try Connection(
      path: path, options: isWritable ? ConnectionOptions().readOnly : ConnectionOptions(isReadOnly: true))
  }

  /// Prepares to copy the file that a connection has open, whatever is at its path by now.
  init(of source: Connection) { (self.source, logFolder) = (source, nil) }

  /// Makes the copy; nothing is ever replaced, and after an error there is no copy.
  ///
  /// - Parameters:
  ///   - views: The views to store in a table of the copy; nil for no table.
  ///   - progress: A callback that gets the fraction done, from 0 to 1, which decreases if another program has changed what was
  ///     already copied. An error that it throws ends the work.
  /// - Throws: `alreadyExists`, `cannotOpen`, `busy` if the database stays locked for ten seconds, or another error.
  public func run(
    to path: String, carrying views: [CarriedView]? = nil, progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    try run(to: path, progress: progress) { temporary throws(StoreError) in
      if let views { try CarriedView.write(views, to: temporary) }
    }
  }

  func run(
    to path: String, progress: (Double) throws(StoreError) -> Void,
    finish: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .alreadyExists(path: path) }
    // At such a path, SQLite would take the copy for a part of the database, and delete it.
    try OpenFiles(database: source.path, logFolder: logFolder).check(Text(path))
    try NewFile(path: path).create { temporary throws(StoreError) in
      try copy(to: try Connection(path: temporary, options: ConnectionOptions()).raw, progress)
      if source.isOutdated { throw .changedMeanwhile }
      try finish(temporary)
    }
  }

  private func copy(
    to target: RawConnection, _ progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let backup = sqlite3_backup_init(target.pointer, "main", source.pointer, "main") else {
      throw StoreError(connection: target.pointer)
    }
    var code = SQLITE_OK
    do throws(StoreError) {
      code = try copy(backup, progress)
    } catch {
      sqlite3_backup_finish(backup)
      throw error
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw StoreError(code: code, message: String(cString: sqlite3_errstr(end == SQLITE_OK ? code : end)))
    }
  }

  private func copy(
    _ backup: OpaquePointer, _ progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) -> Int32 {
    var waitEnd = SystemClock.monotonicSeconds + Self.patience
    while true {
      let code = sqlite3_backup_step(backup, Self.step)
      let count = max(1, sqlite3_backup_pagecount(backup))
      try progress(1 - Double(sqlite3_backup_remaining(backup)) / Double(count))
      switch code {
      case SQLITE_OK: waitEnd = SystemClock.monotonicSeconds + Self.patience
      case SQLITE_BUSY where SystemClock.monotonicSeconds < waitEnd,
        SQLITE_LOCKED where SystemClock.monotonicSeconds < waitEnd:
        usleep(20_000)
      default: return code
      }
    }
  }
}
