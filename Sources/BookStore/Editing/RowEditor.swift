import EditLog
import Listings
import Records
import SQLite

/// Inserts, deletes and changes rows immediately; everything is in the edit log before it is in the database.
public final class RowEditor {
  package let database: Database
  let shelf: Shelf
  let lists: Lists
  let journal: Journal
  let writer: Writer
  package let constraints: Constraints
  /// Checks whether rows are still those that were seen.
  public let identities: RowIdentities

  init(_ editor: Editor) {
    (database, shelf, lists) = (editor.database, editor.shelf, editor.lists)
    (journal, writer, constraints) = (editor.journal, editor.writer, editor.constraints)
    identities = RowIdentities(database: database, records: shelf.records, lists: lists)
    writer.recordEffects { [weak self] step in self.flatMap { try? EditCompanions($0, of: step) } }
  }

  package var connection: Connection { database.connection }
  var records: RecordTable { shelf.records }

  // MARK: Inserting

  func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    let sql = try database.sql(of: table ?? database.schema.id)
    try sql.schema.checkHasKeys()
    for values in rows {
      try constraints.makeWay(forRow: values, in: sql)
    }
    let rows = rows.map { values in
      zip(sql.schema.fields, values).compactMap { field, value in
        field.isGenerated ? nil : value.map { Change.Cell(column: field.column, value: $0) }
      }
    }
    return try insertCells(rows, sql, step)
  }

  /// Inserts rows, never under the key of a deleted row that still has unwritten edits here.
  func insertCells(
    _ rows: [[Change.Cell]], _ sql: TableSQL, _ step: EditStep?
  ) throws(StoreError) -> [RecordID] {
    do throws(StoreError) {
      return try insert(rows, sql, step)
    } catch {
      guard error == .keyOfGoneRow, let rows = withFreeKeys(rows, sql) else {
        throw rows.lazy.map { self.constraints.explained(error, inserting: $0, sql) }.first { $0 != error }
          ?? error
      }
      return try insert(rows, sql, step)
    }
  }

  private func insert(
    _ rows: [[Change.Cell]], _ sql: TableSQL, _ step: EditStep?
  ) throws(StoreError) -> [RecordID] {
    let (inserted, changes) = try changeRows(as: LogPurpose(step: step)) { writer throws(StoreError) in
      try writer.insert(rows, sql)
    }
    follow(changes)
    return inserted
  }

  /// Nil if SQLite does not choose the keys; otherwise, the new rows get keys above those of all dirty records.
  private func withFreeKeys(_ rows: [[Change.Cell]], _ sql: TableSQL) -> [[Change.Cell]]? {
    guard case .rowid(let column) = sql.schema.key,
      rows.joined().allSatisfy({ $0.column != column || $0.value.isNull }),
      let last = records.dirty.lazy.filter({ $0.id.table == sql.schema.id }).compactMap(\.id.rowid).max(),
      last <= .max - Int64(rows.count)
    else { return nil }
    return rows.enumerated().map { place, cells in
      cells.filter { $0.column != column } + [
        Change.Cell(column: column, value: .integer(last + 1 + Int64(place)))
      ]
    }
  }

  // MARK: Deleting

  @discardableResult
  func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    do throws(StoreError) {
      let tables = try Set(ids.map { id throws(StoreError) in try database.schema(of: id.table).table })
      writer.writeFirst(pointingElsewhere(from: tables))
      let places = try lists.places(of: ids)
      let (_, changes) = try changeRows(as: LogPurpose(step: step)) { writer throws(StoreError) in
        try identities.checkAreSame(ids, seen)
        for id in ids { try writer.delete(id) }
      }
      let gone = Set(changes.lazy.filter { $0.kind == .deletion }.map(\.id))
      lists.forget(ids, areDeleted: ids.map(gone.contains), places)
      let main = Set(ids)
      let others = changes.filter { !main.contains($0.id) }
      follow(others)
      return others.count { !$0.isOfIndex }
    } catch {
      if error == .rowReplaced { readAgain(ids) }
      throw explained(error, changing: ids)
    }
  }

  func explained(_ error: StoreError, changing ids: [RecordID]) -> StoreError {
    defer { database.forgetTouches() }
    let touched = database.touches.compactMap { touch in
      database.entry(named: touch.row.table).map { RecordID(touch.row.key, in: $0.id) }
    }
    return constraints.explained(error, deleting: ids + touched)
  }

  func follow(_ changes: [RowChange]) {
    var (fields, resized): ([TableID: Set<Int>], Set<TableID>) = ([:], [])
    records.forgetRelated()
    var inserted: [RecordID] = []
    for change in changes {
      switch change.kind {
      case .insertion where changes.count <= Listing.placedCount: inserted.append(change.id)
      case .insertion, .deletion:
        if change.kind == .deletion { records.remove(change.id) }
        database.noteCount(of: change.id.table, by: change.kind == .deletion ? -1 : 1)
        resized.insert(change.id.table)
      case .edit, .field: fields[change.id.table, default: []].formUnion(follow(change))
      }
    }
    noteInserted(inserted)
    for table in resized.union(fields.keys) {
      for listing in lists.of(table) {
        if resized.contains(table) || listing.isAffected(by: Array(fields[table] ?? [])) {
          listing.readAgain()
        } else {
          // The rows keep their positions, but the list caches titles and columns.
          listing.forgetRows()
        }
      }
    }
  }

  private func noteInserted(_ ids: [RecordID]) {
    if ids.isEmpty { return }
    // Anything read from another row with this key does not belong to this one.
    for id in ids where shelf.state(of: id) == .hydrated { records.remove(id) }
    lists.noteInserted(ids)
  }

  private func follow(_ change: RowChange) -> [Int] {
    let fields = change.sql.schema.fields
    let held = change.edits.compactMap { edit -> FieldValue? in
      guard case .edit(let column, _, let value) = edit,
        let index = fields.firstIndex(where: { $0.column == column })
      else { return nil }
      return FieldValue(index: index, value: value)
    }
    if let record = records[change.id], record.values != nil {
      records.change(record) { record in
        for field in held {
          if record.original(at: field.index) == nil { record.set(field.value, at: field.index) }
          record.rebase([field])
        }
      }
    }
    let computed = fields.indices.filter { fields[$0].isGenerated }
    if !computed.isEmpty, shelf.state(of: change.id) == .hydrated { records.dehydrate(change.id) }
    return held.map(\.index) + computed
  }

  /// Counts what would be deleted and changed along with rows.
  public var deletionCounter: DeletionCounter { DeletionCounter(rows: self) }

  // MARK: Transactions

  func rowWriter(_ recorder: RowRecorder) -> RowWriter {
    RowWriter(database, records, constraints, recorder)
  }

  package func tryOut<Result>(_ body: (RowWriter) throws(StoreError) -> Result) throws(StoreError) -> Result {
    try writer.write { () throws(StoreError) in
      try connection.begin()
      defer { connection.rollBack() }
      let recorder = try database.recorder()
      defer { recorder.forget() }
      return try body(rowWriter(recorder))
    }
  }

  /// Changes rows in one transaction, which is rolled back if the closure throws.
  ///
  /// Everything that SQLite reports goes into the log as a draft before COMMIT, and is confirmed afterwards.
  func changeRows<Result>(
    as purpose: LogPurpose, settingAgain edits: [Change] = [],
    _ body: (RowWriter) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, changes: [RowChange]) {
    let outcome = try writer.logged(as: purpose) { purpose, drafts throws(StoreError) in
      let recorder = try database.recorder()
      let result = try recorder.record { () throws(StoreError) in try body(rowWriter(recorder)) }
      var changes = try rowChanges(in: recorder)
      let (logged, files) = try logged(&changes)
      let draft = journal.append(logged + edits, files: files, as: purpose, isDraft: true)
      if let draft { drafts.append(draft) }
      return (result, changes)
    }
    database.forgetTouches()
    return outcome
  }

  /// Changes rows in one transaction and step, after writing unwritten edits of the columns; records and lists follow.
  func changeAtOnce(
    _ columns: [String], of ids: [RecordID], in step: EditStep,
    _ body: (RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    var waiting: [Record] = []
    for id in ids {
      let fields = try columns.compactMap(database.schema(of: id.table).field(named:))
      if let record = records[id], record.hasChanged(oneOf: fields) { waiting.append(record) }
    }
    if let reason = writer.writeFirst(waiting).reason { throw reason }
    follow(try changeRows(as: LogPurpose(step: step), body).changes)
  }

  /// Changes rows in one transaction and in parts, so that only one part is in memory.
  ///
  /// Each part goes into the log as a draft before COMMIT; afterwards all are confirmed. Records and lists do not follow: the
  /// store has to be reopened (`BookStore.reopened()`).
  ///
  /// - Parameters:
  ///   - insert: Inserts the rows of a part without a recorder, and returns them; nil if it has done nothing.
  ///   - make: Makes the changes of a part; it may be called twice for the same one.
  package func changeRows<Part>(
    from origin: StepOrigin? = nil, inParts next: () throws(StoreError) -> Part?,
    insert: (Part) throws(StoreError) -> [PackedRows]?,
    _ make: (Part, RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    defer { database.forgetTouches() }
    var purpose = LogPurpose(step: nil)
    purpose.origin = origin
    try writer.logged(as: purpose) { purpose, drafts throws(StoreError) in
      while let part = try next() {
        if let inserted = try insert(part) {
          drafts += inserted.compactMap { journal.append($0, as: purpose) }
          continue
        }
        let recorder = try database.recorder()
        try recorder.record { () throws(StoreError) in try make(part, rowWriter(recorder)) }
        var changes = try rowChanges(in: recorder)
        let (logged, files) = try logged(&changes)
        let draft = journal.append(logged, files: files, as: purpose, isDraft: true)
        if let draft { drafts.append(draft) }
      }
    }
  }

  func rowChanges(in recorder: RowRecorder, keepsUnchanged: Bool = false) throws(StoreError) -> [RowChange] {
    var changes: [RowChange] = []
    let isLogged = journal.log() != nil
    for touch in recorder.touches {
      guard let entry = database.entry(named: touch.row.table), let sql = try? database.sql(of: entry.id)
      else { continue }
      let id = RecordID(touch.row.key, in: entry.id)
      // In a table without rowids, the key may be reported as it was given, which may differ from the stored one.
      let isGone = !touch.isThere && id.rowid != nil && !recorder.hasRolledBack
      let isRead = !isGone && (isLogged || touch.isThere && touch.before != nil)
      let after = isRead ? try database.heldCells(of: id) : touch.isThere ? [] : nil
      let file = after == nil ? fileToLog(touch, sql, recorder) : nil
      let change = RowChange(
        id: id, sql: sql, statement: touch.statement, depth: touch.depth,
        before: try recorder.cells(touch, sql, isRead: file == nil), file: file, after: after,
        columnDepths: recorder.columnDepths[touch.row] ?? [:])
      if keepsUnchanged || !change.isEmpty { changes.append(change) }
    }
    return changes
  }

  /// The row's file, if the log can use it as it is: with exactly the logged columns, and no unwritten edits to add.
  private func fileToLog(_ touch: RowRecorder.Touch, _ sql: TableSQL, _ recorder: RowRecorder) -> RowFile? {
    let columns = recorder.layout(of: touch.row.table)?.columns.map(\.name)
    let record = database.entry(named: touch.row.table).flatMap {
      records[RecordID(touch.row.key, in: $0.id)]
    }
    return columns == sql.rowColumns && record?.originals.isEmpty ?? true ? touch.file : nil
  }

  /// The changes in the log's order, which undo goes through backwards.
  ///
  /// Rows deleted or changed by side effects come first, then the statement's own changes, then rows inserted by side effects.
  private func logged(
    _ changes: inout [RowChange]
  ) throws(StoreError) -> (changes: [Change], files: [Int: RowFile]) {
    guard journal.log() != nil else { return ([], [:]) }
    try constraints.noteDangling(&changes)
    var edits: [Int: [Change]] = [:]
    for place in changes.indices where changes[place].kind == .deletion {
      edits[place] = overlay(&changes[place])
    }
    let order = changes.enumerated().map { ($1.statement, $1.rank, $0) }.sorted(by: <)
    return changes.logged(in: order.lazy.map(\.2), followedBy: edits)
  }

  /// Adds the unwritten edits of a deleted row to its logged values, and returns those of fields that others have also changed.
  private func overlay(_ change: inout RowChange) -> [Change] {
    guard let record = records[change.id], let values = record.values, var cells = change.before else {
      return []
    }
    let schema = change.sql.schema
    // A value that a trigger changed while writing does not count as another program's change.
    let isCompared = database.baseline == nil || connection.dataVersion != database.baseline
    var givenUp: [Change] = []
    for original in record.originals {
      let field = schema.fields[original.index]
      guard let place = cells.firstIndex(where: { $0.column == field.column }) else { continue }
      if !isCompared || original.value.isHeld(as: cells[place].value, in: field.affinity) {
        cells[place].value = values[original.index]
      } else if cells[place].value != values[original.index] {
        let content = Change.Content.edit(
          column: field.column, before: original.value, after: values[original.index])
        givenUp.append(
          Change(
            table: schema.table, key: change.id.key, title: schema.title(of: cells), content: content,
            state: .discarded))
      }
    }
    change.before = cells
    return givenUp
  }

  func insertWhole(_ rows: [(id: RecordID, cells: [Change.Cell])], as purpose: LogPurpose)
    throws(StoreError)
  {
    let (_, changes) = try changeRows(as: purpose) { writer throws(StoreError) in
      for row in rows { try writer.insertWhole(row.cells, try database.sql(of: row.id.table)) }
    }
    follow(changes)
  }

  // MARK: Undoing

  /// Makes changes in order, all or none, and restores everything that changed along with them.
  ///
  /// - Parameter edits: The unwritten edits of restored rows, which wait for the next write-back again.
  /// - Throws: `changedSince` if a change does not fit the database, `keyOfGoneRow` if another row's conflict must be resolved
  ///   first, or any write error.
  func make(
    _ changes: [Change], as purpose: LogPurpose, settingAgain edits: [Change] = []
  ) throws(StoreError) {
    writeFirst(changes)
    let deletions = try deletions(in: changes)
    let waiting = edits.map { edit in
      var edit = edit
      edit.state = .pending
      return edit
    }
    let made: [RowChange]
    do throws(StoreError) {
      made = try make(changes, as: purpose, settingAgain: waiting, .withTriggers)
    } catch {
      let reason = explained(error, changing: deletions.flatMap(\.ids))
      guard RowUndo.canGoPlainly(changes, after: error) else { throw reason }
      do throws(StoreError) {
        connection.setForeignKeys(areOn: false)
        defer { connection.setForeignKeys(areOn: true) }
        made = try make(changes, as: purpose, settingAgain: waiting, .plainly)
      } catch let second {
        throw error.concernsOneStatement && second != .changedSince ? second : reason
      }
    }
    let gone = Set(made.lazy.filter { $0.kind == .deletion }.map(\.id))
    for (ids, places) in deletions { lists.forget(ids, areDeleted: ids.map(gone.contains), places) }
    let known = Set(deletions.flatMap(\.ids))
    follow(made.filter { $0.kind != .deletion || !known.contains($0.id) })
    // The transaction is complete; edits that cannot be set again remain in the log.
    for edit in edits { try? setAgain(edit) }
  }

  private func make(
    _ changes: [Change], as purpose: LogPurpose, settingAgain edits: [Change], _ way: RowUndo.Way
  ) throws(StoreError) -> [RowChange] {
    try changeRows(as: purpose, settingAgain: edits) { writer throws(StoreError) in
      // A row may be inserted before the one that it points to.
      try connection.statement("PRAGMA defer_foreign_keys = ON").run()
      var undo = RowUndo(writer, identities, journal.opened)
      try undo.run(changes, of: purpose.step.flatMap(journal.number), way)
    }.changes
  }

  private func deletions(in changes: [Change]) throws(StoreError) -> [(
    ids: [RecordID], places: [Lists.Places]
  )] {
    var ids: [TableID: [RecordID]] = [:]
    for change in changes where change.kind == .deletion {
      let id = try database.recordID(of: change.row)
      ids[id.table, default: []].append(id)
    }
    var deletions: [(ids: [RecordID], places: [Lists.Places])] = []
    for ids in ids.values { deletions.append((ids, try lists.places(of: ids))) }
    return deletions
  }

  private func writeFirst(_ changes: [Change]) {
    writer.finishWriteBack()
    let shrinking = Set(changes.filter { $0.kind == .deletion }.map(\.table))
    let waiting =
      changes.compactMap(recordToWrite) + recordsGivingUpKeys(for: changes)
      + pointingElsewhere(from: shrinking)
    writer.writeFirst(waiting)
  }

  /// The dirty records that a deletion could take along, because the database still has their old references.
  func pointingElsewhere(from tables: Set<String>) -> [Record] {
    let names = Set(tables.map { $0.lowercased() })
    // Every table that has records has its schema loaded.
    let fields = database.knownSchemas.reduce(into: [TableID: [Int]]()) { fields, schema in
      let pointing = schema.references.filter { names.contains($0.table.lowercased()) }.flatMap(\.fields)
      if !pointing.isEmpty { fields[schema.id] = pointing }
    }
    if fields.isEmpty { return [] }
    return records.dirty.filter { record in
      fields[record.id.table].map { record.hasChanged(oneOf: $0) } ?? false
    }
  }

  private func recordToWrite(before change: Change) -> Record? {
    if change.kind == .deletion { return (try? database.recordID(of: change.row)).flatMap { records[$0] } }
    guard case .edit(let column, let before, _) = change.content,
      let id = try? database.recordID(of: change.row),
      let record = records[id], let field = try? database.field(column, of: id.table),
      record.original(at: field) != nil, record.value(at: field) == before
    else { return nil }
    return record
  }

  private func recordsGivingUpKeys(for changes: [Change]) -> [Record] {
    let names = Set(changes.lazy.filter { $0.kind == .insertion }.map(\.table))
    let keys = names.reduce(into: [TableID: [UniqueKey]]()) { keys, name in
      guard let id = database.entry(named: name)?.id, let schema = try? database.schema(of: id) else {
        return
      }
      keys[id] = schema.uniqueKeys
    }
    if keys.values.allSatisfy(\.isEmpty) { return [] }
    return records.dirty.filter { record in
      keys[record.id.table]?.contains { record.hasChanged(oneOf: $0.fields) } ?? false
    }
  }

  // MARK: Edits of tables that react

  /// Whether undo reverses a change in the database: a row change, or an edit written with its side effects.
  func isOfRows(_ change: Change) -> Bool {
    guard change.kind == .edit, change.depth == 0 else { return true }
    guard let id = try? database.recordID(of: change.row) else { return false }
    return writer.isRecorded(id.table) && !isUnwritten(change)
  }

  func isUnwritten(_ change: Change) -> Bool {
    guard case .edit(let column, _, let value) = change.content,
      let id = try? database.recordID(of: change.row), writer.isRecorded(id.table), let record = records[id],
      let field = try? database.field(column, of: id.table)
    else { return false }
    return record.original(at: field) != nil && record.value(at: field) == value
  }

  // MARK: Edits of deleted rows

  /// The unwritten edits, in a range of the log, that were lost when a step deleted rows.
  func editsGivenUp(
    with page: [LogReader.NumberedChange], of step: Int64, in numbers: (first: Int64, end: Int64)
  ) throws(StoreError) -> [Change] {
    guard let log = journal.opened else { return [] }
    var rows: Set<RecordID> = []
    for deletion in page where deletion.change.kind == .deletion {
      rows.insert(try database.recordID(of: deletion.change.row))
    }
    if rows.isEmpty { return [] }
    var edits: [Change] = []
    // The step may have discarded edits of other rows.
    for edit in try log.reader.givenUp(of: step, from: numbers.first, before: numbers.end)
    where rows.contains(try database.recordID(of: edit.row)) {
      edits.append(edit)
    }
    return edits
  }

  func setAgain(_ edit: Change) throws(StoreError) {
    guard case .edit(let column, let before, let after) = edit.content else { return }
    let id = try database.recordID(of: edit.row)
    let field = try database.field(column, of: id.table)
    let record = try shelf.record(id)
    let theirs = try shelf.read(field, of: id)
    lists.edit(record, [field]) {
      $0.set(after, at: field)
      $0.rebase([FieldValue(index: field, value: before)])
    }
    noteConflict(of: id, FieldValue(index: field, value: theirs))
  }

  func noteConflict(of id: RecordID, _ theirs: FieldValue) {
    // The original was not read here, so the next write-back must compare.
    database.forgetBaseline()
    let others = records.conflicts(of: id).filter { $0.index != theirs.index }
    records.noteConflicts(of: id, others + [theirs])
  }

  func readAgain(_ ids: [RecordID]) {
    for id in ids where shelf.state(of: id) == .hydrated { records.dehydrate(id) }
    for table in Set(ids.map(\.table)) { lists.readAgain(table) }
  }
}

extension RowRecorder {
  /// The values of a row before it was touched, in table order; nil if the row did not exist.
  func cells(_ touch: Touch, _ sql: TableSQL, isRead: Bool = true) throws(StoreError) -> [Change.Cell]? {
    let whole = isRead ? try touch.file?.values() : nil
    guard let before = whole ?? touch.before, !before.isEmpty else { return nil }
    let columns = sql.rowColumns
    guard let layout = layout(of: touch.row.table), reports(touch.row.table) else {
      return zip(columns, before).map { Change.Cell(column: $0, value: $1) }
    }
    let keys = zip(sql.schema.key.columns, touch.row.key.values).map {
      Change.Cell(column: $0, value: $1)
    }
    return columns.enumerated().map { place, column in
      let held = layout.place(of: column, expected: place).flatMap {
        before.indices.contains($0) ? before[$0] : nil
      }
      return Change.Cell(column: column, value: held ?? keys.first { $0.column == column }?.value ?? .null)
    }
  }
}

extension RowChange {
  var rank: Int {
    if depth == 0 { return 0 }
    switch kind {
    case .insertion: return depth
    case .edit, .field: return -1
    case .deletion: return -1 - depth
    }
  }
}

/// Logs the side effects of writing a step's edits in the same step, so that undo reverses them as well.
final class EditCompanions: WriteRecorder {
  private let rows: RowEditor
  private let step: Int64
  private let recorder: RowRecorder
  private var changes: [RowChange] = []
  private var appended: EditLog.Appended?

  init(_ rows: RowEditor, of step: Int64) throws(StoreError) {
    (self.rows, self.step) = (rows, step)
    recorder = try rows.database.recorder()
  }

  func record(_ body: () throws(StoreError) -> WriteBackOutcome) throws(StoreError) -> WriteBackOutcome {
    // A trigger may have ended the transaction, and with it the savepoint.
    try recorder.record(unless: \.isToBeRepeated, body)
  }

  func append(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) throws(StoreError) {
    let written = plan.writtenCells(outcome)
    if !outcome.failures.isEmpty { recorder.noteRollback() }
    changes = []
    // A trigger or a virtual table may have kept the old value.
    for var change in try rows.rowChanges(in: recorder, keepsUnchanged: true) {
      change.take(written[change.id] ?? [])
      if !change.isEmpty { changes.append(change) }
    }
    try rows.constraints.noteDangling(&changes)
    var (logged, files) = changes.logged(in: changes.indices.sorted { changes[$0].rank < changes[$1].rank })
    // The log already has the edit's own effect.
    for place in logged.indices { logged[place].depth = max(1, logged[place].depth) }
    appended = rows.journal.append(logged, files: files, toStep: step)
  }

  func settle(isWritten: Bool) {
    defer { rows.database.forgetTouches() }
    guard let appended else { return }
    if isWritten {
      rows.journal.confirm(appended, isInFolder: !rows.database.hasWriteAheadLog)
    } else {
      rows.journal.remove(appended)
      changes = []
    }
    self.appended = nil
  }

  func follow() { rows.follow(changes) }
}

extension WriteBackPlan {
  fileprivate func writtenCells(_ outcome: WriteBackOutcome) -> [RecordID: [Change.Cell]] {
    var cells: [RecordID: [Change.Cell]] = [:]
    for (place, update) in updates.enumerated() where outcome.failures[place] == nil {
      let (schema, conflicts) = (shape(of: update).sql.schema, outcome.conflicts[place] ?? [])
      cells[id(of: update)] = zip(fields(of: update), values(of: update)).compactMap { field, value in
        conflicts.contains { $0.index == field }
          ? nil : Change.Cell(column: schema.fields[field].column, value: value)
      }
    }
    return cells
  }
}

extension RowChange {
  fileprivate mutating func take(_ written: [Change.Cell]) {
    for cell in written {
      guard let place = before?.firstIndex(where: { $0.column == cell.column }) else { continue }
      let affinity = sql.schema.fields.first { $0.column == cell.column }?.affinity ?? .blob
      let held = after?.first { $0.column == cell.column }?.value
      before?[place].value =
        held.map { cell.value.isHeld(as: $0, in: affinity) ? $0 : cell.value } ?? cell.value
    }
  }
}
