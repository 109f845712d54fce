import CSQLite
import Platform
import Records

/// A copy of a database as it is at one moment, made while others may read and write it.
///
/// The copy is made by SQLite's online backup under a temporary name, with mode 0600, and gets its own name when it is
/// whole.
public struct Backup {
  /// The pages that are copied before others get a turn.
  private static let step: Int32 = 1_024
  /// How long a lock of somebody else is waited for, in seconds.
  private static let patience = 10.0

  private let source: Connection

  /// Opens the database that is to be copied.
  ///
  /// - Throws: `cannotOpen`, `notADatabase`, or what else opening can end with.
  public init(of path: String) throws(StoreError) {
    source = try Connection(path: path, options: StoreOptions().readOnly)
  }

  /// Copies the file that a connection has open, whatever is at its path by now.
  init(of source: Connection) { self.source = source }

  /// Makes the copy.
  ///
  /// - Parameters:
  ///   - path: Where it is to be; nothing is ever replaced.
  ///   - progress: Is told the part that is done, from 0 to 1; it goes back where another program has changed what was copied.
  ///     An error that it throws ends the work.
  /// - Throws: `alreadyExists`, `cannotOpen`, `busy` where the database stays locked for ten seconds, `damaged`, `full`, what
  ///   `progress` throws, or what else reading and writing can end with; then there is no copy.
  public func run(to path: String, progress: (Double) throws(StoreError) -> Void) throws(StoreError) {
    try run(to: path, progress: progress) { _ in }
  }

  /// Makes the copy, and does something with it by its temporary path before it gets its name.
  func run(
    to path: String, progress: (Double) throws(StoreError) -> Void,
    finish: (String) throws(StoreError) -> Void
  ) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .alreadyExists(path: path) }
    // SQLite would take the copy for a part of the database, and delete it.
    try OpenFiles(database: source.path).check(Text(path))
    try NewFile(path: path).create { temporary throws(StoreError) in
      try copy(to: try Connection(path: temporary, options: StoreOptions()).raw, progress)
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

  /// Copies until all is done or it cannot go on; SQLite's code says which.
  private func copy(
    _ backup: OpaquePointer, _ progress: (Double) throws(StoreError) -> Void
  ) throws(StoreError) -> Int32 {
    var waitEnd = Clock.seconds + Self.patience
    while true {
      let code = sqlite3_backup_step(backup, Self.step)
      let count = max(1, sqlite3_backup_pagecount(backup))
      try progress(1 - Double(sqlite3_backup_remaining(backup)) / Double(count))
      switch code {
      case SQLITE_OK: waitEnd = Clock.seconds + Self.patience
      case SQLITE_BUSY where Clock.seconds < waitEnd, SQLITE_LOCKED where Clock.seconds < waitEnd:
        usleep(20_000)
      default: return code
      }
    }
  }
}
