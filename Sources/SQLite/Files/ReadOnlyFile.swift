import Platform

/// A database opened without writing anything, including the files next to it.
///
/// In WAL mode, SQLite reads through an index file, which it would create. If nobody has the database open, the file can be
/// opened as immutable until its stamp changes; otherwise the existing index is read ("Read-Only Databases", SQLite's
/// documentation of write-ahead logging).
struct ReadOnlyFile {
  let path: String
  /// If nil, the file is opened and closed to find out, which releases the process's locks on it.
  var isInWriteAheadMode: Bool?

  package struct Way {
    let name: String
    let isInWriteAheadMode: Bool
    var stamp: FileStamp?
  }

  /// - Throws: `unfinishedWrite` if a program left a log behind that can be read only by writing.
  func way() throws(StoreError) -> Way {
    guard isInWriteAheadMode ?? hasWriteAheadHeader else { return Way(name: path, isInWriteAheadMode: false) }
    // Before the check for a log, so that a later log is noticed.
    let stamp = FileStamp(path)
    let logSize = FileStamp.logSize(path)
    if logSize != nil, hasIndex { return Way(name: uri("readonly_shm=1"), isInWriteAheadMode: true) }
    guard logSize ?? 0 == 0 else { throw .unfinishedWrite }
    return Way(name: uri("immutable=1"), isInWriteAheadMode: true, stamp: stamp)
  }

  private var hasIndex: Bool { access(path + "-shm", F_OK) == 0 }

  private func uri(_ parameter: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = path.utf8.flatMap { byte in
      Array("?#%".utf8).contains(byte)
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
    // A host follows two slashes; without a host, the path may itself start with two.
    let scheme = path.hasPrefix("/") ? "file://" : "file:"
    return scheme + String(decoding: escaped, as: UTF8.self) + "?mode=ro&" + parameter
  }

  /// Whether the header's read version is that of WAL mode ("Database Header" in SQLite's file format).
  private var hasWriteAheadHeader: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var version: UInt8 = 0
    return pread(descriptor, &version, 1, 19) == 1 && version == 2
  }
}

/// Detects whether a program has written to a database opened as immutable.
package struct FileStamp: Hashable, Sendable {
  private let path: String
  private let file: [Int]

  init(_ path: String) {
    self.path = path
    file = Self.look(at: path)
  }

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
