import EditLog
import Records
import SQLite

/// What triggers and foreign keys do when the edits of a step are written: it is logged in the same step, so that undo
/// takes it back as well.
final class EditCompanions: WriteRecorder {
  private let rows: RowEditor
  /// The step of the log.
  private let step: Int64
  private let recorder: RowRecorder
  private var changes: [RowChange] = []
  private var appended: EditLog.Appended?

  init(_ rows: RowEditor, of step: Int64) throws(StoreError) {
    (self.rows, self.step) = (rows, step)
    recorder = try rows.database.recorder()
  }

  /// Records what happens while a plan is written.
  func record(_ body: () throws(StoreError) -> WriteBackOutcome) throws(StoreError) -> WriteBackOutcome {
    // A trigger may have ended the transaction, and the savepoint with it.
    try recorder.record(unless: \.isToBeRepeated, body)
  }

  /// Appends what was recorded as a draft, before COMMIT.
  func append(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) throws(StoreError) {
    let written = plan.writtenCells(outcome)
    if !outcome.failures.isEmpty { recorder.noteRollback() }
    changes = []
    // A trigger, or a module, may have kept what was there before.
    for var change in try rows.rowChanges(in: recorder, keepsUnchanged: true) {
      change.take(written[change.id] ?? [])
      if !change.isEmpty { changes.append(change) }
    }
    try rows.constraints.noteDangling(&changes)
    let logged = changes.sorted { $0.rank < $1.rank }.flatMap(\.logged).map { change in
      var change = change
      // What the edit itself does is in the log already.
      change.depth = max(1, change.depth)
      return change
    }
    appended = rows.journal.append(logged, toStep: step)
  }

  /// Confirms the draft, or forgets it.
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

  /// Updates records and lists, once the written records are clean.
  func follow() { rows.follow(changes) }
}

extension WriteBackPlan {
  /// The cells that were written, with what the database was given.
  fileprivate func writtenCells(_ outcome: WriteBackOutcome) -> [RecordID: [LoggedChange.Cell]] {
    var cells: [RecordID: [LoggedChange.Cell]] = [:]
    for (place, update) in updates.enumerated() where outcome.failures[place] == nil {
      let (schema, conflicts) = (shape(of: update).sql.schema, outcome.conflicts[place] ?? [])
      cells[id(of: update)] = zip(fields(of: update), values(of: update)).compactMap { field, value in
        conflicts.contains { $0.index == field }
          ? nil : LoggedChange.Cell(column: schema.fields[field].column, value: value)
      }
    }
    return cells
  }
}

extension RowChange {
  /// Counts from what an edit has written, which the log has already.
  fileprivate mutating func take(_ written: [LoggedChange.Cell]) {
    for cell in written {
      guard let place = before?.firstIndex(where: { $0.column == cell.column }) else { continue }
      let affinity = sql.schema.fields.first { $0.column == cell.column }?.affinity ?? .blob
      let held = after?.first { $0.column == cell.column }?.value
      before?[place].value =
        held.map { cell.value.isHeld(as: $0, in: affinity) ? $0 : cell.value } ?? cell.value
    }
  }
}
