import Platform

/// What tells whether a program has written to a database that is taken for one that does not change.
struct FileStamp: Hashable, Sendable {
  private let path: String
  private let file: [Int]

  /// That of a database as it is now, without a log.
  init(_ path: String) {
    self.path = path
    file = Self.look(at: path)
  }

  /// Whether the file is another one, or there is a log with something in it, so that what was read may be old and new at once.
  ///
  /// - Complexity: Two calls of the system.
  var isOutdated: Bool { Self.look(at: path) != file || Self.logSize(path) ?? 0 > 0 }

  /// The bytes of the write-ahead log beside a database; nil where there is none.
  static func logSize(_ path: String) -> Int? {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : nil
  }

  /// What the system says of a file that changes with each write.
  private static func look(at path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
      Int(time.tv_sec), Int(time.tv_nsec),
    ]
  }
}
