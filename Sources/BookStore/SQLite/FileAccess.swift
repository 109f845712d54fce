import Platform

/// What the system lets us do with a database's file, found out before SQLite touches it.
///
/// SQLite would create a file that is missing, and wait at a pipe for ever.
struct FileAccess {
  /// Whether the file and its folder, where SQLite keeps its journal, can be written.
  let isWritable: Bool
  /// The file's bytes.
  let byteCount: Int

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

  /// The bytes of the smallest page that SQLite knows.
  private static let smallestPage = 512

  /// Whether a log or a journal is beside a file.
  ///
  /// Where the file has no page, SQLite takes it for what is left of a database that is gone, and deletes it, though it may be
  /// all that is left of one that was cut off.
  ///
  /// - Throws: `cannotOpen` where something else than a file is beside it, which SQLite would wait for as well.
  private static func hasLog(_ path: String) throws(StoreError) -> Bool {
    var hasLog = false
    for end in companionEnds {
      var status = stat()
      guard stat(path + end, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotOpen(path: path + end, reason: .notAFile)
      }
      if end != "-shm", status.st_size > 0 { hasLog = true }
    }
    return hasLog
  }

  /// How the names of the files end that SQLite keeps beside a database.
  static let companionEnds = ["-journal", "-wal", "-shm"]

  /// An error of the system as ours, the last one where nothing is said.
  static func failure(_ path: String, _ number: Int32 = errno) -> StoreError {
    switch number {
    case ENOENT: .cannotOpen(path: path, reason: .missing)
    case ENOTDIR: .cannotOpen(path: path, reason: .missing)
    case EACCES, EPERM: .cannotOpen(path: path, reason: .denied)
    default: .cannotOpen(path: path, reason: .system(errno: number))
    }
  }

  /// The path that every program finds for a file, without links; nil where there is no file.
  static func realPath(of path: String) -> String? { Folder.realPath(of: path) }
}
