import Records

/// Steps of the log in which rows come and go, made in the database at once.
extension BookStore {
  /// Makes changes in their order, all or none.
  ///
  /// - Throws: `changedSince` where one does not find what it goes out from, `keyOfGoneRow` where a row cannot come back
  ///   before another one with its key is settled, or what writing can end with.
  ///
  /// - Parameter edits: What had been set in rows that come back, and is to wait for the next write-back again.
  func make(
    _ changes: [LoggedChange], as purpose: LogPurpose, settingAgain edits: [LoggedChange] = []
  ) throws(StoreError) {
    writeFirst(changes)
    let transaction = RowTransaction(purpose)
    do throws(StoreError) {
      try write { () throws(StoreError) in try make(changes, settingAgain: edits, transaction) }
    } catch {
      let going = changes.filter { $0.kind == .deletion }.compactMap { try? recordID(of: $0) }
      throw explained(error, deleting: going)
    }
    for change in changes where change.kind == .insertion { noteInserted(try recordID(of: change)) }
    follow(transaction)
    // It is done by now; what cannot be set is in the log.
    for edit in edits { try? setAgain(edit) }
  }

  private func make(
    _ changes: [LoggedChange], settingAgain edits: [LoggedChange], _ transaction: RowTransaction
  ) throws(StoreError) {
    try loggedTransaction(transaction) { () throws(StoreError) in
      // A row may come before the one that it points to.
      try connection.statement("PRAGMA defer_foreign_keys = ON").run()
      var rest = changes[...]
      while let first = rest.first {
        let run = rest.prefix { $0.kind == first.kind && $0.table == first.table }
        try make(Array(run), first.kind, transaction)
        rest = rest.dropFirst(run.count)
      }
      try logDefaults(transaction)
      append(
        edits.map { edit in
          var edit = edit
          edit.fate = .waiting
          return edit
        }, in: transaction)
    }
  }

  /// Writes what was set and is not written where changes go out from it, since these are made in the database at once.
  ///
  /// One that stays dirty is not as the change left it for the database.
  private func writeFirst(_ changes: [LoggedChange]) {
    finishWriteBack()
    let waiting = changes.compactMap(recordToWrite) + givingUp(for: changes)
    let unique = Dictionary(waiting.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if !unique.isEmpty { _ = perform(beginWriteBack(of: Array(unique.values))) }
  }

  /// The record that an edit goes out from, where that is not written.
  private func recordToWrite(before change: LoggedChange) -> Record? {
    guard case .edit(let column, let before, _) = change.content, let id = try? recordID(of: change),
      let record = records[id], let field = try? field(column, of: id.table),
      record.original(at: field) != nil, record.value(at: field) == before
    else { return nil }
    return record
  }

  /// The dirty records of the tables that rows come back to, which may have given up in memory only what no two rows hold.
  private func givingUp(for changes: [LoggedChange]) -> [Record] {
    let names = Set(changes.lazy.filter { $0.kind == .insertion }.map(\.table))
    let keys = names.reduce(into: [TableID: [UniqueKey]]()) { keys, name in
      guard let id = entry(named: name)?.id, let schema = try? schema(of: id) else { return }
      keys[id] = schema.uniqueKeys
    }
    if keys.values.allSatisfy(\.isEmpty) { return [] }
    return records.dirty.filter { record in
      keys[record.id.table]?.contains { record.hasChanged(in: $0) } ?? false
    }
  }

  /// Makes changes of one kind in one table.
  private func make(
    _ changes: [LoggedChange], _ kind: ChangeEntry.Kind, _ transaction: RowTransaction
  ) throws(StoreError) {
    var ids: [RecordID] = []
    for change in changes { ids.append(try recordID(of: change)) }
    switch kind {
    case .insertion:
      append(changes, in: transaction)
      try insertWhole(Array(zip(ids, changes)))
      for id in ids { try checkIsFree(id) }
    case .deletion:
      let ids = try rowsAsLeft(changes, transaction.purpose.step)
      for (id, isDeleted) in zip(ids, try deleteWhole(ids, in: transaction)) where isDeleted {
        note(id, transaction)
      }
    case .edit:
      for (id, change) in zip(ids, changes) { try checkIsHeld(change, of: id) }
      append(changes, in: transaction)
      for (id, change) in zip(ids, changes) {
        guard case .edit(let column, _, let value) = change.content else { continue }
        let field = try field(column, of: id.table)
        try setFields([field], of: id, to: [value], try sql(of: id.table), transaction)
      }
    }
  }

  /// Checks that the database holds what an edit goes out from.
  func checkIsHeld(_ change: LoggedChange, of id: RecordID) throws(StoreError) {
    guard case .edit(let column, let before, _) = change.content else { return }
    let field = try field(column, of: id.table)
    let held = try connection.statement(try sql(of: id.table).value(field)).firstRow(binding: id.values) {
      row throws(StoreError) in try row.value(at: 0)
    }
    guard let held else { throw .rowGone }
    guard try isSame(before, held, field, id.table) else { throw .changedSince }
  }

  /// The rows that are to be deleted and are as they were inserted, without those that have gone with others before.
  func rowsAsLeft(_ changes: [LoggedChange], _ step: EditStep?) throws(StoreError) -> [RecordID] {
    var ids: [RecordID] = []
    for change in changes {
      do throws(StoreError) {
        try checkIsAsLeft(change)
        ids.append(try recordID(of: change))
      } catch {
        guard error == .rowGone, let step = step.flatMap({ steps[$0] }),
          try openedLog?.hasDeleted(change, in: step) == true
        else { throw error }
      }
    }
    return ids
  }

  /// Checks that a row which is to be deleted is as it was inserted.
  private func checkIsAsLeft(_ change: LoggedChange) throws(StoreError) {
    let id = try recordID(of: change)
    guard case .deletion(let cells) = change.content, let row = try loggedRow(id, { .deletion($0) }),
      case .deletion(let held) = row.content
    else { throw .rowGone }
    let affinities = try schema(of: id.table).fields.reduce(into: [:]) { $0[$1.column] = $1.affinity }
    for cell in held {
      guard let left = cells.first(where: { $0.column == cell.column }) else { continue }
      let affinity = affinities[cell.column] ?? .integer
      guard cell.value.isHeld(as: left.value, in: affinity) || left.value.isHeld(as: cell.value, in: affinity)
      else { throw .changedSince }
    }
  }
}
