import Records

/// The edit log of a database that was moved: it is found by the file's identity, and taken over if the person wants that.
extension BookStore {
  /// Begins to look for it; nil where the database has a log under its path, or none can be had.
  public func startFindingFormerLog() -> RunningLogSearch? {
    guard damage == nil, logState == .ready, openedLog == nil, let folder = options.editLog?.folder,
      let file = try? logFile(in: folder), file.identity != nil, !file.exists
    else { return nil }
    return RunningLogSearch(for: file)
  }

  /// Looks at the next log, or at some of what one of a file with this identity holds; false where nothing is left to look at.
  ///
  /// Logs that cannot be read, or that others use, are passed over.
  ///
  /// - Throws: `busy` where the database is locked, and what else reading it can end with.
  public func goOn(_ search: inout RunningLogSearch) throws(StoreError) -> Bool {
    guard !search.file.exists else { return false }
    if let log = search.candidate?.log, var comparison = search.candidate?.comparison {
      search.candidate = try goOn(&comparison, log) ? (log, comparison) : nil
      // An inode is soon given to another file.
      guard !comparison.foundFiles.isEmpty else { return true }
      search.candidate = nil
      search.found = FormerLog(unsavedCount: log.unsavedCount, file: log.file)
      return false
    }
    guard let path = search.logs.popLast() else { return false }
    if let log = candidate(path, search) {
      search.candidate = (log, try log.startComparing(with: search.file.identity, isSame: true))
    }
    return true
  }

  /// A log whose last session was of this database's file, which is not at the path of that time any more.
  private func candidate(_ path: String, _ search: RunningLogSearch) -> EditLog? {
    guard let options = options.editLog, EditLogFile.isOwn(path, in: options.folder),
      !search.locks.contains(where: { $0.hasPrefix(path + "-") && SessionLock.isHeld($0) }),
      let header = EditLogHeader(path), header.hasChanges, header.file == search.file.identity,
      FileIdentity(header.database) != header.file
    else { return nil }
    let file = EditLogFile(ofRealPath: header.database, in: options.folder, identity: header.file)
    // A copy of a log under another name is nobody's.
    return file.path == path ? try? EditLog(file, options: options, prunes: false) : nil
  }

  /// Gives a log that was found the name that it has for the path where the database is now.
  ///
  /// - Throws: `alreadyExists` where the database has a log by now, `busy` where another program uses the former one, or why
  ///   it cannot be moved; nothing is changed then.
  public func takeOver(_ former: FormerLog) throws(StoreError) {
    guard let folder = options.editLog?.folder else { return }
    try former.file.move(to: try logFile(in: folder))
    (knownCanUndo, abandonedEntries) = (nil, nil)
  }
}

extension EditLog {
  /// How many fields are not saved, as far as the log knows; nil where that takes time.
  fileprivate var unsavedCount: Int? {
    let count = try? connection.withTimeLimit(.milliseconds(4)) { () throws(StoreError) in
      try connection.uncachedStatement(Self.countUnsaved).firstRow(binding: [.integer(.max)]) {
        Int($0.integer(at: 0))
      }
    }
    return count ?? nil
  }

  private static let countUnsaved = """
    SELECT count(*) FROM (SELECT DISTINCT c."table", c.key, c."column"
      FROM session s CROSS JOIN change c CROSS JOIN step t ON t.id = c.step
      WHERE s.written < ? AND c.id > s.written AND t.session = s.id AND c.state = \(LogCode.byMark) AND c.kind = 0
      UNION SELECT "table", key, "column" FROM change WHERE state = \(LogCode.pending) AND kind = 0)
    """
}
