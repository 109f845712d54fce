import Platform

/// The system's permissions for a database file, checked first because SQLite would create it, or block on a pipe.
package struct FileAccess {
  /// Includes the file's folder, where SQLite puts its journal.
  package let isWritable: Bool
  package let byteCount: Int

  init(checking path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw Self.failure(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .cannotOpen(path: path, reason: .directory)
    default: throw .cannotOpen(path: path, reason: .notAFile)
    }
    guard access(path, R_OK) == 0 else { throw Self.failure(path) }
    let hasLog = try Self.hasLog(path)
    if status.st_size < Self.smallestPage, hasLog { throw .notADatabase }
    isWritable = access(path, W_OK) == 0 && access(Folder.containing(path), W_OK) == 0
    byteCount = Int(status.st_size)
  }

  private static let smallestPage = 512

  /// Whether there is a log or a journal with content.
  ///
  /// SQLite deletes such a log if the file has no page, although the log may be all that is left of a truncated database.
  /// SQLite would also block on anything other than a file.
  private static func hasLog(_ path: String) throws(StoreError) -> Bool {
    var hasLog = false
    for end in companionEnds {
      var status = stat()
      guard stat(path + end, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen(path: path + end, reason: .notAFile) }
      if end != "-shm", status.st_size > 0 { hasLog = true }
    }
    return hasLog
  }

  package static let companionEnds = ["-journal", "-wal", "-shm"]

  package static func failure(_ path: String, _ number: Int32 = errno) -> StoreError {
    switch number {
    case ENOENT: .cannotOpen(path: path, reason: .missing)
    case ENOTDIR: .cannotOpen(path: path, reason: .missing)
    case EACCES, EPERM: .cannotOpen(path: path, reason: .denied)
    default: .cannotOpen(path: path, reason: .system(errno: number))
    }
  }

  package static func realPath(of path: String) -> String? { Folder.realPath(of: path) }
}
