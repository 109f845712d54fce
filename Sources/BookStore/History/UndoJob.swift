import Records

/// Undoes or redoes a step, some of its changes at a time.
///
/// A job that is stopped in the middle leaves a step with the rest, which the next undo goes on with.
public final class UndoJob: Job {
  private let editor: Editor
  private let rows: RowEditor
  private let cause: ChangeEntry.Cause
  private let undoneStep: EditLog.Step
  /// Whether rows come or go in it, and fields with them, as far as it was looked at.
  private var hasRows: Bool
  /// What it is logged as.
  private let editStep: EditStep
  /// The last change of the log when it began; those after it are its own.
  private let lastChange: Int64
  /// The number of the log that it is in.
  private let logNumber: Int
  /// Where what was done is moved to.
  private var part: Int64?
  /// Whether nothing is done yet but looking whether all can be.
  private var isChecking: Bool
  /// The changes before this one come next.
  private var next = Int64.max
  /// How many changes come next.
  private var size: Int
  /// What was done so far.
  public private(set) var undone: UndoneStep
  /// How many changes were looked at, and made.
  private var done = 0

  private var database: Database { editor.database }
  private var journal: Journal { editor.journal }
  private var records: RecordTable { editor.records }

  /// Whether it is more than is done in one go.
  public var isLarge: Bool { total > Self.wholeCount }
  /// Whether something is done again that was undone.
  public var isRedo: Bool { cause == .redo }
  /// Whether something was done.
  public var hasBegun: Bool { undone.count + undone.otherCount > 0 }
  /// The part that is done, from 0 to 1.
  public var fraction: Double { min(1, Double(done) / Double(hasRows ? total : 2 * total)) }
  private var total: Int { undoneStep.count }

  /// The most changes that are made in one transaction.
  private static let wholeCount = 256
  /// The changes that are made at a time where there are more, to begin with.
  private static let partSize = 64
  /// The most rows that come or go at a time.
  private static let largestPartSize = 1_024

  init(
    _ editor: Editor, _ rows: RowEditor, _ cause: ChangeEntry.Cause, _ step: EditLog.Step, hasRows: Bool,
    editStep: EditStep,
    lastChange: Int64,
    logNumber: Int, _ undone: UndoneStep
  ) {
    (self.editor, self.rows) = (editor, rows)
    self.cause = cause
    undoneStep = step
    self.hasRows = hasRows
    self.editStep = editStep
    self.lastChange = lastChange
    self.logNumber = logNumber
    self.undone = undone
    let isLarge = step.count > Self.wholeCount
    // Where rows come and go one change makes the next one possible.
    isChecking = isLarge && !hasRows
    size = isLarge ? Self.partSize : Self.wholeCount
  }

  /// Begins anew as one in which rows come or go, which it is described by.
  private func takeInRows(_ main: UndoneStep) {
    if !hasBegun { undone = main }
    (hasRows, isChecking, next, done) = (true, false, .max, 0)
  }

  /// Has as many rows come or go in one transaction as leave time for a key: each transaction waits for the disk.
  ///
  /// - Parameter seconds: What the last ones have taken.
  private func adapt(to seconds: Double) {
    guard isLarge, hasRows else { return }
    if seconds < 0.004 { size = min(size * 2, max(size, Self.largestPartSize)) }
    if seconds > 0.008 { size = max(size / 2, min(size, Self.partSize)) }
  }

  /// Takes more changes in one go, since some may be possible only together with others; false where all were taken.
  private func widen() -> Bool {
    guard hasRows, done + size < total else { return false }
    size *= 4
    return true
  }

  /// Does some of what is left to do; false where nothing is.
  ///
  /// A step that is not large is done in one go, or not at all.
  ///
  /// - Throws: As `undo()`; what was done before stays done, and all else as it is.
  public func step() throws(StoreError) -> Bool {
    if let failure = journal.failure { throw failure }
    guard let log = journal.opened, logNumber == journal.number else { return false }
    do throws(StoreError) {
      let page = try log.reader.changes(of: undoneStep.id, before: next, limit: size)
      guard let last = page.last else { return try end(log) }
      // All changes are looked at before any is made, for rows may come or go between fields.
      if !hasRows, let row = page.first(where: { $0.change.kind != .edit }) {
        takeInRows(try UndoneStep(nothingOf: row.change, in: database))
        return true
      }
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
    } catch {
      if error.isOfConstraint, widen() { return true }
      // What stands against it now may be gone the next time.
      if error == .changedSince || error.concernsOneRow || error.concernsOneStatement {
        journal.passOver(undoneStep.id)
      }
      throw error
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

  /// Makes some changes of a step and notes what they were.
  private func make(_ page: [LogReader.NumberedChange]) throws(StoreError) {
    guard let first = page.first, let last = page.last else { return }
    var reversal = Reversal(step: undoneStep.id)
    reversal.part = part.map { .init(step: $0, changes: last.number...first.number) }
    let purpose = LogPurpose(cause: cause, step: editStep, reversing: reversal)
    let changes = page.map(\.change.reversed)
    if !hasRows {
      try set(changes, as: purpose)
    } else {
      try rows.make(
        changes, as: purpose, settingAgain: try rows.givenUp(with: page, of: undoneStep.id, before: next))
    }
    try note(page.map(\.change))
  }

  private func note(_ changes: [LoggedChange]) throws(StoreError) {
    let isFirst = undone.count + undone.otherCount == 0
    let table = database.tables[Int(undone.id.table.index)].name
    let others = changes.filter { $0.kind != undone.kind || $0.table != table }
    undone.count += changes.count - others.count
    // Of a row that is changed along each column is a change.
    undone.otherCount += Set(others.map(\.row)).count
    guard undone.kind == .edit, let column = changes.first?.column else { return }
    let field = try database.field(column, of: undone.id.table)
    let isOne = changes.allSatisfy { $0.column == column } && (isFirst || undone.field == field)
    undone.field = isOne ? field : nil
    if let values = records[undone.id]?.shownValues {
      undone.title = try database.schema(of: undone.id.table).title(of: values)
    }
  }

  /// Sets fields to what logged edits say, all or none.
  ///
  /// Where it is much, rows do not move in the listings for each.
  private func set(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) {
    var edits: [Edit] = []
    for change in changes { if let edit = try edit(of: change) { edits.append(edit) } }
    let settled = edits.flatMap { edit in
      editor.shelf.conflicts(of: edit.record.id).filter { $0.field == edit.field }
    }
    let appended = try journal.appendPart(changes, as: purpose)
    defer {
      let taken = takeTheirs(settled)
      let own = zip(edits, appended?.changes ?? []).filter { edit, _ in
        taken.contains { $0.id == edit.record.id && $0.field == edit.field }
      }
      // What cannot be noted is no change in the end for whoever reads the log.
      try? journal.opened?.marks.note(changes: own.map(\.1), LogCode.discarded)
      letGoOfStale(edits.map(\.record.id))
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

  /// A field that is to be set.
  private struct Edit {
    let record: Record
    let field: Int
    let value: Value
  }

  /// What a logged edit does, if it finds what it goes out from.
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

  /// Has fields hold what somebody else has made of them where they are as they were read, which no database holds any
  /// more; the edits that led there were never written.
  ///
  /// - Parameter conflicts: What was in conflict before the fields were set.
  /// - Returns: The conflicts that are no more.
  private func takeTheirs(_ conflicts: [Conflict]) -> [Conflict] {
    var taken: [Conflict] = []
    for conflict in conflicts {
      let (id, field) = (conflict.id, conflict.field)
      guard let record = records[id], record.values != nil, record.original(at: field) == nil else {
        continue
      }
      editor.lists.edit(record, field, isOneOfMany: isLarge) {
        $0.rebase([FieldValue(index: field, value: conflict.theirs)])
        $0.set(conflict.theirs, at: field)
      }
      records.noteConflicts(of: id, records.conflicts(of: id).filter { $0.index != field })
      giveUpEdits(of: field, id)
      taken.append(conflict)
    }
    return taken
  }

  /// Lets go of records that are clean by now, if somebody else may have written since they were read: nothing has read
  /// them again while they were dirty.
  private func letGoOfStale(_ ids: [RecordID]) {
    guard let version = database.dataVersion, version != database.baseline else { return }
    for id in ids where editor.shelf.state(of: id) == .hydrated { records.dehydrate(id) }
  }

  /// Notes in the log that what was set in a field was never written and is not to be.
  private func giveUpEdits(of field: Int, _ id: RecordID) {
    guard let schema = try? database.schema(of: id.table) else { return }
    // What cannot be noted is no change in the end for whoever reads the log.
    try? journal.opened?.marks.discard(
      schema.table, id.key, column: schema.fields[field].column, upTo: lastChange)
  }
}

extension UndoneStep {
  /// What a step is said to be of which nothing is done yet.
  init(nothingOf main: LoggedChange, in database: Database) throws(StoreError) {
    self.init(
      kind: main.kind, id: try database.recordID(of: main.row), title: main.title, count: 0)
  }
}
