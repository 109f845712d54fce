import Records

/// Undoes or redoes a step, some of its changes at a time.
///
/// A job that is stopped in the middle leaves a step with the rest, which the next undo goes on with.
public final class UndoJob: Job {
  private let store: BookStore
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
    _ store: BookStore, _ cause: ChangeEntry.Cause, _ step: EditLog.Step, hasRows: Bool, editStep: EditStep,
    lastChange: Int64,
    logNumber: Int, _ undone: UndoneStep
  ) {
    self.store = store
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
    if let failure = store.journal.failure { throw failure }
    guard let log = store.journal.opened, logNumber == store.journal.number else { return false }
    do throws(StoreError) {
      let page = try log.reader.changes(of: undoneStep.id, before: next, limit: size)
      guard let last = page.last else { return try end(log) }
      // All changes are looked at before any is made, for rows may come or go between fields.
      if !hasRows, let row = page.first(where: { $0.change.kind != .edit }) {
        takeInRows(try store.nothingUndone(of: row.change))
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
        store.journal.passOver(undoneStep.id)
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
    store.journal.forgetCanUndo()
    store.journal.end(editStep)
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
      try store.make(
        changes, as: purpose, settingAgain: try store.givenUp(with: page, of: undoneStep.id, before: next))
    }
    try note(page.map(\.change))
  }

  private func note(_ changes: [LoggedChange]) throws(StoreError) {
    let isFirst = undone.count + undone.otherCount == 0
    let table = store.tables[Int(undone.id.table.index)].name
    let others = changes.filter { $0.kind != undone.kind || $0.table != table }
    undone.count += changes.count - others.count
    // Of a row that is changed along each column is a change.
    undone.otherCount += Set(others.map(\.row)).count
    guard undone.kind == .edit, let column = changes.first?.column else { return }
    let field = try store.field(column, of: undone.id.table)
    let isOne = changes.allSatisfy { $0.column == column } && (isFirst || undone.field == field)
    undone.field = isOne ? field : nil
    if let values = store.records[undone.id]?.shownValues {
      undone.title = try store.schema(of: undone.id.table).title(of: values)
    }
  }

  /// Sets fields to what logged edits say, all or none.
  ///
  /// Where it is much, rows do not move in the listings for each.
  private func set(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) {
    var edits: [Edit] = []
    for change in changes { if let edit = try edit(of: change) { edits.append(edit) } }
    let settled = edits.flatMap { edit in
      store.conflicts(of: edit.record.id).filter { $0.field == edit.field }
    }
    let appended = try store.appendPart(changes, as: purpose)
    defer {
      let taken = store.takeTheirs(settled, upTo: lastChange, areMany: isLarge)
      let own = zip(edits, appended?.changes ?? []).filter { edit, _ in
        taken.contains { $0.id == edit.record.id && $0.field == edit.field }
      }
      // What cannot be noted is no change in the end for whoever reads the log.
      try? store.journal.opened?.marks.note(changes: own.map(\.1), LogCode.discarded)
      store.letGoOfOld(edits.map(\.record.id))
    }
    guard isLarge else {
      for edit in edits { store.edit(edit.record, [edit.field]) { $0.set(edit.value, at: edit.field) } }
      return
    }
    let fields = Set(edits.map(\.field))
    for listing in store.listings where listing.isAffected(by: Array(fields)) { listing.markStale() }
    for edit in edits { store.records.change(edit.record) { $0.set(edit.value, at: edit.field) } }
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
    let id = try store.recordID(of: change)
    let field = try store.field(column, of: id.table)
    try store.checkIsSettable(field, of: id.table)
    let record = try store.record(id)
    guard try store.isSame(before, store.read(field, of: id), field, id.table) else { throw .changedSince }
    return Edit(record: record, field: field, value: after)
  }
}
