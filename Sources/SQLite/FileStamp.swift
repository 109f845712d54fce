import Platform

/// Detects whether a program has written to a database opened as immutable.
package struct FileStamp: Hashable, Sendable {
  private let path: String
  private let file: [Int]

  init(_ path: String) {
    self.path = path
    file = Self.look(at: path)
  }

  /// Whether the file has changed, or there is a log with content, so that reads may mix old and new.
  package var isOutdated: Bool { Self.look(at: path) != file || Self.logSize(path) ?? 0 > 0 }

  package static func logSize(_ path: String) -> Int? {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : nil
  }

  private static func look(at path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    let time = status.modified
    return [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
      Int(time.tv_sec), Int(time.tv_nsec),
    ]
  }
}
