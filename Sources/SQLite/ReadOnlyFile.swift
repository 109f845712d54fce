import Platform

/// A database opened without writing anything, including the files next to it.
///
/// SQLite reads a database in WAL mode through an index in a file next to it, which it creates if it is missing. If nobody has
/// the database open, there is no log to read, and the file can be opened as immutable for as long as its stamp stays the same;
/// otherwise the existing index is read as it is. See "Read-Only Databases" in SQLite's documentation of write-ahead logging.
struct ReadOnlyFile {
  let path: String
  /// Nil if unknown; the file is then opened and closed to find out, which releases the process's locks on it.
  var isInWriteAheadMode: Bool?

  package struct Way {
    let name: String
    let isInWriteAheadMode: Bool
    var stamp: FileStamp?
  }

  /// - Throws: `unfinishedWrite` if a program left a log behind that can be read only by writing.
  func way() throws(StoreError) -> Way {
    guard isInWriteAheadMode ?? hasWriteAheadHeader else { return Way(name: path, isInWriteAheadMode: false) }
    // Before the check for a log, so that a later one is noticed.
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
    // A host follows two slashes; without one, the path may itself start with two.
    let scheme = path.hasPrefix("/") ? "file://" : "file:"
    return scheme + String(decoding: escaped, as: UTF8.self) + "?mode=ro&" + parameter
  }

  /// Whether the header's read version is that of WAL mode, which SQLite goes by (see "Database Header" in its file format).
  private var hasWriteAheadHeader: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var version: UInt8 = 0
    return pread(descriptor, &version, 1, 19) == 1 && version == 2
  }
}
