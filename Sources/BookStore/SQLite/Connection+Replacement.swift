import CSQLite

extension Connection {
  /// Whether the file is not where it was opened any more, or another one is there (c3ref/c_fcntl_begin_atomic_write.html).
  var isFileReplaced: Bool {
    var isMoved: Int32 = 0
    return sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) == SQLITE_OK
      && isMoved != 0
  }
}
