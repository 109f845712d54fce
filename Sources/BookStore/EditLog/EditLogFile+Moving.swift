import Platform

/// The log of a database that was moved gets the name that goes with its new path.
extension EditLogFile {
  /// Whether a log is the person's own, and no other user can have put it there.
  static func isOwn(_ path: String, in folder: String) -> Bool {
    do throws(StoreError) {
      try checkOwner(of: [path, path + "-wal", path + "-shm"], in: folder)
      return true
    } catch {
      return false
    }
  }

  /// Brings the log to the name of another one that is not there, with the locks that its dead sessions have left.
  ///
  /// - Throws: `alreadyExists` where the other one has come into being, `busy` where somebody uses this one, or what the system
  ///   refuses it for; then nothing has changed.
  func move(to other: EditLogFile) throws(StoreError) {
    try checkOwner()
    let locks = Self.names(in: folder).map { "\(folder)/\($0)" }.filter {
      $0.hasPrefix(path + "-") && $0.hasSuffix(".lock")
    }
    if locks.contains(where: SessionLock.isHeld) { throw .busy }
    try fold()
    // A rename would replace what has come into being there.
    guard link(path, other.path) == 0 else {
      throw errno == EEXIST ? .alreadyExists(path: other.path) : FileAccess.failure(path)
    }
    unlink(path)
    for lock in locks { rename(lock, other.path + lock.dropFirst(path.count)) }
  }

  /// Brings the write-ahead log into the file, and takes it and its index away, which can only be done by who is alone with the
  /// log.
  private func fold() throws(StoreError) {
    let connection = try Connection(path: path, options: StoreOptions(busyTimeout: .milliseconds(100)))
    let mode = try connection.uncachedStatement("PRAGMA journal_mode = DELETE").firstRow(binding: []) {
      row in row.string(at: 0)
    }
    guard mode == "delete" else { throw .busy }
  }
}
