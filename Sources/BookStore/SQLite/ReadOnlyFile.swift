import Platform

/// A database that is opened so that nothing of it is written, the files beside it included.
///
/// SQLite reads a database in write-ahead mode through an index that it keeps in a file beside it, and makes that file
/// where it is missing. Where nobody has the database open, there is no log to be read, and the file can be taken for one
/// that does not change for as long as its stamp stays the same; otherwise the index that is there is read as it is.
/// See "Read-Only Databases" in SQLite's documentation of write-ahead logging.
struct ReadOnlyFile {
  /// The database's path.
  let path: String
  /// Whether the database is in write-ahead mode, where that is known; otherwise the file is opened and closed to find out, by
  /// which the process loses the locks that it has on it.
  var isInWriteAheadMode: Bool?

  /// How SQLite is to open a file.
  struct Way {
    /// The path, or a URI with what else it has to know.
    let name: String
    let isInWriteAheadMode: Bool
    /// The stamp of a file that is taken for one that does not change.
    var stamp: FileStamp?
  }

  /// - Throws: `unfinishedWrite` where the log that a program left behind can be read only by writing.
  func way() throws(StoreError) -> Way {
    guard isInWriteAheadMode ?? hasWriteAheadHeader else { return Way(name: path, isInWriteAheadMode: false) }
    // Before it is looked for a log, so that one which comes later is noticed.
    let stamp = FileStamp(path)
    let logSize = FileStamp.logSize(path)
    if logSize != nil, hasIndex { return Way(name: uri("readonly_shm=1"), isInWriteAheadMode: true) }
    guard logSize ?? 0 == 0 else { throw .unfinishedWrite }
    return Way(name: uri("immutable=1"), isInWriteAheadMode: true, stamp: stamp)
  }

  private var hasIndex: Bool { access(path + "-shm", F_OK) == 0 }

  /// The file's name as a URI.
  private func uri(_ parameter: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = path.utf8.flatMap { byte in
      Array("?#%".utf8).contains(byte)
        ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
    }
    // What follows two slashes is a host; where there is none, the path may begin with two.
    let scheme = path.hasPrefix("/") ? "file://" : "file:"
    return scheme + String(decoding: escaped, as: UTF8.self) + "?mode=ro&" + parameter
  }

  /// Whether the header's version of reading is that of a write-ahead log, by which SQLite goes; see "Database Header" in its
  /// description of the file format.
  private var hasWriteAheadHeader: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var version: UInt8 = 0
    return pread(descriptor, &version, 1, 19) == 1 && version == 2
  }
}
