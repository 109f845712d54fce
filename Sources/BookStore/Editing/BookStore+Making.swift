import Records

/// Steps of the log in which rows come and go, taken back in the database at once.
extension BookStore {
  /// Makes changes in their order, all or none, and has everything that goes along be as it was.
  ///
  /// - Parameter edits: What had been set in rows that come back, and is to wait for the next write-back again.
  /// - Throws: `changedSince` where one does not find what it goes out from, `keyOfGoneRow` where a row cannot come back
  ///   before another one with its key is settled, or what writing can end with.
  func make(
    _ changes: [LoggedChange], as purpose: LogPurpose, settingAgain edits: [LoggedChange] = []
  ) throws(StoreError) {
    writeFirst(changes)
    let going = try going(in: changes)
    let waiting = edits.map { edit in
      var edit = edit
      edit.fate = .waiting
      return edit
    }
    do throws(StoreError) {
      let (_, made) = try changeRows(as: purpose, settingAgain: waiting) { recorder throws(StoreError) in
        // A row may come before the one that it points to.
        try connection.statement("PRAGMA defer_foreign_keys = ON").run()
        var taking = TakingBack(store: self, recorder: recorder)
        try taking.takeBack(changes, of: purpose.step.flatMap(journal.number))
      }
      let gone = Set(made.lazy.filter { $0.kind == .deletion }.map(\.id))
      for (ids, places) in going { forget(ids, areDeleted: ids.map(gone.contains), places) }
      let known = Set(going.flatMap(\.ids))
      follow(made.filter { $0.kind != .deletion || !known.contains($0.id) })
    } catch {
      throw explained(error, changing: going.flatMap(\.ids))
    }
    // It is done by now; what cannot be set is in the log.
    for edit in edits { try? setAgain(edit) }
  }

  /// The rows that are to go, table by table, with their places in the lists.
  private func going(in changes: [LoggedChange]) throws(StoreError) -> [(ids: [RecordID], places: [Places])] {
    var ids: [TableID: [RecordID]] = [:]
    for change in changes where change.kind == .deletion {
      let id = try recordID(of: change)
      ids[id.table, default: []].append(id)
    }
    var going: [(ids: [RecordID], places: [Places])] = []
    for ids in ids.values { going.append((ids, try places(of: ids))) }
    return going
  }

  /// Writes what was set and is not written where changes go out from it, since these are made in the database at once.
  ///
  /// One that stays dirty is not as the change left it for the database.
  private func writeFirst(_ changes: [LoggedChange]) {
    finishWriteBack()
    let going = Set(changes.filter { $0.kind == .deletion }.map(\.table))
    let waiting = changes.compactMap(recordToWrite) + givingUp(for: changes) + pointingElsewhere(from: going)
    writeFirst(waiting)
  }

  /// Writes dirty records that may stand against what is to be done; those that cannot be written stay dirty.
  func writeFirst(_ waiting: [Record]) {
    if waiting.isEmpty { return }
    finishWriteBack()
    let dirty = waiting.filter { $0.state == .dirty }
    let unique = Dictionary(dirty.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    if !unique.isEmpty { _ = perform(beginWriteBack(of: Array(unique.values))) }
  }

  /// The dirty records that point to other rows of some tables than the database has: by what it has they could go along
  /// with a row that they do not point to any more.
  func pointingElsewhere(from tables: Set<String>) -> [Record] {
    let names = Set(tables.map { $0.lowercased() })
    // A table that has a record was looked at.
    let fields = sqls.compactMap { $0?.schema }.reduce(into: [TableID: [Int]]()) { fields, schema in
      let pointing = schema.references.filter { names.contains($0.table.lowercased()) }.flatMap(\.fields)
      if !pointing.isEmpty { fields[schema.id] = pointing }
    }
    if fields.isEmpty { return [] }
    return records.dirty.filter { record in
      fields[record.id.table].map { record.hasChanged(oneOf: $0) } ?? false
    }
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

  /// Checks that the database holds what an edit goes out from.
  func checkIsHeld(_ change: LoggedChange, of id: RecordID) throws(StoreError) {
    guard case .edit(let column, let before, _) = change.content else { return }
    let field = try field(column, of: id.table)
    let held = try connection.statement(try sql(of: id.table).value(field)).firstRow(binding: id.values) {
      row in row.value(at: 0)
    }
    guard let held else { throw .rowGone }
    guard try isSame(before, held, field, id.table) else { throw .changedSince }
  }

  /// Checks that a row which is to be deleted is as it was inserted.
  func checkIsAsLeft(_ change: LoggedChange) throws(StoreError) {
    let id = try recordID(of: change)
    guard case .deletion(let image) = change.content, let held = try heldCells(of: id, try sql(of: id.table))
    else { throw .rowGone }
    // What was set in it is not written, and would go with it.
    guard records[id]?.originals.isEmpty != false, image.isDigest(of: held) else { throw .changedSince }
  }
}
