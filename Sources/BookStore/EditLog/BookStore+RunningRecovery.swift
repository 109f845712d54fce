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
      try log.read(&recovery.reader, count: size, isReference: isReference)
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
    let end = min(recovery.done + RunningRecovery.size, recovery.missing.count)
    guard recovery.purpose == .restore else {
      return try discard(recovery.missing[recovery.done..<end], &recovery, log)
    }
    while recovery.done < end { try restoreNext(&recovery, log) }
  }

  /// Gives entries up, and with deletions what was set in their rows before.
  private func discard(
    _ page: ArraySlice<AbandonedEntry>, _ recovery: inout RunningRecovery, _ log: EditLog
  ) throws(StoreError) {
    var numbers = page.flatMap(\.numbers)
    for entry in page where entry.change.kind == .deletion {
      numbers += recovery.reader.takeEdits(before: entry).flatMap(\.numbers)
    }
    try log.mark(changes: numbers, LogCode.discarded)
    recovery.done += page.count
    recovery.discardedCount += page.count
  }

  /// Restores the next entry, or the next step.
  private func restoreNext(_ recovery: inout RunningRecovery, _ log: EditLog) throws(StoreError) {
    let isLarge = recovery.missing.count > Listing.placedCount
    let entry = recovery.missing[recovery.done]
    let entries = entry.whole == nil ? [entry] : recovery.nextWhole
    do throws(StoreError) {
      if let step = entry.whole {
        try restore(entries, of: step, &recovery, log)
      } else {
        try restore(entry, log, &recovery.restoration, isOneOfMany: isLarge)
      }
    } catch {
      guard error.concernsOneRow || [.changedSince, .keyOfGoneRow].contains(error) else { throw error }
      try giveUp(entries, &recovery, log, error)
    }
    recovery.done += entries.count
  }

  /// Notes that changes cannot be restored, and has what was set in rows restored after all whose deletion is refused.
  private func giveUp(
    _ entries: [AbandonedEntry], _ recovery: inout RunningRecovery, _ log: EditLog, _ error: StoreError
  ) throws(StoreError) {
    for entry in entries {
      let id = try recordID(of: entry.change)
      recovery.restoration.failures.append(WriteBackResult.Failure(id: id, error: error))
    }
    try log.mark(changes: entries.flatMap(\.numbers), LogCode.discarded)
    for entry in entries where entry.change.kind == .deletion { try takeBack(entry, &recovery, log) }
  }

  /// Has what was set in a row restored that was to be deleted, unless another row has its key now.
  private func takeBack(
    _ deletion: AbandonedEntry, _ recovery: inout RunningRecovery, _ log: EditLog
  ) throws(StoreError) {
    let isAnother = try likeness(of: deletion, recovery.reader, log) == .another
    let edits = recovery.reader.takeEdits(before: deletion)
    if isAnother { return try giveUp(edits, &recovery, log, .changedSince) }
    let known = recovery.missing.count
    try compare(edits[...], &recovery, log)
    try log.mark(changes: recovery.missing[known...].flatMap(\.numbers), LogCode.pending)
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
