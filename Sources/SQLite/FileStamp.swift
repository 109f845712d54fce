import Platform

/// Detects whether a program has written to a database opened as immutable.
package struct FileStamp: Hashable, Sendable {
  private let path: String
  private let file: [Int]

  /// The stamp of a database as it is now, without a log.
  init(_ path: String) {
    self.path = path
    file = Self.look(at: path)
  }

  /// Whether the file has changed, or there is a log with content, so that what was read may mix old and new.
  ///
  /// - Complexity: Two system calls.
  package var isOutdated: Bool { Self.look(at: path) != file || Self.logSize(path) ?? 0 > 0 }

  /// The size of the write-ahead log of a database in bytes; nil if there is none.
  package static func logSize(_ path: String) -> Int? {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : nil
  }

  /// The file attributes that change with each write.
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
