import Records

/// Edits that were accepted by a process that died, and that the database does not have.
public final class Recovery {
  private let database: Database
  private let shelf: Shelf
  private let lists: Lists
  private let rows: RowEditor
  private let entries: ChangeEntries
  let journal: Journal

  init(_ rows: RowEditor) {
    (database, shelf, lists, journal) = (rows.database, rows.shelf, rows.lists, rows.journal)
    self.rows = rows
    entries = ChangeEntries(database: database, records: shelf.records)
  }

  private var connection: Connection { database.connection }
  private var records: RecordTable { shelf.records }

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
    guard database.damage == nil, let log = journal.log(creating: false) else { return nil }
    log.recovery.forgetTitleEdits()
    return RecoveryJob(
      self, database, .find,
      comparison: try log.sessions.startComparing(with: database.options.identity, isSame: false))
  }

  /// The same one by one, in the order in which they were made first; places beyond the end have none.
  public func abandonedChanges(in places: Range<Int>) -> [ChangeEntry] {
    let abandoned = journal.abandonedEntries ?? []
    return abandoned[places.clamped(to: abandoned.indices)].map(entries.entry)
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
    if let damage = database.damage { throw .damaged(detail: damage) }
    guard let log = journal.log() else { return nil }
    log.recovery.forgetTitleEdits()
    try compareFiles(log)
    let adopted = try log.sessions.adopt(try log.sessions.dead())
    journal.note(abandoned: [])
    let sessions = adopted.map(\.session)
    try settleDrafts(of: sessions, log)
    return RecoveryJob(
      self, database, purpose, of: sessions, locks: adopted.map(\.lock),
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
    let id = try database.recordID(of: entry.change.row)
    guard case .edit(let column, let before, let after) = entry.change.content,
      let field = try database.schema(of: id.table).fields.firstIndex(where: { $0.column == column })
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
    let record = try shelf.record(id)
    guard record.original(at: field) == nil else { return nil }
    let theirs = try shelf.read(field, of: id)
    let affinity = try database.schema(of: id.table).fields[field].affinity
    var isSame = change.before.isHeld(as: theirs, in: affinity)
    if !isSame { isSame = try log.reader.hasSet(entry.numbers) { $0.isHeld(as: theirs, in: affinity) } }
    lists.edit(record, field, isOneOfMany: isOneOfMany) {
      $0.set(change.after, at: field)
      if !isSame { $0.rebase([FieldValue(index: field, value: change.before)]) }
    }
    guard !isSame else { return nil }
    // The original is not what was read here, so that the next write-back has to look.
    database.forgetBaseline()
    let others = records.conflicts(of: id).filter { $0.index != field }
    records.noteConflicts(of: id, others + [FieldValue(index: field, value: theirs)])
    return Conflict(id: id, field: field, original: change.before, mine: change.after, theirs: theirs)
  }

  // MARK: What the database has

  /// Compares fields with the database; those that it has are noted as written.
  ///
  /// - Returns: Those that it does not have, and the numbers and steps of those that it has no place for.
  func compare(_ entries: ArraySlice<AbandonedEntry>, _ log: EditLog) throws(StoreError) -> (
    missing: [AbandonedEntry], absent: [(number: Int64, step: Int64)]
  ) {
    var (missing, absent): ([AbandonedEntry], [(number: Int64, step: Int64)]) = ([], [])
    var written: [Int64] = []
    for entry in entries {
      switch try isMissing(entry, log) {
      case true?: missing.append(entry)
      case false?: written += entry.numbers
      case nil: absent += zip(entry.numbers, entry.steps).map { ($0, $1) }
      }
    }
    guard !written.isEmpty else { return (missing, absent) }
    if !database.hasWriteAheadLog { log.keeper.noteCommit() }
    log.keeper.flushCommits()
    try log.marks.note(changes: written, LogCode.written)
    return (missing, absent)
  }

  /// Whether the database lacks a change; nil where it has no place for it.
  private func isMissing(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) -> Bool? {
    guard case .edit(let column, let before, let after) = entry.change.content,
      let place = try place(of: column, entry.change)
    else { return nil }
    // Somebody else has deleted the row.
    guard let held = try held(place) else { return true }
    if try isAnotherRow(entry, place.id, log) { return true }
    if after.isHeld(as: held, in: place.affinity) { return false }
    // Set back to what it was: that is missing if it was written in between.
    if before != after { return true }
    return try log.reader.hasSet(entry.numbers) { $0.isHeld(as: held, in: place.affinity) }
  }

  /// Whether the database has made a draft, all of whose parts it makes in one transaction.
  ///
  /// The first row that tells says so for all. Where others have changed each of them since, nobody knows, and the draft
  /// is taken for one that was not made.
  func isMade(_ drafts: [LogDrafts.Draft], _ log: EditLog) throws(StoreError) -> Bool {
    for draft in drafts {
      let changes = try log.reader.changes(of: draft, limit: 64)
      let rows = Dictionary(grouping: changes, by: \.row)
      // A row that comes and goes in it is no witness.
      for change in changes where rows[change.row]?.count == 1 {
        if let isMade = try isMade(change) { return isMade }
      }
    }
    return false
  }

  /// Whether the database has made a change; nil where it cannot be told.
  private func isMade(_ change: LoggedChange) throws(StoreError) -> Bool? {
    switch change.content {
    case .edit(let column, let before, let after):
      guard let place = try place(of: column, change), let held = try held(place) else { return nil }
      if before.isHeld(as: held, in: place.affinity) { return false }
      return after.isHeld(as: held, in: place.affinity) ? true : nil
    case .insertion(let image): return try holds(image, change) ?? false
    case .deletion(let image):
      guard let isThere = try holds(image, change) else { return true }
      return isThere == true ? false : nil
    }
  }

  /// Whether the row of a change is as an image has it: true, or nil where nobody knows; nothing where there is no row.
  private func holds(_ image: RowImage, _ change: LoggedChange) throws(StoreError) -> Bool?? {
    guard let id = try? database.recordID(of: change.row),
      let held = try rows.heldCells(of: id, try database.sql(of: id.table))
    else {
      return nil
    }
    guard case .cells(let cells) = image else { return .some(image.isDigest(of: held) ? true : nil) }
    let affinities = try database.schema(of: id.table).fields.reduce(into: [:]) {
      $0[$1.column] = $1.affinity
    }
    let isSame = cells.allSatisfy { cell in
      guard let other = held.first(where: { $0.column == cell.column }) else { return true }
      return cell.value.isHeld(as: other.value, in: affinities[cell.column] ?? .integer)
    }
    return .some(isSame ? true : nil)
  }

  /// A field of a row.
  private struct Place {
    let id: RecordID
    let field: Int
    let affinity: Affinity
  }

  /// The field that a change sets, or nil where there is none now.
  private func place(of column: String, _ change: LoggedChange) throws(StoreError) -> Place? {
    guard let id = try? database.recordID(of: change.row) else { return nil }
    let sql = try database.sql(of: id.table)
    guard let field = sql.schema.fields.firstIndex(where: { $0.column == column }) else { return nil }
    return Place(id: id, field: field, affinity: sql.schema.fields[field].affinity)
  }

  /// The value that the database holds there; nil if the row is gone.
  private func held(_ place: Place) throws(StoreError) -> Value? {
    try database.values([place.field], of: place.id)?.first
  }

  // MARK: Whether a row is another one by now

  /// Whether the row of an edit has a title that it had neither then nor by what sessions have set in it.
  func isAnotherRow(_ entry: AbandonedEntry, _ id: RecordID, _ log: EditLog) throws(StoreError)
    -> Bool
  {
    let sql = try database.sql(of: id.table)
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id),
      title.head != entry.change.title.head
    else { return false }
    return try isAnotherRow(entry, id, sql, log)
  }

  /// Whether nothing that sessions have set explains that a row has another title.
  private func isAnotherRow(
    _ entry: AbandonedEntry, _ id: RecordID, _ sql: TableSQL, _ log: EditLog
  ) throws(StoreError) -> Bool {
    let schema = sql.schema
    guard var values = try database.values(schema.titleFields, of: id) else { return false }
    let columns = schema.titleFields.map { schema.fields[$0].column }
    let edits = try log.recovery.titleEdits(of: entry.change, columns: columns)
    for (place, field) in schema.titleFields.enumerated() {
      let own = edits.filter { $0.column == schema.fields[field].column }
      guard case .edit(_, let first, _)? = own.first?.content else { continue }
      let affinity = schema.fields[field].affinity
      guard own.contains(where: { $0.hasHeld(values[place], in: affinity) }) else {
        // Somebody else has changed it, too.
        return try !isHeldBefore(entry.change, of: id, sql)
      }
      values[place] = first
    }
    var all = schema.fields.map { _ in Value.null }
    for (field, value) in zip(schema.titleFields, values) { all[field] = value }
    let title = schema.title(of: all).head
    return !(edits + [entry.change]).contains { $0.title.head == title }
  }

  /// Whether a row holds what an edit of it went out from.
  ///
  /// Of an edit of the title alone nothing else is known: the declared key of a row tells then, and no rowid that SQLite
  /// gives anew.
  private func isHeldBefore(_ change: LoggedChange, of id: RecordID, _ sql: TableSQL)
    throws(StoreError) -> Bool
  {
    guard case .edit(let column, let before, _) = change.content,
      let field = sql.schema.fields.firstIndex(where: { $0.column == column })
    else { return false }
    if sql.schema.titleFields.contains(field) {
      guard case .rowid(let rowid) = sql.schema.key else { return true }
      return sql.hasDeclaredKey(rowid)
    }
    let held = try database.values([field], of: id)?.first ?? .null
    return !held.isNull && before.isHeld(as: held, in: sql.schema.fields[field].affinity)
  }

  // MARK: Whether the file is another one by now

  /// Finds out which dead sessions were of another file, unless that is known.
  ///
  /// What they have changed is not restored, settled or undone in the file that is there now. It stays in the log until their own
  /// file is back.
  func compareFiles(_ log: EditLog) throws(StoreError) {
    guard !log.sessions.knowsFiles else { return }
    let comparison = try log.sessions.startComparing(with: database.options.identity, isSame: false)
    while try compare(comparison, log) {}
    log.sessions.learn(comparison)
  }

  /// Looks at some more changes; false where nothing is left to look at.
  func compare(_ comparison: FileComparison, _ log: EditLog) throws(StoreError) -> Bool {
    guard comparison.isUnderWay else { return false }
    guard let (step, session) = comparison.nextStep else { return try log.sessions.readSteps(comparison) }
    var numbers: [Int64] = []
    if comparison.isOpen(session) {
      numbers = try log.reader.numbers(of: step, after: comparison.lastChange, count: FileComparison.size)
    }
    for number in numbers {
      guard let change = try log.reader.change(number) else { continue }
      if change.kind == .edit { comparison.noteEdit(by: session) }
      guard try hasRow(of: change) else { continue }
      comparison.noteRow(of: session)
      break
    }
    comparison.noteLook(at: numbers, of: session)
    return true
  }

  /// Whether the database has the row of a change, as far as its key tells, and its title: the one that it had then, or that
  /// the change has given it.
  private func hasRow(of change: LoggedChange) throws(StoreError) -> Bool {
    guard let id = try? database.recordID(of: change.row) else { return false }
    let sql = try database.sql(of: id.table)
    guard sql.schema.key.isKind(of: change.key) else { return false }
    let field = sql.schema.fields.firstIndex { $0.column == change.column }
    if change.column != nil, field == nil { return false }
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id) else { return false }
    if title.head == change.title.head { return true }
    guard let field, case .edit(_, let before, let after) = change.content,
      let place = sql.schema.titleFields.firstIndex(of: field),
      let held = try database.values(sql.schema.titleFields, of: id),
      after.isHeld(as: held[place], in: sql.schema.fields[field].affinity)
    else { return false }
    var all = sql.schema.fields.map { _ in Value.null }
    for (field, value) in zip(sql.schema.titleFields, held) { all[field] = value }
    all[field] = before
    return sql.schema.title(of: all).head == change.title.head
  }

  // MARK: The log of a database that was moved

  /// Begins to look for it; nil where the database has a log under its path, or none can be had.
  public func startFindingFormerLog() -> LogSearchJob? {
    guard database.damage == nil, journal.state == .ready, journal.opened == nil,
      let folder = database.options.editLog?.folder,
      let file = try? journal.logFile(in: folder), file.identity != nil, !file.exists
    else { return nil }
    return LogSearchJob(self, for: file, options: database.options.editLog)
  }

  /// Gives a log that was found the name that it has for the path where the database is now.
  ///
  /// - Throws: `alreadyExists` where the database has a log by now, `busy` where another program uses the former one, or why
  ///   it cannot be moved; nothing is changed then.
  public func takeOver(_ former: FormerLog) throws(StoreError) {
    guard let folder = database.options.editLog?.folder else { return }
    try former.file.move(to: try journal.logFile(in: folder))
    journal.note(abandoned: nil)
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

extension Schema.Key {
  /// Whether a row's key can be one of these.
  fileprivate func isKind(of key: RecordID.Key) -> Bool {
    switch (self, key) {
    case (.rowid, .rowid): true
    case (.columns(let columns), .columns(let values)): columns.count == values.count
    default: false
    }
  }
}

extension LoggedChange {
  /// Whether a column that is set held a value before or after it.
  fileprivate func hasHeld(_ value: Value, in affinity: Affinity) -> Bool {
    guard case .edit(_, let before, let after) = content else { return false }
    return before.isHeld(as: value, in: affinity) || after.isHeld(as: value, in: affinity)
  }
}

extension TableSQL {
  /// Whether a rowid is a column that the table declares, which VACUUM leaves as it is.
  fileprivate func hasDeclaredKey(_ rowid: String) -> Bool {
    schema.fields.contains { $0.column == rowid } || !["rowid", "_rowid_", "oid"].contains(rowid)
  }
}
