import Records

/// The edit log of a database that was moved: it is found by the file's identity, and taken over if the person wants that.
extension BookStore {
  /// Begins to look for it; nil where the database has a log under its path, or none can be had.
  public func startFindingFormerLog() -> LogSearchJob? {
    guard damage == nil, logState == .ready, journal.opened == nil, let folder = options.editLog?.folder,
      let file = try? journal.logFile(in: folder), file.identity != nil, !file.exists
    else { return nil }
    return LogSearchJob(self, for: file)
  }

  /// Gives a log that was found the name that it has for the path where the database is now.
  ///
  /// - Throws: `alreadyExists` where the database has a log by now, `busy` where another program uses the former one, or why
  ///   it cannot be moved; nothing is changed then.
  public func takeOver(_ former: FormerLog) throws(StoreError) {
    guard let folder = options.editLog?.folder else { return }
    try former.file.move(to: try journal.logFile(in: folder))
    journal.note(abandoned: nil)
  }
}

extension EditLog {
  /// How many fields are not saved, as far as the log knows; nil where that takes time.
  var unsavedCount: Int? {
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
