import EditLog
import Listings
import Records
import SQLite

/// The steps of all sessions in the edit log; undo and redo, which are logged as new changes.
public final class History {
  private let editor: Editor
  private let rows: RowEditor
  private let recovery: Recovery
  private let fields: TableEditor

  init(_ editor: Editor, _ rows: RowEditor, _ recovery: Recovery, _ fields: TableEditor) {
    (self.editor, self.rows, self.recovery, self.fields) = (editor, rows, recovery, fields)
  }

  private var database: Database { editor.database }
  private var journal: Journal { editor.journal }
  private var records: RecordTable { editor.records }

  /// The last changes in the edit log, of all sessions, before the given one, latest first; O(*n*).
  public func changes(
    limit: Int, before number: Int64? = nil, of step: Int64? = nil
  ) throws(StoreError) -> [ChangeEntry] {
    try journal.log(creating: false)?.history.changes(limit: limit, before: number, of: step).map(shown)
      ?? []
  }

  /// The changes after a given one, or the oldest for 0, latest first; O(*n*).
  public func changes(limit: Int, after number: Int64, of step: Int64? = nil) throws(StoreError)
    -> [ChangeEntry]
  {
    let log = journal.log(creating: false)
    return try log?.history.changes(limit: limit, before: number, isAfter: true, of: step).map(shown)
      ?? []
  }

  /// The last steps in the edit log, of all sessions, before the given one, latest first.
  ///
  /// Steps of more than a few hundred changes are counted once, and described by their first and last changes.
  public func steps(limit: Int, before number: Int64? = nil) throws(StoreError) -> [StepEntry] {
    try journal.log(creating: false)?.history.steps(limit: limit, before: number).map(shown) ?? []
  }

  /// The steps after a given one, or the oldest for 0, latest first.
  public func steps(limit: Int, after number: Int64) throws(StoreError) -> [StepEntry] {
    try journal.log(creating: false)?.history.steps(limit: limit, before: number, isAfter: true).map(shown)
      ?? []
  }

  /// Whether the edit log exceeds its limit; if so, its oldest steps are dropped when the database is next opened.
  public func isFull() throws(StoreError) -> Bool { try journal.log(creating: false)?.isFull ?? false }

  private func shown(_ step: StepEntry) -> StepEntry {
    var step = step
    guard step.count > 1 else {
      step.main = shown(step.main)
      return step
    }
    // The log may not have recorded the last write-back yet.
    if step.main.isOwn, records.dirty.isEmpty {
      step.unwrittenCount = 0
      if step.main.state == .pending {
        step.main.change.state = step.writtenCount > 0 ? .written : .discarded
      }
    }
    step.main = database.placed(step.main)
    return step
  }

  private func shown(_ entry: ChangeEntry) -> ChangeEntry {
    var shown = database.placed(entry)
    guard entry.state == .pending, entry.isOwn, let id = shown.id, let column = entry.column,
      let field = try? database.field(column, of: id.table), records[id]?.original(at: field) == nil
    else { return shown }
    shown.change.state = .written
    // The log returns longer values truncated.
    if let value = records[id]?.value(at: field), value.payloadByteCount <= 256,
      (try? database.isSame(entry.after, value, field, id.table)) == false
    {
      shown.change.state = .discarded
    }
    return shown
  }

  /// The rows with unwritten edits, of any program that has opened the database; O(*n*) in the log's changes.
  public func pendingRows() throws(StoreError) -> Set<RecordID> {
    let rows = try journal.log(creating: false)?.history.pendingRows() ?? []
    var ids: Set<RecordID> = []
    for row in rows { if let id = try? database.recordID(of: row) { ids.insert(id) } }
    return ids
  }

  /// Whether another running program made the last step to undo, or redo, so that only that program can reverse it.
  public func isLastElsewhere(_ cause: ChangeEntry.Cause) throws(StoreError) -> Bool {
    try journal.log(creating: false)?.history.isLastElsewhere(cause) ?? false
  }

  @discardableResult
  func undo() throws(StoreError) -> UndoneStep? { try reverse(.undo) }

  @discardableResult
  func redo() throws(StoreError) -> UndoneStep? { try reverse(.redo) }

  /// Whether there is something to undo; false until the edit log has been opened.
  public var canUndo: Bool {
    database.damage == nil && journal.canUndo
  }

  /// A position among the steps, which undo and redo return to.
  public struct Place: Hashable, Sendable {
    /// The approximate number of steps that can be undone.
    public var depth: Int64 = 0
    /// The last step that is neither an undo nor a redo.
    public var lastStep: Int64 = 0
  }

  /// The current position of undo and redo; O(*n*) in the steps of the log.
  public func place() throws(StoreError) -> Place {
    guard let (depth, last) = try journal.log(creating: false)?.position() else { return Place() }
    return Place(depth: depth, lastStep: last)
  }

  private func reverse(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoneStep? {
    guard let undo = try start(cause) else { return nil }
    try undo.finish()
    return undo.undone
  }

  /// Starts a job that undoes or redoes a step, or continues where a program died; nil if there is none.
  public func start(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoJob? {
    if let damage = database.damage { throw .damaged(detail: damage) }
    guard let log = journal.log(creating: false) else { return nil }
    // This finds out which edits of dead sessions have been written; the others must not be undone.
    if journal.abandonedEntries == nil { _ = try? recovery.findAbandoned() }
    log.recovery.forgetTitleEdits()
    try recovery.compareFiles(log)
    let resumedCount = try giveBackUnwritten(log)
    guard let step = try log.step(for: cause) else { return nil }
    do throws(StoreError) {
      return try job(cause, step, resumedCount: resumedCount, log)
    } catch {
      if error.isOfOneChange { journal.note(stuck: step.id) }
      throw error
    }
  }

  private func job(
    _ cause: ChangeEntry.Cause, _ step: EditLog.Step, resumedCount: Int, _ log: EditLog
  ) throws(StoreError) -> UndoJob {
    let number = try log.reader.mainChange(of: step.id) ?? step.changes.lowerBound
    guard let main = try log.reader.change(number) else { throw .changedSince }
    var undone = try UndoneStep(nothingOf: main, in: database)
    undone.origin = try log.reader.origin(of: step.id)
    let editStep = journal.beginStep()
    if let reversal = try log.unfinishedReversal(of: step.id, cause) { journal.goOn(editStep, as: reversal) }
    return UndoJob(
      editor, rows, fields, cause, step,
      hasRows: main.kind != .edit || undone.origin?.isWrittenAtOnce == true,
      part: try log.reversals.part(of: step.id), editStep: editStep, lastChange: log.sessions.lastChange,
      resumedCount: resumedCount, undone)
  }

  /// The rest of an undo or redo that dead sessions have left, which the next one continues; nil if there is none.
  public func unfinished() throws(StoreError) -> (isRedo: Bool, count: Int)? {
    guard let log = journal.log(creating: false) else { return nil }
    if journal.abandonedEntries == nil { _ = try recovery.findAbandoned() }
    guard journal.abandonedEntries?.isEmpty == false else { return nil }
    for session in try log.sessions.dead() {
      if let found = try log.reversals.unfinished(of: session) { return found }
    }
    return nil
  }

  /// Discards what dead sessions have undone or redone without writing it: the database still has the earlier values.
  private func giveBackUnwritten(_ log: EditLog) throws(StoreError) -> Int {
    guard journal.abandonedEntries?.isEmpty == false else { return 0 }
    let numbers = try log.giveBackUnwritten(of: try log.sessions.dead())
    if !numbers.isEmpty {
      journal.note(abandoned: nil)
      _ = try recovery.findAbandoned()
    }
    return numbers.count
  }

  /// Discards what an ended undo or redo has set and the database has refused, so that it stays part of the step.
  public func giveUp(_ undo: UndoJob, after result: WriteBackResult) throws(StoreError) {
    guard let log = journal.opened, let session = log.sessions.own else { return }
    log.keeper.flush()
    let numbers = try log.giveBackUnwritten(of: [session])
    var refused = result.failures.map { (id: $0.id, error: $0.error) }
    refused += result.conflicts.map { (id: $0.id, error: StoreError.changedSince) }
    let leftOut = refused.map { row in
      let title = try? rows.identities.shownTitle(of: row.id)
      return LeftOutChange(id: row.id, title: title ?? .null, error: row.error)
    }
    undo.note(unwritten: numbers.count, leftOut)
    for record in Array(records.dirty) {
      records.noteConflicts(of: record.id, [])
      records.change(record) { $0.revert() }
      records.dehydrate(record.id)
    }
    journal.forgetCanUndo()
  }

  /// The step whose last undo or redo failed; nil if there is none.
  public func stuckStep() throws(StoreError) -> StepEntry? {
    guard let stuck = journal.stuckStep else { return nil }
    return try steps(limit: 1, before: stuck + 1).first { $0.main.step == stuck }
  }

  /// Skips the step that could not be undone or redone, in all programs from now on; it stays as it is.
  public func passOver() throws(StoreError) { try journal.passOver() }

  /// Discards every unwritten edit in the log, so that no session restores it; the records stay as they are.
  public func discardUnwritten() throws(StoreError) {
    journal.forgetCanUndo()
    try journal.opened?.marks.discardUnwritten()
  }
}
