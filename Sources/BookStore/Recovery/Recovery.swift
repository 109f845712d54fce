import EditLog
import Listings
import Records
import SQLite

/// Recovers unwritten edits of sessions that have died.
public final class Recovery {
  private let database: Database
  private let shelf: Shelf
  private let lists: Lists
  private let rows: RowEditor
  private let fields: TableEditor
  let journal: Journal

  init(_ rows: RowEditor, _ fields: TableEditor) {
    (database, shelf, lists, journal) = (rows.database, rows.shelf, rows.lists, rows.journal)
    (self.rows, self.fields) = (rows, fields)
  }

  private var connection: Connection { database.connection }
  private var records: RecordTable { shelf.records }

  /// The edits found by `findAbandoned()` and not restored or discarded yet.
  public var abandoned: AbandonedChanges? { journal.abandoned }

  /// Looks for abandoned edits, one statement each, and marks those that the database has as written.
  public func findAbandoned() throws(StoreError) -> AbandonedChanges? {
    guard let recovery = try startFindingAbandoned() else { return nil }
    try recovery.finish()
    return abandoned
  }

  /// Starts a job that looks for abandoned edits; nil if there is no log.
  public func startFindingAbandoned() throws(StoreError) -> RecoveryJob? {
    // In a damaged database, a row that cannot be read may still exist.
    guard database.damage == nil, let log = journal.log(creating: false) else { return nil }
    log.recovery.forgetTitleEdits()
    return RecoveryJob(
      self, database, .find,
      comparison: try log.sessions.startComparing(with: database.options.identity, isSame: false))
  }

  /// The abandoned edits, in the order in which they were first made; indices beyond the end are ignored.
  public func abandonedChanges(in places: Range<Int>) -> [ChangeEntry] {
    let abandoned = journal.abandonedEntries ?? []
    return abandoned[places.clamped(to: abandoned.indices)].map { entry in
      database.placed(
        ChangeEntry(
          number: entry.numbers.last ?? 0, step: entry.steps.last ?? 0, time: entry.times.upperBound,
          change: entry.change))
    }
  }

  /// Restores the fields that dead sessions had set, so that they are dirty again.
  ///
  /// A field that another program has changed meanwhile is in conflict. A field that has been set here since stays as it is.
  public func restore() throws(StoreError) -> Restoration {
    guard let recovery = try startRestoring() else { return Restoration() }
    try recovery.finish()
    return recovery.restoration
  }

  /// Discards the abandoned edits; the history still has them.
  public func discardAbandoned() throws(StoreError) { try startDiscarding()?.finish() }

  /// Starts a job that restores the abandoned edits; nil if there is no log.
  public func startRestoring() throws(StoreError) -> RecoveryJob? { try startRecovery(.restore) }

  /// Starts a job that discards the abandoned edits; nil if there is no log.
  public func startDiscarding() throws(StoreError) -> RecoveryJob? { try startRecovery(.discard) }

  private func startRecovery(_ purpose: RecoveryJob.Purpose) throws(StoreError) -> RecoveryJob? {
    if let damage = database.damage { throw .damaged(detail: damage) }
    guard let log = journal.log() else { return nil }
    log.recovery.forgetTitleEdits()
    try compareFiles(log)
    let adopted = try log.sessions.adopt(try log.sessions.dead())
    journal.note(abandoned: [])
    let sessions = adopted.map(\.session)
    try decideDrafts(of: sessions, log)
    return RecoveryJob(
      self, database, purpose, of: sessions, locks: adopted.map(\.lock),
      reader: try log.recovery.unwritten(of: sessions))
  }

  /// Finds out which drafts of dead sessions the database has; the others were never committed.
  func decideDrafts(of sessions: [Int64], _ log: EditLog) throws(StoreError) {
    try log.recovery.takeLanded(of: sessions)
    try log.settleDrafts(of: sessions) { drafts throws(StoreError) in try isMade(drafts, log) }
    journal.forgetCanUndo()
  }

  func restore(
    _ entry: AbandonedEntry, _ log: EditLog, _ restoration: inout Restoration, isOneOfMany: Bool
  ) throws(StoreError) {
    let id = try database.recordID(of: entry.change.row)
    guard let column = entry.change.column,
      let field = try database.schema(of: id.table).fields.firstIndex(where: { $0.column == column })
    else { return }
    if try database.isOfOtherRow(entry.change, id, log) { throw .rowReplaced }
    let conflict = try restore(field, of: id, entry, log, isOneOfMany: isOneOfMany)
    if let conflict { restoration.conflicts.append(conflict) }
    restoration.restoredCount += 1
  }

  func obstacle(of entry: AbandonedEntry) -> Restoration.Obstacle {
    let change = entry.change
    guard let id = try? database.recordID(of: change.row), let sql = try? database.sql(of: id.table),
      sql.schema.fields.contains(where: { $0.column == change.column })
    else { return .init(change, .noColumn) }
    let present = try? RowReader(connection: connection, sql: sql).title(of: id)?.head
    return .init(change, present.map { .otherRow($0) } ?? .noRow)
  }

  private func restore(
    _ field: Int, of id: RecordID, _ entry: AbandonedEntry, _ log: EditLog, isOneOfMany: Bool
  ) throws(StoreError) -> Conflict? {
    let change = entry.change
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
    rows.noteConflict(of: id, FieldValue(index: field, value: theirs))
    return Conflict(id: id, field: field, original: change.before, mine: change.after, theirs: theirs)
  }

  // MARK: Comparing with the database

  func compare(_ entries: ArraySlice<AbandonedEntry>, _ log: EditLog) throws(StoreError) -> (
    missing: [AbandonedEntry], absent: [AbandonedEntry]
  ) {
    var (missing, absent): ([AbandonedEntry], [AbandonedEntry]) = ([], [])
    var written: [Int64] = []
    for entry in entries {
      switch try isMissing(entry, log) {
      case true?: missing.append(entry)
      case false?: written += entry.numbers
      case nil: absent.append(entry)
      }
    }
    guard !written.isEmpty else { return (missing, absent) }
    if !database.hasWriteAheadLog { log.keeper.noteCommit() }
    log.keeper.flushCommits()
    try log.marks.note(changes: written, LogCode.written)
    return (missing, absent)
  }

  private func isMissing(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) -> Bool? {
    guard case .edit(let column, let before, let after) = entry.change.content,
      let place = try place(of: column, entry.change)
    else { return nil }
    guard let held = try held(place) else { return true }
    if try database.isOfOtherRow(entry.change, place.id, log) { return true }
    if after.isHeld(as: held, in: place.affinity) { return false }
    // A field that was set back to its old value is missing if a value in between was written.
    if before != after { return true }
    return try log.reader.hasSet(entry.numbers) { $0.isHeld(as: held, in: place.affinity) }
  }

  /// Whether the database has a draft, all of whose parts are made in one transaction.
  ///
  /// The first conclusive row decides. If other programs have changed every row since, the draft counts as not made.
  func isMade(_ drafts: [LogDrafts.Draft], _ log: EditLog) throws(StoreError) -> Bool {
    for draft in drafts {
      let changes = try log.reader.changes(of: draft, limit: 64)
      let rows = Dictionary(grouping: changes, by: \.row)
      for change in changes where proves(change, among: rows[change.row] ?? []) {
        if let isMade = try isMade(change) { return isMade }
      }
    }
    return false
  }

  /// Whether a change alone shows if its draft was made: no other change sets the same columns of the row.
  private func proves(_ change: Change, among changes: [Change]) -> Bool {
    changes.count == 1
      || changes.allSatisfy { $0.kind == .edit } && changes.count { $0.column == change.column } == 1
  }

  private func isMade(_ change: Change) throws(StoreError) -> Bool? {
    switch change.content {
    case .edit(let column, let before, let after):
      guard let place = try place(of: column, change), let held = try held(place) else { return nil }
      if before.isHeld(as: held, in: place.affinity) { return false }
      return after.isHeld(as: held, in: place.affinity) ? true : nil
    case .insertion(let image): return try holds(image, change) ?? false
    case .field(let field): return try fields.isMade(field, in: change.table)
    case .deletion(let image):
      guard let isThere = try holds(image, change) else { return true }
      return isThere == true ? false : nil
    }
  }

  /// Whether a change's row matches an image: true, or nil if unknown; the outer optional is nil if there is no row.
  private func holds(_ image: RowImage, _ change: Change) throws(StoreError) -> Bool?? {
    guard let id = try? database.recordID(of: change.row),
      let held = try database.heldCells(of: id)
    else { return nil }
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

  private struct Place {
    let id: RecordID
    let field: Int
    let affinity: Affinity
  }

  private func place(of column: String, _ change: Change) throws(StoreError) -> Place? {
    guard let id = try? database.recordID(of: change.row) else { return nil }
    let sql = try database.sql(of: id.table)
    guard let field = sql.schema.fields.firstIndex(where: { $0.column == column }) else { return nil }
    return Place(id: id, field: field, affinity: sql.schema.fields[field].affinity)
  }

  private func held(_ place: Place) throws(StoreError) -> Value? {
    try database.values([place.field], of: place.id)?.first
  }

  // MARK: Replaced files

  /// Finds out which dead sessions used another file; their changes stay in the log until their own file is back.
  func compareFiles(_ log: EditLog) throws(StoreError) {
    guard !log.sessions.knowsFiles else { return }
    let comparison = try log.sessions.startComparing(with: database.options.identity, isSame: false)
    while try compare(comparison, log) {}
    log.sessions.learn(comparison)
  }

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
      if try hasRow(of: change) {
        comparison.noteRow(of: session)
        if !comparison.isStrict { break }
      } else if comparison.isStrict, change.kind == .edit {
        comparison.reject()
        return false
      }
    }
    comparison.noteLook(at: numbers, of: session)
    return true
  }

  /// Whether the database has the row of a change: its key, and its title before or after the change.
  private func hasRow(of change: Change) throws(StoreError) -> Bool {
    guard let id = try? database.recordID(of: change.row) else { return false }
    let sql = try database.sql(of: id.table)
    guard sql.schema.key.isKind(of: change.key) else { return false }
    let field = sql.schema.fields.firstIndex { $0.column == change.column }
    if change.column != nil, field == nil { return false }
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id) else { return false }
    if title.head == change.title.head { return true }
    guard let field, case .edit(_, let before, let after) = change.content,
      let place = sql.schema.titleFields.firstIndex(of: field),
      var values = try database.values(sql.schema.titleFields, of: id),
      after.isHeld(as: values[place], in: sql.schema.fields[field].affinity)
    else { return false }
    values[place] = before
    return sql.schema.title(ofTitleFields: values).head == change.title.head
  }

  // MARK: Moved databases

  /// Starts a job that looks for the database's log under a former path; nil if it has a log, or cannot have one.
  public func startFindingFormerLog() -> LogSearchJob? {
    guard database.damage == nil, journal.state == .ready, journal.opened == nil,
      let folder = journal.options?.folder,
      let file = try? journal.logFile(in: folder), file.identity != nil, !file.exists
    else { return nil }
    return LogSearchJob(self, for: file, options: journal.options)
  }

  /// Renames a found log to match the database's current path.
  ///
  /// - Throws: `alreadyExists` if the database has a log by now, `busy` if another program uses the former one.
  public func takeOver(_ former: FormerLog) throws(StoreError) {
    guard let folder = journal.options?.folder else { return }
    try former.file.move(to: try journal.logFile(in: folder))
    journal.note(abandoned: nil)
  }
}

extension Schema.Key {
  fileprivate func isKind(of key: RecordID.Key) -> Bool {
    switch (self, key) {
    case (.rowid, .rowid): true
    case (.columns(let columns), .columns(let values)): columns.count == values.count
    default: false
    }
  }
}

extension Database {
  func placed(_ entry: ChangeEntry) -> ChangeEntry {
    var entry = entry
    (entry.id, entry.isOwn) = (try? recordID(of: entry.row), false)
    return entry
  }
}
