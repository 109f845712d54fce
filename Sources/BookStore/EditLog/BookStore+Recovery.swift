import Records

/// Changes that were accepted by a program that lives no more, and that the database does not have.
extension BookStore {
  /// What `findAbandoned()` found last and has not been restored or discarded.
  public var abandoned: AbandonedChanges? { journal.abandoned }

  /// Looks for them; those that turn out to have reached the database are noted as written.
  ///
  /// Sessions of another file that was at the path are passed over, and stay as they are.
  ///
  /// - Complexity: One statement for each that the log does not know to be written.
  /// - Returns: Their number and times, or nil where there are none.
  /// - Throws: What reading the log or the database can end with.
  public func findAbandoned() throws(StoreError) -> AbandonedChanges? {
    guard let recovery = try startFindingAbandoned() else { return nil }
    try recovery.finish()
    return abandoned
  }

  /// Begins to look for them; nil where no session has left any.
  ///
  /// - Throws: What reading the log can end with.
  public func startFindingAbandoned() throws(StoreError) -> RecoveryJob? {
    // In a damaged database, a row that cannot be read may still be there.
    guard damage == nil, let log = log(creating: false) else { return nil }
    log.recovery.forgetTitleEdits()
    return RecoveryJob(
      self, .find, journal.number,
      comparison: try log.sessions.startComparing(with: options.identity, isSame: false))
  }

  /// The same one by one, in the order in which they were made first; places beyond the end have none.
  public func abandonedChanges(in places: Range<Int>) -> [ChangeEntry] {
    let entries = journal.abandonedEntries ?? []
    return entries[places.clamped(to: entries.indices)].map(entry)
  }

  /// Sets the fields again that dead sessions had set: they are dirty then, as they were.
  ///
  /// A field that somebody else has changed meanwhile is in conflict. One that has been set here since stays as it is.
  ///
  /// - Throws: What reading the log or the database can end with; what was restored before that stays so.
  public func restore() throws(StoreError) -> Restoration {
    guard let recovery = try startRestoring() else { return Restoration() }
    try recovery.finish()
    return recovery.restoration
  }

  /// Gives abandoned changes up; the history still has them.
  public func discardAbandoned() throws(StoreError) { try startDiscarding()?.finish() }

  /// Begins to restore; nil where there is no log.
  ///
  /// - Throws: What reading the log can end with.
  public func startRestoring() throws(StoreError) -> RecoveryJob? { try startRecovery(.restore) }

  /// Begins to give abandoned changes up; nil where there is no log.
  ///
  /// - Throws: What reading the log can end with.
  public func startDiscarding() throws(StoreError) -> RecoveryJob? { try startRecovery(.discard) }

  private func startRecovery(_ purpose: RecoveryJob.Purpose) throws(StoreError) -> RecoveryJob? {
    if let damage { throw .damaged(detail: damage) }
    guard let log = log() else { return nil }
    log.recovery.forgetTitleEdits()
    try compareFiles(log)
    let adopted = try log.sessions.adopt(try log.sessions.dead())
    journal.note(abandoned: [])
    let sessions = adopted.map(\.session)
    try settleDrafts(of: sessions, log)
    return RecoveryJob(
      self, purpose, journal.number, of: sessions, locks: adopted.map(\.lock),
      reader: try log.recovery.unwritten(of: sessions))
  }

  /// Finds out which drafts of dead sessions the database has made; the others were never made, and nobody was told that
  /// they had been.
  func settleDrafts(of sessions: [Int64], _ log: EditLog) throws(StoreError) {
    try log.settleDrafts(of: sessions) { drafts throws(StoreError) in try isMade(drafts, log) }
    journal.forgetCanUndo()
  }

  /// Sets a field again.
  func restore(
    _ entry: AbandonedEntry, _ log: EditLog, _ restoration: inout Restoration, isOneOfMany: Bool
  ) throws(StoreError) {
    let id = try recordID(of: entry.change)
    guard case .edit(let column, let before, let after) = entry.change.content,
      let field = try schema(of: id.table).fields.firstIndex(where: { $0.column == column })
    else { return }
    if try isAnotherRow(entry, id, log) { throw .rowReplaced }
    let conflict = try restore(
      FieldChange(id: id, field: field, before: before, after: after), entry, log, isOneOfMany: isOneOfMany)
    if let conflict { restoration.conflicts.append(conflict) }
    restoration.restoredCount += 1
  }

  /// A field that is to be restored.
  private struct FieldChange {
    let id: RecordID
    let field: Int
    let before: Value
    let after: Value
  }

  /// Sets a field to what it was set to before, against what the database held then or was given by one of the changes
  /// before the log was told.
  private func restore(
    _ change: FieldChange, _ entry: AbandonedEntry, _ log: EditLog, isOneOfMany: Bool
  ) throws(StoreError) -> Conflict? {
    let (id, field) = (change.id, change.field)
    let record = try record(id)
    guard record.original(at: field) == nil else { return nil }
    let theirs = try read(field, of: id)
    let affinity = try schema(of: id.table).fields[field].affinity
    var isSame = change.before.isHeld(as: theirs, in: affinity)
    if !isSame { isSame = try log.reader.hasSet(entry.numbers) { $0.isHeld(as: theirs, in: affinity) } }
    set(record, field, isOneOfMany: isOneOfMany) {
      $0.set(change.after, at: field)
      if !isSame { $0.rebase([FieldValue(index: field, value: change.before)]) }
    }
    guard !isSame else { return nil }
    // The original is not what was read here, so that the next write-back has to look.
    baseline = nil
    let others = records.conflicts(of: id).filter { $0.index != field }
    records.noteConflicts(of: id, others + [FieldValue(index: field, value: theirs)])
    return Conflict(id: id, field: field, original: change.before, mine: change.after, theirs: theirs)
  }

  /// Changes a field; of very many, rows are found anew afterwards instead of being moved one by one.
  func set(_ record: Record, _ field: Int, isOneOfMany: Bool, _ body: (Record) -> Void) {
    guard isOneOfMany else { return edit(record, [field], body) }
    for listing in listings(of: record.id.table) where listing.isAffected(by: [field]) {
      listing.markStale()
    }
    records.change(record, body)
  }
}

extension AbandonedChanges {
  /// Sums changes up; nil where there are none.
  init?(_ entries: [AbandonedEntry]) {
    guard let first = entries.lazy.map(\.times.lowerBound).min(),
      let last = entries.lazy.map(\.times.upperBound).max()
    else { return nil }
    self.init(
      count: entries.count, first: first, last: last, isDoubtful: entries.contains(where: \.isDoubtful))
  }
}
