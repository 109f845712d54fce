import Records

/// The course of a recovery, some entries at a time.
extension BookStore {
  /// Does some of what is left to do; false where nothing is.
  ///
  /// - Throws: What reading the log or the database can end with; what was done before stays so.
  public func goOn(_ recovery: inout RunningRecovery) throws(StoreError) -> Bool {
    if let logFailure { throw logFailure }
    guard let log = openedLog, recovery.logNumber == logNumber else { return false }
    let size = RunningRecovery.size
    switch recovery.phase {
    case .matching:
      if try goOn(&recovery.comparison, log) { return true }
      log.otherFileSessions = recovery.comparison.otherSessions
      try read(&recovery, log)
    case .reading:
      try log.read(&recovery.reader, count: size)
      if recovery.reader.done == recovery.reader.numbers.count { recovery.begin(.comparing) }
    case .comparing:
      let page = recovery.reader.entries[recovery.done...].prefix(size)
      try compare(page, &recovery, log)
      recovery.done += page.count
      if recovery.done < recovery.reader.entries.count { return true }
      if recovery.purpose == .find { return try endFinding(recovery, log) }
      recovery.begin(recovery.purpose == .restore ? .keeping : .settling)
    case .keeping:
      let page = recovery.missing[recovery.done...].prefix(size)
      try log.mark(changes: page.flatMap(\.numbers), LogCode.pending)
      recovery.done += page.count
      if recovery.done == recovery.missing.count { recovery.begin(.settling) }
    case .settling:
      try settle(&recovery, log)
      if recovery.done == recovery.missing.count {
        recovery.steps = Set(recovery.missing.flatMap(\.steps)).sorted()
        try log.keepBack(recovery.absent, of: Set(recovery.steps))
        recovery.begin(.takingOver)
      }
    case .takingOver: return try takeOver(&recovery, log)
    }
    return true
  }

  private func endFinding(_ recovery: RunningRecovery, _ log: EditLog) throws(StoreError) -> Bool {
    if recovery.missing.isEmpty { try close(recovery, log) }
    abandonedEntries = recovery.missing
    return false
  }

  /// Restores some entries or gives them up.
  private func settle(_ recovery: inout RunningRecovery, _ log: EditLog) throws(StoreError) {
    let page = recovery.missing[recovery.done...].prefix(RunningRecovery.size)
    guard recovery.purpose == .restore else {
      try log.mark(changes: page.flatMap(\.numbers), LogCode.discarded)
      recovery.done += page.count
      recovery.discardedCount += page.count
      return
    }
    for entry in page { try restore(entry, &recovery, log) }
  }

  /// Restores an entry, or notes that it cannot be.
  private func restore(
    _ entry: AbandonedEntry, _ recovery: inout RunningRecovery, _ log: EditLog
  ) throws(StoreError) {
    let isLarge = recovery.missing.count > Listing.placedCount
    do throws(StoreError) {
      try restore(entry, log, &recovery.restoration, isOneOfMany: isLarge)
    } catch {
      guard error.concernsOneRow || error == .changedSince else { throw error }
      let id = try recordID(of: entry.change)
      recovery.restoration.failures.append(WriteBackResult.Failure(id: id, error: error))
      try log.mark(changes: entry.numbers, LogCode.discarded)
    }
    recovery.done += 1
  }

  /// Takes some steps over, and closes their sessions in the end.
  private func takeOver(_ recovery: inout RunningRecovery, _ log: EditLog) throws(StoreError) -> Bool {
    let page = recovery.steps[recovery.done...].prefix(RunningRecovery.size)
    try log.takeOver(page, upTo: recovery.reader.numbers.last ?? 0)
    recovery.done += page.count
    if recovery.done < recovery.steps.count { return true }
    try close(recovery, log)
    knownCanUndo = nil
    return false
  }

  /// Closes the sessions of which nothing is left.
  private func close(_ recovery: RunningRecovery, _ log: EditLog) throws(StoreError) {
    try log.close(
      recovery.sessions, except: recovery.absent.map(\.number), upTo: recovery.reader.numbers.last ?? 0)
  }
}
