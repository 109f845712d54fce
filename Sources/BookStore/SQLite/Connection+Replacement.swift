import CSQLite

/// Whether the file is still the one that was opened.
extension Connection {
  /// Whether the file is not where it was opened any more, or another one is there, or in it.
  ///
  /// - Complexity: A few calls of the system.
  var isFileReplaced: Bool { isMoved || isLogReplaced || isOverwritten }

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

  /// Whether the path leads elsewhere or nowhere (c3ref/c_fcntl_begin_atomic_write.html).
  private var isMoved: Bool {
    var isMoved: Int32 = 0
    return sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) == SQLITE_OK
      && isMoved != 0
  }

  /// Whether the write-ahead log is another one than at the first transaction: nobody may remove it as long as this connection
  /// is open.
  private var isLogReplaced: Bool {
    writeAheadLog.map { $0 != FileIdentity(path + "-wal") } ?? false
  }

  /// Whether an older database was copied over the file: the header counts the changes (fileformat2.html, 1.3.7), upwards.
  private var isOverwritten: Bool {
    guard writeAheadLog != nil, let count = changeCount else { return false }
    defer { highestChangeCount = max(highestChangeCount, count) }
    // It begins anew after the largest number.
    return count < highestChangeCount && highestChangeCount - count < 1 << 31
  }

  /// The count of changes in the file's header, read by SQLite's own descriptor.
  private var changeCount: UInt32? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let read = file.pointee.pMethods?.pointee.xRead
    else { return nil }
    var bytes: UInt32 = 0
    guard read(file, &bytes, 4, 24) == SQLITE_OK else { return nil }
    return UInt32(bigEndian: bytes)
  }
}
