import CSQLite

/// Tells whether a connection's file is still the one that was opened.
final class OpenedFile {
  private let connection: RawConnection
  /// The write-ahead log in WAL mode: nobody may remove it while the connection is open.
  private var log: FileIdentity?
  private var changeCount: UInt32 = 0

  init(_ connection: RawConnection) { self.connection = connection }

  /// Whether the file was moved, replaced, or overwritten with an older one.
  ///
  /// In WAL mode, SQLite does not check this itself, and need not count each change in the header (fileformat2.html, 1.3.7). So
  /// overwriting the file in place, as `cp` does, is noticed only if the copy's counter is lower.
  var isReplaced: Bool { Self.isMoved(connection.pointer) || isLogReplaced || isOverwritten }

  func noteWriteAheadLog() {
    guard log == nil, let header, header.isInWALMode else { return }
    (log, changeCount) = (currentLog, header.changeCount)
  }

  /// Whether the path leads elsewhere or nowhere (c3ref/c_fcntl_begin_atomic_write.html).
  static func isMoved(_ pointer: OpaquePointer) -> Bool {
    var isMoved: Int32 = 0
    return sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) == SQLITE_OK
      && isMoved != 0
  }

  private var isLogReplaced: Bool { log.map { $0 != currentLog } ?? false }

  /// The current write-ahead log; if the path is a link, SQLite puts it next to the link's target.
  private var currentLog: FileIdentity? {
    guard let file = sqlite3_db_filename(connection.pointer, "main"), let log = sqlite3_filename_wal(file)
    else { return nil }
    return FileIdentity(String(cString: log))
  }

  private var isOverwritten: Bool {
    guard log != nil, let count = header?.changeCount else { return false }
    let last = changeCount
    changeCount = max(last, count)
    // The counter wraps around.
    return count < last && last - count < 1 << 31
  }

  /// Read with SQLite's own descriptor; nil if that fails.
  private var header: (isInWALMode: Bool, changeCount: UInt32)? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(connection.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
    var bytes = [UInt8](repeating: 0, count: 10)
    guard read(file, &bytes, 10, 18) == SQLITE_OK else { return nil }
    return (bytes[0] == 2, bytes[6...].reduce(0) { $0 << 8 | UInt32($1) })
  }
}
