import Platform
import SQLite

/// The file that a database's edits are logged in.
package struct EditLogFile: Sendable {
  /// The database, by a path that every program finds for it.
  package let database: String
  /// The folder of all logs.
  package let folder: String
  /// The log.
  package let path: String
  /// What the system tells the database's file by, which changes if the file is replaced.
  package let identity: FileIdentity?

  /// The log of a database that is there.
  ///
  /// - Throws: `cannotOpen` where the path leads nowhere.
  package init(for database: String, in folder: String) throws(StoreError) {
    guard let path = FileAccess.realPath(of: database) else { throw FileAccess.failure(database) }
    self.init(ofRealPath: path, in: folder, identity: FileIdentity(path))
  }

  /// The log of a database that may not be there any more, by the path that `realpath` has found for it.
  package init(ofRealPath database: String, in folder: String, identity: FileIdentity?) {
    (self.database, self.folder, self.identity) = (database, folder, identity)
    path = "\(folder)/\(Self.stem(database))-\(Folder.hash(ofPath: database)).edits"
    parts = [path, path + "-wal", path + "-shm"]
  }

  /// The paths of the log and of the files that SQLite keeps beside it.
  package let parts: [String]

  /// Whether there is a log, or something else in its place.
  package var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Makes an empty log for the owner alone, and its folder, if they are not there.
  ///
  /// An existing one is not opened: closing it would release the locks that the process has on it by other
  /// connections (POSIX, close), and another program could take the write-ahead log away.
  package func create() throws(StoreError) {
    try Self.makeFolder(folder)
    try checkOwner()
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return }
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    close(descriptor)
  }

  /// Refuses a file that another user may have put there: everything in the log is offered as the person's own edits.
  ///
  /// Through a link SQLite would change a file somewhere else.
  func checkOwner() throws(StoreError) { try Self.checkOwner(of: parts, in: folder) }

  /// The same for a log, by the paths of its files.
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

  /// The path of the file that a session holds a lock on.
  package func lock(_ token: String) -> String { "\(path)-\(token).lock" }

  /// The names of the logs in a folder and of the locks of their sessions, in no order; none where it cannot be read.
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

  /// The name of the file as far as any file system takes it, so that people know one log from another.
  private static func stem(_ path: String) -> String {
    var stem: [UInt8] = []
    for byte in path.utf8 {
      switch Unicode.Scalar(byte) {
      case "/": stem = []
      case "A"..."Z", "a"..."z", "0"..."9", ".": stem.append(byte)
      // One `_` for each scalar: all its bytes but the first are continuation bytes.
      default: if byte & 0xC0 != 0x80 { stem.append(UInt8(ascii: "_")) }
      }
    }
    // An array, since a lazy collection would be cast to a protocol, which searches the whole program.
    return stem.isEmpty ? "database" : String(decoding: Array(stem.prefix(40)), as: UTF8.self)
  }

  // MARK: A database that was moved, whose log gets the name that goes with its new path

  /// Whether a log is the person's own, and no other user can have put it there.
  package static func isOwn(_ path: String, in folder: String) -> Bool {
    do throws(StoreError) {
      try checkOwner(of: [path, path + "-wal", path + "-shm"], in: folder)
      return true
    } catch {
      return false
    }
  }

  /// Brings the log to the name of another one that is not there, with the locks that its dead sessions have left.
  ///
  /// - Throws: `alreadyExists` where the other one has come into being, `busy` where somebody uses this one, or what the system
  ///   refuses it for; then nothing has changed.
  package func move(to other: EditLogFile) throws(StoreError) { try move(to: other.path) }

  /// Runs a closure that opens a log while no other program opens one in the same folder, which is created if necessary.
  ///
  /// SQLite deletes a write-ahead log by its name: a program that has the old log open would delete the one of the new
  /// log. After two seconds, or if the file system does not support such locks, it does not wait any longer.
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

  /// Renames a log of an obsolete format, in the same folder.
  ///
  /// - Returns: The new path.
  /// - Throws: `olderEditLog` if somebody uses the log, or the system's error; then nothing has changed.
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
    // A rename would replace what has come into being there.
    guard link(path, other) == 0 else {
      throw errno == EEXIST ? .alreadyExists(path: other) : FileAccess.failure(path)
    }
    unlink(path)
    for lock in locks { rename(lock, other + lock.dropFirst(path.count)) }
  }

  /// Brings the write-ahead log into the file, and takes it and its index away, which only the sole user of the log
  /// can do.
  private func fold() throws(StoreError) {
    let connection = try Connection(path: path, options: ConnectionOptions(busyTimeout: .milliseconds(100)))
    guard try connection.value("PRAGMA journal_mode = DELETE") == "delete" else { throw .busy }
  }
}
