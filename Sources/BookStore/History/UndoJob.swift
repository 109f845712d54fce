import Records

/// Undoes or redoes a step, some of its changes at a time.
///
/// If the job is stopped in the middle, the rest remains as a step, with which the next undo continues.
public final class UndoJob: Job {
  private let editor: Editor
  private let rows: RowEditor
  private let fields: Fields
  /// What changes columns, if the step has done so.
  private var fieldJob: FieldJob?
  private let cause: ChangeEntry.Cause
  private let undoneStep: EditLog.Step
  /// Whether the step inserts or deletes rows, as far as it has been checked.
  private var hasRows: Bool
  /// The step that the job's own changes are logged in.
  private let editStep: EditStep
  /// The last change of the log when the job began; those after it are its own.
  private let lastChange: Int64
  /// The number of the log that the step is in.
  private let logNumber: Int
  /// The step of the log to which the changes that are done are moved.
  private var part: Int64?
  /// Whether the job is still checking that all changes can be made.
  private var isChecking: Bool
  /// The number of the last change that was processed; the changes before it come next.
  private var next = Int64.max
  /// How many changes to process next.
  private var size: Int
  /// What has been done so far.
  public private(set) var undone: UndoneStep
  /// How many changes have been checked or made.
  private var done = 0

  private var database: Database { editor.database }
  private var journal: Journal { editor.journal }
  private var records: RecordTable { editor.records }

  /// Whether the step is too large for a single transaction.
  public var isLarge: Bool { total > Self.wholeCount }
  /// Whether it adds, removes or renames a field, after a copy of the database that may take a while.
  public var isOfField: Bool { undone.fieldChange != nil }
  /// Whether somebody waits for keys to be answered between the steps, so that each is short.
  public var answersKeys = true
  /// Whether this is a redo.
  public var isRedo: Bool { cause == .redo }
  /// Whether anything has been done.
  public var hasBegun: Bool { undone.count + undone.otherCount > 0 }
  /// The part that is done, from 0 to 1.
  public var fraction: Double {
    fieldJob?.fraction ?? min(1, Double(done) / Double(hasRows ? total : 2 * total))
  }
  private var total: Int { undoneStep.count }

  /// The most changes of a step that is done in a single transaction.
  private static let wholeCount = 256
  /// How many changes are made at a time, initially, if there are more.
  private static let partSize = 64
  /// The most rows that are inserted or deleted at a time.
  private static let largestPartSize = 4_096
  /// How long a transaction with rows should take where keys are answered: less than a frame.
  private static let partSeconds = 0.01
  /// How many rows are inserted or deleted at a time if no keys are answered.
  private static let longPartSize = 16_384

  init(
    _ editor: Editor, _ rows: RowEditor, _ fields: Fields, _ cause: ChangeEntry.Cause, _ step: EditLog.Step,
    hasRows: Bool,
    editStep: EditStep, lastChange: Int64, logNumber: Int, _ undone: UndoneStep
  ) {
    (self.editor, self.rows, self.cause, undoneStep) = (editor, rows, cause, step)
    self.fields = fields
    (self.hasRows, self.editStep, self.undone) = (hasRows, editStep, undone)
    (self.lastChange, self.logNumber) = (lastChange, logNumber)
    let isLarge = step.count > Self.wholeCount
    // If rows are inserted and deleted, one change makes the next one possible, so they cannot be checked first.
    isChecking = isLarge && !hasRows
    size = isLarge ? Self.partSize : Self.wholeCount
  }

  /// Restarts as a step that inserts or deletes rows, and is described by these.
  private func restartWithRows(_ main: UndoneStep) {
    if !hasBegun { undone = main }
    (hasRows, isChecking, next, done) = (true, false, .max, 0)
  }

  /// Adjusts the number of rows per transaction so that there is time for keys: each transaction waits for the disk.
  ///
  /// - Parameter seconds: How long the last transaction took.
  private func adapt(to seconds: Double) {
    guard isLarge, hasRows else { return }
    if !answersKeys {
      size = Self.longPartSize
      return
    }
    let fitting = Int(Double(size) * min(2, Self.partSeconds / max(seconds, 0.000_1)))
    size = max(min(fitting, Self.largestPartSize), min(size, Self.partSize))
  }

  /// Increases the number of changes per transaction, because some may only be possible together with others; returns
  /// false if all were included.
  private func widen() -> Bool {
    guard hasRows, done + size < total else { return false }
    size *= 4
    return true
  }

  /// Does some of the remaining work; returns false if there is none.
  ///
  /// A step that is not large is done in a single transaction, or not at all.
  ///
  /// - Throws: As `undo()`; what was done before stays done, and everything else stays as it is.
  public func step() throws(StoreError) -> Bool {
    if let failure = journal.failure { throw failure }
    guard let log = journal.opened, logNumber == journal.number else { return false }
    do throws(StoreError) {
      return try process(try log.reader.changes(of: undoneStep.id, before: next, limit: size), in: log)
    } catch {
      if error.isOfConstraint, widen() { return true }
      // Other errors, such as a lock, may not occur the next time.
      if error == .changedSince || error.concernsOneRow || error.concernsOneStatement {
        journal.skip(undoneStep.id)
      }
      throw error
    }
  }

  private func process(_ page: [LogReader.NumberedChange], in log: EditLog) throws(StoreError) -> Bool {
    guard let last = page.last else { return try end(log) }
    if last.change.kind == .field { return try changeField(last, in: log) }
    // All changes are read before any is made, because rows may be inserted or deleted between edits of fields.
    if !hasRows, let row = page.first(where: { $0.change.kind != .edit }) {
      restartWithRows(try UndoneStep(nothingOf: row.change, in: database))
      return true
    }
    hydrate(page.map(\.change))
    if isChecking {
      for change in page { _ = try edit(of: change.change.reversed) }
    } else {
      if isLarge, part == nil { part = try log.beginPart(of: undoneStep.id) }
      let start = Clock.seconds
      try make(page)
      adapt(to: Clock.seconds - start)
    }
    next = last.number
    done += page.count
    return true
  }

  /// Takes back a change of columns, which a step has alone; a copy of the database is made first, some pages at a time.
  private func changeField(_ change: LogReader.NumberedChange, in log: EditLog) throws(StoreError) -> Bool {
    if fieldJob == nil {
      let purpose = LogPurpose(cause: cause, step: editStep, reversing: Reversal(step: undoneStep.id))
      fieldJob = try fields.startReversing(change, as: purpose)
    }
    if try fieldJob?.step() ?? false { return true }
    (next, undone.count, done) = (change.number, 1, 1)
    // Nothing may be asked of a store whose tables have changed.
    return try end(log)
  }

  /// Hydrates the rows whose fields are to be set, several hundred with one statement; one that cannot be read is read
  /// again when its turn comes, which says why.
  private func hydrate(_ changes: [LoggedChange]) {
    let edits = changes.lazy.filter { $0.kind == .edit }
    let ids = edits.compactMap { try? self.database.recordID(of: $0.row) }
    for (_, ids) in Dictionary(grouping: ids, by: \.table) where ids.count > 1 {
      try? editor.shelf.hydrate(ids[...])
    }
  }

  private func end(_ log: EditLog) throws(StoreError) -> Bool {
    if isChecking {
      (isChecking, next) = (false, .max)
      return true
    }
    if let part { try log.end(undoneStep.id, takenInto: part) }
    journal.forgetCanUndo()
    journal.end(editStep)
    return false
  }

  /// Makes some changes of a step, and notes what they were.
  private func make(_ page: [LogReader.NumberedChange]) throws(StoreError) {
    guard let first = page.first, let last = page.last else { return }
    var reversal = Reversal(step: undoneStep.id)
    reversal.part = part.map { .init(step: $0, changes: last.number...first.number) }
    let purpose = LogPurpose(cause: cause, step: editStep, reversing: reversal)
    let changes = page.map(\.change.reversed)
    if !hasRows {
      try set(changes, as: purpose)
    } else {
      let edits = try rows.editsGivenUp(with: page, of: undoneStep.id, before: next)
      try rows.make(changes, as: purpose, settingAgain: edits)
    }
    try note(page.map(\.change))
  }

  private func note(_ changes: [LoggedChange]) throws(StoreError) {
    let isFirst = undone.count + undone.otherCount == 0
    let table = database.tables[Int(undone.id.table.index)].name
    let others = changes.filter { $0.kind != undone.kind || $0.table != table }
    undone.count += changes.count - others.count
    // A row that changed along has one change per column, but counts once.
    undone.otherCount += Set(others.map(\.row)).count
    // An import also changes what it keeps of its rows, in another table with other columns.
    let own = changes.filter { $0.table == table }
    guard undone.kind == .edit, let column = own.first?.column else { return }
    let field = try database.field(column, of: undone.id.table)
    let isOne = own.allSatisfy { $0.column == column } && (isFirst || undone.field == field)
    undone.field = isOne ? field : nil
    if let values = records[undone.id]?.shownValues {
      undone.title = try database.schema(of: undone.id.table).title(of: values)
    }
  }

  /// Sets fields to what logged edits say, all or none.
  ///
  /// For a large step, rows are not moved in the listings one by one.
  private func set(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) {
    var edits: [Edit] = []
    for change in changes { if let edit = try edit(of: change) { edits.append(edit) } }
    let conflicts = edits.flatMap { edit in
      editor.shelf.conflicts(of: edit.record.id).filter { $0.field == edit.field }
    }
    let appended = try journal.appendPart(changes, as: purpose)
    defer {
      let accepted = acceptTheirs(conflicts)
      let own = zip(edits, appended?.changes ?? []).filter { edit, _ in
        accepted.contains { $0.id == edit.record.id && $0.field == edit.field }
      }
      // If this cannot be noted, a session that reads the log finds that these changed nothing.
      try? journal.opened?.marks.note(changes: own.map { _, change in change }, LogCode.discarded)
      evictStale(edits.map(\.record.id))
    }
    guard isLarge else {
      for edit in edits {
        editor.lists.edit(edit.record, [edit.field]) { $0.set(edit.value, at: edit.field) }
      }
      return
    }
    for (table, edits) in Dictionary(grouping: edits, by: \.record.id.table) {
      editor.lists.markStale(table, changing: Array(Set(edits.map(\.field))))
    }
    for edit in edits { records.change(edit.record) { $0.set(edit.value, at: edit.field) } }
  }

  /// A field to set.
  private struct Edit {
    let record: Record
    let field: Int
    let value: Value
  }

  /// The field that a logged edit sets, if the field still holds what the edit started from.
  private func edit(of change: LoggedChange) throws(StoreError) -> Edit? {
    guard case .edit(let column, let before, let after) = change.content else { return nil }
    let id = try database.recordID(of: change.row)
    let field = try database.field(column, of: id.table)
    try database.checkIsSettable(field, of: id.table)
    let record = try editor.shelf.record(id)
    guard try database.isSame(before, editor.shelf.read(field, of: id), field, id.table) else {
      throw .changedSince
    }
    return Edit(record: record, field: field, value: after)
  }

  // MARK: Where somebody else has written meanwhile

  /// Sets fields to somebody else's values if undo has returned them to what was read, which the database no longer
  /// holds; the edits in between were never written.
  ///
  /// - Parameter conflicts: The conflicts before the fields were set.
  /// - Returns: The conflicts that are resolved by this.
  private func acceptTheirs(_ conflicts: [Conflict]) -> [Conflict] {
    var accepted: [Conflict] = []
    for conflict in conflicts {
      let (id, field) = (conflict.id, conflict.field)
      guard let record = records[id], record.values != nil, record.original(at: field) == nil else {
        continue
      }
      editor.resolve(conflict, to: conflict.theirs, isOneOfMany: isLarge)
      giveUpEdits(of: field, id)
      accepted.append(conflict)
    }
    return accepted
  }

  /// Evicts records that are clean by now, if somebody else may have written since they were read: they have not been
  /// read again while they were dirty.
  private func evictStale(_ ids: [RecordID]) {
    guard let version = database.dataVersion, version != database.baseline else { return }
    for id in ids where editor.shelf.state(of: id) == .hydrated { records.dehydrate(id) }
  }

  /// Notes in the log that the edits of a field were never written and should not be.
  private func giveUpEdits(of field: Int, _ id: RecordID) {
    guard let schema = try? database.schema(of: id.table) else { return }
    // If this cannot be noted, a session that reads the log finds that these changed nothing.
    try? journal.opened?.marks.discard(
      schema.table, id.key, column: schema.fields[field].column, upTo: lastChange)
  }
}

extension UndoneStep {
  /// Describes a step of which nothing has been done yet.
  init(nothingOf main: LoggedChange, in database: Database) throws(StoreError) {
    self.init(
      kind: main.kind, id: try database.recordID(of: main.row), title: main.title, count: 0)
    if case .field(let change) = main.content { fieldChange = change }
  }
}
