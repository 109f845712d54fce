import Records

/// The edit log: what was accepted is there before the store answers.
extension BookStore {
  /// Whether edits go to the edit log; where they do not, each should be written back at once.
  ///
  /// A database that is damaged takes no edits any more, but the log still has those of before.
  public var logState: EditLogState { journal.state }

  /// How many edits are in memory only: the edit log cannot be written, and the database does not have them.
  ///
  /// - Complexity: O(*n*) in the rows that were edited since the log cannot be written; O(1) as long as it can.
  public var unsafeCount: Int {
    journal.unloggedRows.reduce(0) { $0 + (records[$1]?.originals.count ?? 0) }
  }

  /// Begins a step that several calls make changes for, and that is undone as a whole.
  public func beginStep() -> EditStep { journal.beginStep() }

  /// The edit log, which is opened if it must be; nil where there is none, or where it cannot be written any more.
  func log(creating isCreating: Bool = true) -> EditLog? {
    journal.log(creating: isCreating) { unwrittenChanges }
  }

  /// Appends changes to the log, before they are made.
  ///
  /// If the log cannot be written, the changes are made anyway, and logging stops.
  ///
  /// - Parameter isDraft: Whether they count only once they are confirmed.
  @discardableResult
  func append(_ changes: [LoggedChange], as purpose: LogPurpose, isDraft: Bool = false) -> EditLog.Appended? {
    let appended = journal.append(changes, as: purpose, isDraft: isDraft) { unwrittenChanges }
    // The database has what was a draft at once.
    if journal.failure != nil, !isDraft {
      journal.note(unlogged: changes.compactMap { try? recordID(of: $0) })
    }
    return appended
  }

  /// Appends one of many parts of something, which goes no further where that cannot be logged.
  ///
  /// - Throws: Why the log cannot be written, if it could be until now; the changes are not to be made then.
  func appendPart(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) -> EditLog.Appended? {
    let couldLog = log() != nil
    let appended = append(changes, as: purpose)
    if couldLog, let failure = journal.failure { throw failure }
    return appended
  }

  /// Has what was appended as a draft count, now that the database has it.
  func confirm(_ appended: EditLog.Appended?) {
    if let appended { journal.confirm(appended, isInFolder: !hasWriteAheadLog) }
  }

  /// Notes that the database has what was appended.
  func noteWritten(_ appended: EditLog.Appended?) {
    guard let appended else { return }
    // Who reads the log later finds out by itself.
    try? journal.opened?.marks.note(changes: appended.changes, LogCode.written)
  }

  /// Returns once the edit log has noted all that was written, so that a death of the process from then on leaves nothing that
  /// counts as unsaved.
  ///
  /// - Complexity: A thread has begun with it already; it takes milliseconds, unless another program locks the log.
  public func flushLog() { journal.opened?.keeper.flush() }

  /// Gives every edit up that the database does not have, so that nobody restores it; the records stay as they are.
  ///
  /// - Throws: What writing the log can end with.
  public func discardUnwritten() throws(StoreError) {
    journal.forgetCanUndo()
    try journal.opened?.marks.discardUnwritten()
  }

  /// Whether the edit log was removed and begun anew since the last call.
  public func takeLogRenewal() -> Bool { journal.takeRenewal() }

  /// The change that sets a field of a record, whose value is held.
  func change(_ record: Record, _ field: Int, to value: Value) -> LoggedChange? {
    guard let sql = try? sql(of: record.id.table), let values = record.shownValues,
      let before = record.value(at: field)
    else { return nil }
    return LoggedChange(
      table: sql.schema.table, key: record.id.key, title: sql.schema.title(of: values),
      content: .edit(column: sql.schema.fields[field].column, before: before, after: value))
  }

  /// An edit for each dirty field, from the value in the database to the new one.
  private var unwrittenChanges: [LoggedChange] {
    records.dirty.flatMap { record -> [LoggedChange] in
      guard let schema = try? schema(of: record.id.table), var held = record.shownValues else { return [] }
      for original in record.originals { held[original.index] = original.value }
      // By its title a row is told from another one that has its key.
      let title = schema.title(of: held)
      return record.originals.compactMap { original in
        guard let value = record.value(at: original.index) else { return nil }
        let column = schema.fields[original.index].column
        return LoggedChange(
          table: schema.table, key: record.id.key, title: title,
          content: .edit(column: column, before: original.value, after: value))
      }
    }
  }

  /// Notes in the log what a write-back has written.
  func noteInLog(_ settlement: Settlement) {
    if records.dirty.isEmpty { journal.forgetUnlogged() }
    guard let log = journal.opened, log.sessions.own != nil, settlement.outcome.error == nil else { return }
    if !hasWriteAheadLog { log.keeper.noteCommit() }
    if records.dirty.isEmpty { return log.marks.noteWritten(upTo: log.sessions.lastChange) }
    let plan = settlement.pending.plan
    if records.dirty.count <= max(Self.backgroundCount, 4 * plan.updates.count) {
      log.marks.noteWritten(upTo: settlement.mark, except: unwritten(after: settlement))
    } else {
      log.marks.noteWritten(written(by: plan, settlement.outcome), upTo: settlement.mark)
    }
  }

  /// The fields that are dirty after a write-back and were not among what it has written.
  private func unwritten(after settlement: Settlement) -> LogMarks.Places {
    var places = LogMarks.Places(schemas: schemas)
    for record in records.dirty where !settlement.setMeanwhile.contains(record.id) {
      for original in record.originals { places.fields.append((record.id, original.index)) }
    }
    return places
  }

  /// The fields that a write-back has written.
  private func written(by plan: WriteBackPlan, _ outcome: WriteBackOutcome) -> LogMarks.Places {
    var places = LogMarks.Places(schemas: schemas)
    for (place, update) in plan.updates.enumerated() where outcome.failures[place] == nil {
      let (id, conflicts) = (plan.id(of: update), outcome.conflicts[place]?.map(\.index) ?? [])
      for field in plan.fields(of: update) where !conflicts.contains(field) {
        places.fields.append((id, field))
      }
    }
    return places
  }

  /// The tables that may have records.
  private var schemas: [Schema] { tables.indices.map { knownSQL(at: $0).schema } }
}

/// Why changes are appended to the log.
struct LogPurpose {
  var cause = ChangeEntry.Cause.edit
  /// The step that they are part of, if there is more to it.
  var step: EditStep?
  /// The step of the log, or what of it, that they undo or do again.
  var reversing: Reversal?
}
