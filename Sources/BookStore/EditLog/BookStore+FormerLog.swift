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
