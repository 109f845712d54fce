import Records

/// Changes that were accepted by a program that lives no more, and that the database does not have.
extension BookStore {
  /// Looks for them; those that turn out to have reached the database are noted as written.
  ///
  /// - Complexity: One statement for each that the log does not know to be written.
  /// - Returns: Their number and times, or nil where there are none.
  /// - Throws: What reading the log or the database can end with.
  public func findAbandoned() throws(StoreError) -> AbandonedChanges? {
    guard let log = log(creating: false) else { return nil }
    let sessions = try log.deadSessions()
    let entries = try missing(log.abandoned(of: sessions), log)
    if entries.isEmpty { for session in sessions { try log.close(session) } }
    abandonedEntries = entries
    return abandoned
  }

  /// What `findAbandoned()` found last and has not been restored or discarded.
  public var abandoned: AbandonedChanges? {
    guard let entries = abandonedEntries, let first = entries.map(\.times.lowerBound).min(),
      let last = entries.map(\.times.upperBound).max()
    else { return nil }
    return AbandonedChanges(
      count: entries.count, first: first, last: last, isDoubtful: entries.contains(where: \.isDoubtful))
  }

  /// The same one by one, in the order in which they were made first.
  public var abandonedChanges: [ChangeEntry] { (abandonedEntries ?? []).map(entry) }

  /// Makes abandoned changes again: fields are dirty then, as they were, and rows are inserted and deleted.
  ///
  /// A field that somebody else has changed meanwhile is in conflict. One that has been set here since stays as it is.
  ///
  /// - Throws: What reading the log or the database can end with; what was restored before that stays so.
  public func restore() throws(StoreError) -> Restoration {
    guard let log = log() else { return Restoration() }
    abandonedEntries = []
    var restoration = Restoration()
    for entry in try missing(try log.claim(), log) {
      do throws(StoreError) {
        try restore(entry, log, &restoration)
      } catch {
        guard error.concernsOneRow, let id = try? recordID(of: entry.change) else { throw error }
        restoration.failures.append(WriteBackResult.Failure(id: id, error: error))
        try log.mark(changes: entry.numbers, LogCode.discarded)
      }
    }
    return restoration
  }

  /// Gives abandoned changes up; the history still has them.
  public func discardAbandoned() throws(StoreError) {
    guard let log = log() else { return }
    abandonedEntries = []
    try log.mark(changes: try log.claim().flatMap(\.numbers), LogCode.discarded)
  }

  /// Those that the database does not have; the others are noted as written.
  private func missing(_ entries: [AbandonedEntry], _ log: EditLog) throws(StoreError) -> [AbandonedEntry] {
    var (missing, written): ([AbandonedEntry], [Int64]) = ([], [])
    for entry in entries {
      switch try isMissing(entry, log) {
      case true?: missing.append(entry)
      case false?: written += entry.numbers
      // It stays in the log, for the table may come back.
      case nil: break
      }
    }
    try log.mark(changes: written, LogCode.written)
    return missing
  }

  /// Whether the database lacks a change; nil where it has no place for it.
  private func isMissing(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) -> Bool? {
    guard let id = try? recordID(of: entry.change) else { return nil }
    let sql = try sql(of: id.table)
    guard case .edit(let column, let before, let after) = entry.change.content else {
      let isThere = try connection.statement(sql.exists).firstRow(binding: id.values) { _ in true } ?? false
      return isThere == (entry.change.kind == .deletion)
    }
    guard let field = sql.schema.fields.firstIndex(where: { $0.column == column }) else { return nil }
    let held = try connection.statement(sql.values([field])).firstRow(binding: id.values) {
      row throws(StoreError) in
      try row.value(at: 0)
    }
    // Who has deleted the row was somebody else.
    guard let held else { return true }
    let affinity = sql.schema.fields[field].affinity
    if after.isHeld(as: held, in: affinity) { return false }
    // Set back to what it was: that is missing if it was written in between.
    if before != after { return true }
    return try log.hasSet(entry.numbers) { $0.isHeld(as: held, in: affinity) }
  }

  private func restore(
    _ entry: AbandonedEntry, _ log: EditLog, _ restoration: inout Restoration
  ) throws(StoreError) {
    let id = try recordID(of: entry.change)
    switch entry.change.content {
    case .edit(let column, let before, let after):
      guard let field = try schema(of: id.table).fields.firstIndex(where: { $0.column == column }) else {
        return
      }
      guard let conflict = try restore(field, of: id, from: before, to: after, entry, log) else { break }
      restoration.conflicts.append(conflict)
    case .insertion:
      try write { () throws(StoreError) in
        try transaction { () throws(StoreError) in try insertWhole([(id, entry.change)]) }
      }
      noteInserted(id)
      try log.mark(changes: entry.numbers, LogCode.written)
    case .deletion:
      try deleteUnlogged(id)
      try log.mark(changes: entry.numbers, LogCode.written)
    }
    restoration.restoredCount += 1
  }

  /// Sets a field to what it was set to before, against what the database held then or was given by one of the changes
  /// before the log was told.
  private func restore(
    _ field: Int, of id: RecordID, from before: Value, to after: Value, _ entry: AbandonedEntry,
    _ log: EditLog
  ) throws(StoreError) -> Conflict? {
    let record = try record(id)
    guard record.original(at: field) == nil else { return nil }
    let theirs = try read(field, of: id)
    let affinity = try schema(of: id.table).fields[field].affinity
    var isSame = before.isHeld(as: theirs, in: affinity)
    if !isSame { isSame = try log.hasSet(entry.numbers) { $0.isHeld(as: theirs, in: affinity) } }
    edit(record, [field]) {
      $0.set(after, at: field)
      if !isSame { $0.rebase([FieldValue(index: field, value: before)]) }
    }
    guard !isSame else { return nil }
    // The original is not what was read here, so that the next write-back has to look.
    baseline = nil
    let others = (records.conflicts[id] ?? []).filter { $0.index != field }
    records.noteConflicts(of: id, others + [FieldValue(index: field, value: theirs)])
    return Conflict(id: id, field: field, original: before, mine: after, theirs: theirs)
  }
}
