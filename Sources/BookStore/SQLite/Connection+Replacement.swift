import CSQLite

/// Whether the file is still the one that was opened.
extension Connection {
  /// What is known of a file in WAL mode, in which SQLite does not look itself.
  struct Replacement {
    /// The write-ahead log: nobody may remove it as long as the connection is open.
    var log: FileIdentity?
    /// The highest count of changes that the file's header had.
    var changeCount: UInt32 = 0
  }

  /// Whether the file is not where it was opened any more, or another one is there, or an older one in it.
  ///
  /// In WAL mode SQLite need not count each change in the header (fileformat2.html, 1.3.7), so that a copy which was written
  /// into the file, as `cp` does, is noticed only if its count is lower.
  ///
  /// - Complexity: A few calls of the system.
  var isFileReplaced: Bool { Self.isMoved(pointer) || isLogReplaced || isOverwritten }

  /// Commits the transaction that is open, unless the file was replaced.
  ///
  /// With a rollback journal SQLite looks itself before it writes. In WAL mode it does not: it would write to a log that nobody
  /// reads any more, or that the next program applies to another database.
  ///
  /// - Throws: `fileReplaced`, also if that happened during the commit, so that nobody counts on it; the transaction is
  ///   still open otherwise.
  func commit(for purpose: StatementPurpose? = .other) throws(StoreError) {
    if isFileReplaced { throw .fileReplaced }
    try statement("COMMIT", for: purpose).run()
    if isFileReplaced { throw .fileReplaced }
  }

  /// Notes which write-ahead log belongs to the file, if it is in WAL mode by now.
  func noteWriteAheadLog() {
    guard !isReadOnly, replacement.log == nil, let header, header.isInWALMode else { return }
    replacement = Replacement(log: log, changeCount: header.changeCount)
  }

  /// Whether the path leads elsewhere or nowhere (c3ref/c_fcntl_begin_atomic_write.html).
  static func isMoved(_ pointer: OpaquePointer) -> Bool {
    var isMoved: Int32 = 0
    return sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) == SQLITE_OK
      && isMoved != 0
  }

  private var isLogReplaced: Bool { replacement.log.map { $0 != log } ?? false }

  /// The write-ahead log that is there now; SQLite has it beside the file that a link leads to.
  private var log: FileIdentity? {
    guard let file = sqlite3_db_filename(pointer, "main"), let log = sqlite3_filename_wal(file) else {
      return nil
    }
    return FileIdentity(String(cString: log))
  }

  private var isOverwritten: Bool {
    guard replacement.log != nil, let count = header?.changeCount else { return false }
    let last = replacement.changeCount
    replacement.changeCount = max(last, count)
    // It begins anew after the largest number.
    return count < last && last - count < 1 << 31
  }

  /// What the file's header says, read by SQLite's own descriptor; nil if it cannot be read.
  private var header: (isInWALMode: Bool, changeCount: UInt32)? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 10)
    guard read(file, &bytes, 10, 18) == SQLITE_OK else { return nil }
    return (bytes[0] == 2, bytes[6...].reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Has the write-ahead log be left as it is when the connection is closed, which takes no time then.
  func leaveLog() { csqlite_switch(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

  /// Has the write-ahead log and its index stay when the connection is closed (c3ref/c_fcntl_begin_atomic_write.html).
  func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }
}
