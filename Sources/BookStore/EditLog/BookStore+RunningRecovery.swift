import Records

/// The course of a recovery, some entries at a time.
extension BookStore {
  /// Does some of what is left to do; false where nothing is.
  ///
  /// - Throws: What reading the log or the database can end with; what was done before stays so.
  public func goOn(_ recovery: inout RunningRecovery) throws(StoreError) -> Bool {
    guard let log = openedLog, logFailure == nil else { return false }
    let size = RunningRecovery.size
    switch recovery.phase {
    case .reading:
      try log.read(&recovery.reader, count: size)
      if recovery.reader.done == recovery.reader.numbers.count { recovery.begin(.comparing) }
    case .comparing:
      let page = recovery.reader.entries[recovery.done...].prefix(size)
      recovery.missing += try missing(page, log)
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
        recovery.begin(.takingOver)
      }
    case .takingOver: return try takeOver(&recovery, log)
    }
    return true
  }

  private func endFinding(_ recovery: RunningRecovery, _ log: EditLog) throws(StoreError) -> Bool {
    if recovery.missing.isEmpty { for session in recovery.sessions { try log.close(session) } }
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
    let isLarge = recovery.missing.count > Listing.placedCount
    for entry in page {
      do throws(StoreError) {
        try restore(entry, log, &recovery.restoration, isOneOfMany: isLarge)
      } catch {
        guard error.concernsOneRow, let id = try? recordID(of: entry.change) else { throw error }
        recovery.restoration.failures.append(WriteBackResult.Failure(id: id, error: error))
        try log.mark(changes: entry.numbers, LogCode.discarded)
        if entry.change.kind == .deletion { try takeBack(entry, &recovery, log) }
      }
      recovery.done += 1
    }
  }

  /// Has what was set in a row restored after all, whose deletion is refused.
  private func takeBack(
    _ deletion: AbandonedEntry, _ recovery: inout RunningRecovery, _ log: EditLog
  ) throws(StoreError) {
    let edits = try missing(recovery.reader.takeEdits(before: deletion)[...], log)
    try log.mark(changes: edits.flatMap(\.numbers), LogCode.pending)
    recovery.missing += edits
  }

  /// Takes some steps over, and closes their sessions in the end.
  private func takeOver(_ recovery: inout RunningRecovery, _ log: EditLog) throws(StoreError) -> Bool {
    let page = recovery.steps[recovery.done...].prefix(RunningRecovery.size)
    try log.takeOver(page, upTo: recovery.reader.numbers.last ?? 0)
    recovery.done += page.count
    if recovery.done < recovery.steps.count { return true }
    for session in recovery.sessions { try log.close(session) }
    knownCanUndo = nil
    return false
  }
}
