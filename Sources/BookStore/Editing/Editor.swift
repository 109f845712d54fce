import EditLog
import Listings
import Records
import SQLite

/// Sets fields of records; the next write-back writes them to the database.
public final class Editor {
  let database: Database
  let shelf: Shelf
  let lists: Lists
  let journal: Journal
  let writer: Writer
  let constraints: Constraints

  init(_ database: Database, _ shelf: Shelf, _ lists: Lists, _ writer: Writer) {
    (self.database, self.shelf, self.lists) = (database, shelf, lists)
    (journal, self.writer) = (writer.journal, writer)
    constraints = Constraints(shelf, writer)
  }

  var records: RecordTable { shelf.records }

  /// Checks that rows, or a field of them, can be changed, by compiling a statement.
  ///
  /// - Throws: `cannotChange`, `damaged`, `noKeys` or `fixedField`.
  public func checkIsChangeable(_ table: TableID, _ kind: Change.Kind, field: Int? = nil) throws(StoreError) {
    if let damage = database.damage { throw .damaged(detail: damage) }
    let sql = try database.sql(of: table)
    try sql.schema.checkHasKeys()
    switch kind {
    case .edit: if let field { try database.checkIsSettable(field, of: table) }
    case .insertion: try database.change(sql.insert(sql.rowColumns), sql.schema.table)
    case .deletion: try database.change(sql.delete, sql.schema.table)
    case .field: break
    }
  }

  func set(_ value: Value, at fieldIndex: Int, of id: RecordID, in step: EditStep? = nil) throws(StoreError) {
    try database.checkIsSettable(fieldIndex, of: id.table)
    let value = try asStored(value)
    try constraints.makeWay(for: value, at: fieldIndex, of: id)
    guard try shelf.read(fieldIndex, of: id) != value else { return }
    writer.writeSteps(before: step.flatMap { journal.number(of: $0) }, in: id.table)
    let record = try shelf.record(id)
    if let change = database.edit(of: fieldIndex, in: record, to: value) {
      writer.noteStep(of: journal.append([change], as: LogPurpose(step: step)), in: id.table, [id])
    }
    lists.edit(record, [fieldIndex]) { $0.set(value, at: fieldIndex) }
  }

  /// Reverts every unwritten edit of a record.
  public func revert(_ id: RecordID) {
    guard let record = records[id] else { return }
    let changes = record.originals.compactMap { database.edit(of: $0.index, in: record, to: $0.value) }
    journal.append(changes, as: LogPurpose())
    lists.edit(record, record.originals.map(\.index)) { $0.revert() }
  }

  func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    guard let table = ids.first?.table else { return }
    try database.checkIsSettable(fieldIndex, of: table)
    let value = try asStored(value)
    let step = step ?? journal.beginStep()
    lists.markStale(table, changing: [fieldIndex])
    // Small parts keep the log from being locked for long; unique values are set one by one.
    let isUnique = try database.schema(of: table).uniqueKeys.contains { $0.fields.contains(fieldIndex) }
    let size = isUnique ? 1 : 1_024
    try constraints.requireTargets(for: value, at: fieldIndex, in: table)
    for start in stride(from: 0, to: ids.count, by: size) {
      try set(value, at: fieldIndex, ofSome: ids[start..<min(start + size, ids.count)], in: step)
    }
  }

  private func set(
    _ value: Value, at fieldIndex: Int, ofSome ids: ArraySlice<RecordID>, in step: EditStep
  ) throws(StoreError) {
    if let table = ids.first?.table { writer.writeSteps(before: journal.number(of: step), in: table) }
    var (found, failure) = try settable(ids, value, at: fieldIndex)
    // Only after all checks, because a memory warning may release some records while another is written first.
    for record in found where record.value(at: fieldIndex) == nil {
      do throws(StoreError) { _ = try shelf.read(fieldIndex, of: record.id) } catch {
        failure = failure ?? error
      }
    }
    found.removeAll { record in record.value(at: fieldIndex).map { $0 == value } ?? true }
    if journal.log() != nil || journal.failure != nil {
      let changes = found.compactMap { database.edit(of: fieldIndex, in: $0, to: value) }
      let appended = try journal.appendPart(changes, as: LogPurpose(step: step))
      if let table = found.first?.id.table { writer.noteStep(of: appended, in: table, found.map(\.id)) }
    }
    for record in found { records.change(record) { $0.set(value, at: fieldIndex) } }
    if let failure { throw failure }
  }

  func set(_ values: [(id: RecordID, value: Value)], at fieldIndex: Int, in step: EditStep) throws(StoreError)
  {
    guard let table = values.first?.id.table else { return }
    try database.checkIsSettable(fieldIndex, of: table)
    writer.writeSteps(before: journal.number(of: step), in: table)
    for start in stride(from: 0, to: values.count, by: 1_024) {
      let part = values[start..<min(start + 1_024, values.count)]
      let ids = part.map { $0.id }
      try shelf.hydrate(ids[...])
      var changes: [Change] = []
      for (id, value) in part {
        let change = database.edit(of: fieldIndex, in: try shelf.record(id), to: value)
        if let change { changes.append(change) }
      }
      let appended = try journal.appendPart(changes, as: LogPurpose(step: step))
      writer.noteStep(of: appended, in: table, ids)
      for (id, value) in part {
        lists.edit(try shelf.record(id), fieldIndex, isOneOfMany: values.count > Self.movedCount) {
          $0.set(value, at: fieldIndex)
        }
      }
    }
  }

  /// The most rows that move in the lists one by one, because each needs some statements in a long list.
  private static let movedCount = 16

  func resolve(_ conflict: Conflict, to value: Value, isOneOfMany: Bool) {
    let (id, field) = (conflict.id, conflict.field)
    guard let record = records[id] else { return }
    lists.edit(record, field, isOneOfMany: isOneOfMany) {
      $0.rebase([FieldValue(index: field, value: conflict.theirs)])
      $0.set(value, at: field)
    }
    records.noteConflicts(of: id, records.conflicts(of: id).filter { $0.index != field })
  }

  /// The value as SQLite would return it: it stores NaN as NULL, and replaces invalid UTF-8 in a UTF-16 database.
  private func asStored(_ value: Value) throws(StoreError) -> Value {
    switch value {
    case .real(let real) where real.isNaN: .null
    case .text where !database.connection.isUTF8 && value.isBytes:
      try database.connection.value("SELECT ?", [value]) ?? value
    default: value
    }
  }

  private func settable(
    _ ids: ArraySlice<RecordID>, _ value: Value, at fieldIndex: Int
  ) throws(StoreError) -> (records: [Record], failure: StoreError?) {
    var found: [Record] = []
    found.reserveCapacity(ids.count)
    // The loop below reads a row that fails here again, to find out which it is.
    try? shelf.hydrate(ids)
    for id in ids {
      do throws(StoreError) {
        try constraints.makeWay(for: value, at: fieldIndex, of: id, isTargetKnown: true)
        found.append(try shelf.record(id))
      } catch {
        return (found, error)
      }
    }
    return (found, nil)
  }
}

extension Database {
  func edit(of field: Int, in record: Record, to value: Value) -> Change? {
    guard let sql = try? sql(of: record.id.table), let values = record.shownValues,
      let before = record.value(at: field)
    else { return nil }
    return Change(
      table: sql.schema.table, key: record.id.key, title: sql.schema.title(of: values),
      content: .edit(column: sql.schema.fields[field].column, before: before, after: value))
  }

  func unwrittenEdits(of records: RecordTable) -> [Change] {
    records.dirty.flatMap { record -> [Change] in
      guard let schema = try? schema(of: record.id.table), var held = record.shownValues else { return [] }
      for original in record.originals { held[original.index] = original.value }
      // The title distinguishes the row from another one that may get its key.
      let title = schema.title(of: held)
      return record.originals.compactMap { original in
        guard let value = record.value(at: original.index) else { return nil }
        let column = schema.fields[original.index].column
        return Change(
          table: schema.table, key: record.id.key, title: title,
          content: .edit(column: column, before: original.value, after: value))
      }
    }
  }
}
