import Platform
import SQLite

package struct EditLogFile: Sendable {
  /// The path from `realpath`, so that every program gets the same.
  package let database: String
  package let folder: String
  package let path: String
  /// Changes if the database's file is replaced.
  package let identity: FileIdentity?

  /// - Throws: `cannotOpen` if the path leads nowhere.
  package init(for database: String, in folder: String) throws(StoreError) {
    guard let path = FileAccess.realPath(of: database) else { throw FileAccess.failure(database) }
    self.init(ofRealPath: path, in: folder, identity: FileIdentity(path))
  }

  /// The log of a database that may no longer exist, by its former `realpath`.
  package init(ofRealPath database: String, in folder: String, identity: FileIdentity?) {
    (self.database, self.folder, self.identity) = (database, folder, identity)
    path = "\(folder)/\(Self.stem(database))-\(Folder.hash(ofPath: database)).edits"
    parts = [path, path + "-wal", path + "-shm"]
  }

  package let parts: [String]

  package var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Creates an empty log that only the owner can access, and its folder, unless they exist.
  ///
  /// Does not open an existing log: closing it would release the locks of the process's other connections (POSIX, close), and
  /// another program could then remove the write-ahead log.
  package func create() throws(StoreError) {
    try Self.makeFolder(folder)
    try checkOwner()
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    close(descriptor)
  }

  /// Rejects links and other users' files, because everything in the log is offered as the person's own edits.
  func checkOwner() throws(StoreError) { try Self.checkOwner(of: parts, in: folder) }

  private static func checkOwner(of parts: [String], in folder: String) throws(StoreError) {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw FileAccess.failure(folder) }
    if status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 {
      throw .cannotOpen(path: folder, reason: .openToAll)
    }
    for path in parts where lstat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFLNK: throw .cannotOpen(path: path, reason: .link)
      default: throw .cannotOpen(path: path, reason: .notAFile)
      }
      if status.st_uid != geteuid() { throw .cannotOpen(path: path, reason: .otherOwner) }
    }
  }

  package func lock(_ token: String) -> String { "\(path)-\(token).lock" }

  package static func names(in folder: String) -> [String] {
    (try? Folder.names(in: folder)) ?? []
  }

  private static func makeFolder(_ folder: String) throws(StoreError) {
    do throws(SystemError) { try Folder.make(folder) } catch {
      throw FileAccess.failure(error.path ?? folder, error.number)
    }
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .cannotOpen(path: folder, reason: .system(errno: ENOTDIR))
    }
  }

  /// The database's name, limited to safe characters, so that people can tell logs apart.
  private static func stem(_ path: String) -> String {
    var stem: [UInt8] = []
    for byte in path.utf8 {
      switch Unicode.Scalar(byte) {
      case "/": stem = []
      case "A"..."Z", "a"..."z", "0"..."9", ".": stem.append(byte)
      // One `_` per scalar: skip continuation bytes.
      default: if byte & 0xC0 != 0x80 { stem.append(UInt8(ascii: "_")) }
      }
    }
    // Copied to an array, because a lazy collection causes a slow protocol cast.
    return stem.isEmpty ? "database" : String(decoding: Array(stem.prefix(40)), as: UTF8.self)
  }

  // MARK: A database that was moved, whose log gets the name that goes with its new path

  /// Whether a log belongs to the person, and nobody else can have planted it.
  package static func isOwn(_ path: String, in folder: String) -> Bool {
    do throws(StoreError) {
      try checkOwner(of: [path, path + "-wal", path + "-shm"], in: folder)
      return true
    } catch {
      return false
    }
  }

  /// Renames the log, with the locks of its dead sessions, to the unused name of another one.
  ///
  /// - Throws: `alreadyExists`, `busy` if this log is in use, or a system error; then nothing has changed.
  package func move(to other: EditLogFile) throws(StoreError) { try move(to: other.path) }

  /// Opens a log while no other program opens one in the same folder, which is created if necessary.
  ///
  /// SQLite deletes a write-ahead log by name, so a program with the old log open would delete that of the new one. Waits for
  /// at most two seconds, and only if the file system supports such locks.
  func whileNobodyElseOpens<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try Self.makeFolder(folder)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    let end = SystemClock.monotonicSeconds + 2
    while descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK,
      SystemClock.monotonicSeconds < end
    {
      usleep(1_000)
    }
    return try body()
  }

  /// Renames a log of an obsolete format within its folder, and returns the new path.
  ///
  /// - Throws: `olderEditLog` if the log is in use.
  package func setAside() throws(StoreError) -> String {
    var number = 1
    while true {
      let other = path + (number == 1 ? ".old" : ".old\(number)")
      do throws(StoreError) {
        try move(to: other)
        return other
      } catch {
        switch error {
        case .alreadyExists: number += 1
        case .busy: throw .olderEditLog
        default: throw error
        }
      }
    }
  }

  private func move(to other: String) throws(StoreError) {
    try checkOwner()
    let locks = Self.names(in: folder).map { "\(folder)/\($0)" }.filter {
      $0.hasPrefix(path + "-") && $0.hasSuffix(".lock")
    }
    if locks.contains(where: SessionLock.isHeld) { throw .busy }
    try fold()
    // A rename would replace a file created there in the meantime.
    guard link(path, other) == 0 else {
      throw errno == EEXIST ? .alreadyExists(path: other) : FileAccess.failure(path)
    }
    unlink(path)
    for lock in locks { rename(lock, other + lock.dropFirst(path.count)) }
  }

  /// Moves the write-ahead log into the main file, and removes it; needs the log for itself.
  private func fold() throws(StoreError) {
    let connection = try Connection(path: path, options: ConnectionOptions(busyTimeout: .milliseconds(100)))
    guard try connection.value("PRAGMA journal_mode = DELETE") == "delete" else { throw .busy }
  }
}

/// The header of another database's log, read without joining the log as a session.
package struct EditLogHeader {
  package let database: String
  package let file: FileIdentity
  package let hasChanges: Bool

  package init?(_ path: String) {
    // For a log that is not writable, SQLite would recreate the files next to it.
    guard access(path, W_OK) == 0 else { return nil }
    do throws(StoreError) {
      let connection = try Connection(path: path, options: ConnectionOptions(busyTimeout: .zero))
      if (FileStamp.logSize(path) ?? 0) > 0 { connection.leaveLog() }
      let version = try Self.number("PRAGMA user_version", connection)
      guard (LogSchema.oldestVersion...LogSchema.version).contains(version),
        let (database, first) = try connection.uncachedStatement("SELECT path, device, inode FROM file")
          .firstRow({ row in (row.string(at: 0), Self.identity(row, at: 1)) })
      else { return nil }
      self.database = database
      file = try Self.lastFile(connection) ?? first
      hasChanges = try Self.number("SELECT EXISTS (SELECT 1 FROM change)", connection) != 0
    } catch {
      return nil
    }
  }

  private static func number(_ sql: String, _ connection: Connection) throws(StoreError) -> Int64 {
    try connection.uncachedStatement(sql).firstRow { $0.integer(at: 0) } ?? 0
  }

  private static func identity(_ row: PreparedStatement, at column: Int32) -> FileIdentity {
    FileIdentity(device: row.integer(at: column), inode: row.integer(at: column + 1))
  }

  private static func lastFile(_ connection: Connection) throws(StoreError) -> FileIdentity? {
    let sql = "SELECT device, inode FROM session ORDER BY id DESC LIMIT 1"
    return try connection.uncachedStatement(sql).firstRow { identity($0, at: 0) }
  }
}
