import EditLog
import Listings
import Records
import SQLite

/// Restores fields to their values before a step, in memory, as edits do.
struct FieldUndo {
  let editor: Editor
  let rows: RowEditor
  let isLarge: Bool
  let lastChange: Int64

  private var database: Database { editor.database }
  private var journal: Journal { editor.journal }
  private var records: RecordTable { editor.records }

  struct Edit {
    let change: Change
    let record: Record
    let field: Int
    /// The value that another program has written since, and the value that the step had left.
    var conflict: (theirs: Value, original: Value)?
  }

  /// The field that a logged edit sets, if the field still holds what the edit started from.
  ///
  /// - Parameter offersConflict: Whether to offer a field that another program has changed as a conflict.
  /// - Throws: `changedSince` if it holds something else, `rowReplaced` if another row has the key and the value to set.
  func edit(of change: Change, offersConflict: Bool) throws(StoreError) -> Edit {
    guard case .edit(let column, let before, let after) = change.content else { throw .changedSince }
    let id = try database.recordID(of: change.row)
    let field = try database.field(column, of: id.table)
    try database.checkIsSettable(field, of: id.table)
    let record = try editor.shelf.record(id)
    let held = try editor.shelf.read(field, of: id)
    var edit = Edit(change: change, record: record, field: field)
    if try database.isSame(before, held, field, id.table) {
      // An empty field does not identify the row.
      if held.isNull { try checkIsSameRow(change, id, field) }
      return edit
    }
    if try database.isSame(after, held, field, id.table) {
      // The row may be another one with the same value; otherwise only the log needs to know.
      try checkIsSameRow(change, id, field)
      return edit
    }
    guard offersConflict, record.original(at: field) == nil else { throw .changedSince }
    edit.conflict = (held, before)
    return edit
  }

  /// Checks, if the title tells, that no other row has taken the key since the edit.
  private func checkIsSameRow(_ change: Change, _ id: RecordID, _ field: Int) throws(StoreError) {
    guard let log = journal.opened, !change.title.isNull,
      try rows.identities.shownTitle(of: id) != change.title.head
    else { return }
    let schema = try database.schema(of: id.table)
    // The title may have come from another field then, or from a field's text.
    let isOfOther = records[id]?.shownValues?.contains { value in
      value.head == change.title.head
        || Value.text(Text(schema.text(ofTitle: value))).head == change.title.head
    }
    if isOfOther == true { return }
    // A generated title changes without an edit of its own, so it proves nothing.
    if schema.titleFields.contains(where: { $0 == field || schema.fields[$0].isGenerated }) { return }
    if try database.isOfOtherRow(change, id, log) { throw .rowReplaced }
  }

  /// Hydrates several hundred rows per statement; one that fails is read again in its turn, which reports why.
  func hydrate(_ changes: [Change]) {
    let edits = changes.lazy.filter { $0.kind == .edit }
    let ids = edits.compactMap { try? self.database.recordID(of: $0.row) }
    for (_, ids) in Dictionary(grouping: ids, by: \.table) where ids.count > 1 {
      try? editor.shelf.hydrate(ids[...])
    }
  }

  func set(_ edits: [Edit], as purpose: LogPurpose) throws(StoreError) {
    let conflicts = edits.flatMap { edit in
      editor.shelf.conflicts(of: edit.record.id).filter { $0.field == edit.field }
    }
    let appended = try journal.appendPart(edits.map(\.change), as: purpose)
    for (table, edits) in Dictionary(grouping: edits, by: \.record.id.table) {
      editor.writer.noteStep(of: appended, in: table, edits.map(\.record.id))
    }
    defer {
      let accepted = acceptTheirs(conflicts)
      let own = zip(edits, appended?.changes ?? 0..<0).filter { edit, _ in
        accepted.contains { $0.id == edit.record.id && $0.field == edit.field }
      }
      // If this fails, a session that reads the log finds that these changed nothing.
      try? journal.opened?.marks.note(changes: own.map { _, change in change }, LogCode.discarded)
      evictStale(edits.map(\.record.id))
    }
    if isLarge {
      for (table, edits) in Dictionary(grouping: edits, by: \.record.id.table) {
        editor.lists.markStale(table, changing: Array(Set(edits.map(\.field))))
      }
    }
    for edit in edits { set(edit) }
  }

  private func set(_ edit: Edit) {
    let change = { (record: Record) in
      record.set(edit.change.after, at: edit.field)
      if let conflict = edit.conflict {
        record.rebase([FieldValue(index: edit.field, value: conflict.original)])
      }
    }
    if isLarge {
      records.change(edit.record, change)
    } else {
      editor.lists.edit(edit.record, [edit.field], change)
    }
    if let conflict = edit.conflict {
      rows.noteConflict(of: edit.record.id, FieldValue(index: edit.field, value: conflict.theirs))
    }
  }

  /// Sets fields to the other program's values if undo has returned them to what was read: their edits were never written.
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

  /// Records are not read again while they are dirty, so clean ones may be outdated.
  private func evictStale(_ ids: [RecordID]) {
    guard let version = database.dataVersion, version != database.baseline else { return }
    for id in ids where editor.shelf.state(of: id) == .hydrated { records.dehydrate(id) }
  }

  private func giveUpEdits(of field: Int, _ id: RecordID) {
    guard let schema = try? database.schema(of: id.table) else { return }
    // If this fails, a session that reads the log finds that these changed nothing.
    try? journal.opened?.marks.discard(
      schema.table, id.key, column: schema.fields[field].column, upTo: lastChange)
  }
}
