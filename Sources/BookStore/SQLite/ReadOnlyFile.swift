#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database that is opened so that nothing of it is written, the files beside it included.
///
/// SQLite reads a database in write-ahead mode through an index that it keeps in a file beside it, and makes that file
/// where it is missing. Where nobody has the database open, there is no log to be read, and the file can be taken for one
/// that never changes; else the index that is there is read as it is.
/// See "Read-Only Databases" in SQLite's documentation of write-ahead logging.
struct ReadOnlyFile {
  /// The database's path.
  let path: String

  /// What SQLite is to open: the path, or a URI with what else it has to know.
  ///
  /// - Throws: `unfinishedWrite` where the log that a program left behind can be read only by writing.
  func name() throws(StoreError) -> String {
    guard isInWriteAheadMode else { return path }
    if size(of: path + "-wal") ?? 0 == 0 { return uri("immutable=1") }
    guard size(of: path + "-shm") != nil else { throw .unfinishedWrite }
    return uri("readonly_shm=1")
  }

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
  private var isInWriteAheadMode: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var version: UInt8 = 0
    return pread(descriptor, &version, 1, 19) == 1 && version == 2
  }

  private func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}
