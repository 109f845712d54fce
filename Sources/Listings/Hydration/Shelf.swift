import Records
import SQLite

/// Hydrates records: one statement for the first access to a row, and none after that.
public final class Shelf {
  package let records: RecordTable

  private let database: Database
  private let onGone: (RecordID) -> Void

  package init(_ database: Database, _ records: RecordTable, onGone: @escaping (RecordID) -> Void) {
    (self.database, self.records, self.onGone) = (database, records, onGone)
  }

  private var connection: Connection { database.connection }

  /// The hydrated record of a row: one statement for the first access, none after that.
  ///
  /// Of a blob, or a value of more than `LargeValue.limit` bytes, only the size and the first bytes are read (see
  /// `RowReader`).
  ///
  /// - Throws: `rowGone` if the table does not have the row, or any error of reading.
  public func record(_ id: RecordID) throws(StoreError) -> Record {
    if let record = records[id], record.values != nil {
      records.noteUse(of: record)
      return record
    }
    let sql = try database.sql(of: id.table)
    if records.hydratedCount == 0 { database.noteFirstRead() }
    guard let row = try RowReader(connection: connection, sql: sql).read(id) else { throw noteGone(id) }
    return records.hydrate(id, row.values, large: row.large)
  }

  /// Hydrates the records of rows of one table: several hundred with one statement.
  ///
  /// Rows of a view, and rows with very large values, are read one by one.
  ///
  /// - Throws: As `record(_:)`; other rows may be hydrated then.
  public func hydrate(_ ids: [RecordID]) throws(StoreError) { try hydrate(ids[...]) }

  package func hydrate(_ ids: ArraySlice<RecordID>) throws(StoreError) {
    guard let table = ids.first?.table else { return }
    let sql = try database.sql(of: table)
    guard ids.count > 1, RowBatch.isPossible(sql) else {
      for id in ids { _ = try record(id) }
      return
    }
    if records.hydratedCount == 0 { database.noteFirstRead() }
    let batch = RowBatch(reader: RowReader(connection: connection, sql: sql))
    for start in stride(from: ids.startIndex, to: ids.endIndex, by: RowBatch.size) {
      try hydrate(ids[start..<min(start + RowBatch.size, ids.endIndex)], batch)
    }
  }

  private func hydrate(_ ids: ArraySlice<RecordID>, _ batch: RowBatch) throws(StoreError) {
    // Checking each of very many rows would take a tenth of the time; usually, if the first is not held, none is.
    let isHeld = ids.first.map { state(of: $0) != .known } ?? false
    let missing = isHeld ? ids.filter { state(of: $0) == .known }[...] : ids
    var (count, wereHeld) = (0, missing.count < ids.count)
    if missing.count > 1 {
      _ = try batch.read(missing) { id, row in
        count += 1
        if !add(id, row) { wereHeld = true }
      }
    }
    if count < missing.count || missing.first?.rowid == nil {
      for id in missing where state(of: id) == .known { _ = try record(id) }
    }
    if wereHeld { for id in ids { records.noteUse(of: id) } }
  }

  private func add(_ id: RecordID, _ row: RowBatch.Row) -> Bool {
    if case .packed(let row) = row, records.add(id, row) { return true }
    if state(of: id) != .known { return false }
    switch row {
    case .packed(let row): _ = records.hydrate(id, row.values, large: [])
    case .whole(let row): _ = records.hydrate(id, row.values, large: row.large)
    }
    return true
  }

  /// A field's value, which is read now if it was not read with its row.
  ///
  /// The record keeps it until memory runs short; such values are the first to be released.
  /// - Complexity: No statement for a value that is held; otherwise the whole value is read and copied once.
  public func read(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    let record = try record(id)
    if let value = record.value(at: field) { return value }
    let sql = try database.sql(of: id.table)
    guard let value = try RowReader(connection: connection, sql: sql).value(field, of: id) else {
      throw noteGone(id)
    }
    records.change(record) { $0.hold(value, at: field) }
    return value
  }

  /// The bytes in a field, without hydrating or keeping anything; nil if there are none or more than a limit.
  ///
  /// - Complexity: At most one statement.
  public func glance(at field: Int, of id: RecordID, limit: Int) throws(StoreError) -> [UInt8]? {
    if let held = records[id]?.value(at: field) {
      guard case .blob(let bytes) = held, bytes.count <= limit else { return nil }
      return bytes
    }
    let sql = try database.sql(of: id.table)
    let reader = RowReader(connection: connection, sql: sql, purpose: .list)
    if let (blob, isText) = try reader.reader(of: field, id) {
      return isText || blob.byteCount > limit ? nil : try blob.read(0..<blob.byteCount)
    }
    // A value that can be read in pieces would have been.
    guard !sql.isReadableInPieces, case .blob(let bytes)? = try reader.value(field, of: id) else {
      return nil
    }
    return bytes.count > limit ? nil : bytes
  }

  private func noteGone(_ id: RecordID) -> StoreError {
    let error = database.explainMissing(id)
    if error == .rowGone { onGone(id) }
    return error
  }

  /// How much of a row is held; runs no statement.
  public func state(of id: RecordID) -> RecordState { records.state(of: id) }

  /// The current record of a row, which is hydrated if necessary.
  public func snapshot(of id: RecordID) throws(StoreError) -> RecordSnapshot {
    let record = try record(id)
    records.noteLook(at: record)
    let values = record.values ?? []
    return RecordSnapshot(
      id: id, values: values, large: record.large, state: record.state,
      links: try links(of: values, in: id.table), conflicts: conflicts(of: id).map(\.field),
      originals: Dictionary(uniqueKeysWithValues: record.originals.map { ($0.index, $0.value) }))
  }

  package func conflicts(of id: RecordID) -> [Conflict] {
    guard let record = records[id], let values = record.values else { return [] }
    // A field that was reverted meanwhile is no longer in conflict.
    return records.conflicts(of: id).compactMap { theirs in
      guard let original = record.original(at: theirs.index) else { return nil }
      return Conflict(
        id: id, field: theirs.index, original: original, mine: values[theirs.index], theirs: theirs.value)
    }
  }

  /// Returns only rows that exist, in the order of the fields; one statement for each foreign key without NULL.
  private func links(of values: [Value], in table: TableID) throws(StoreError) -> [RecordSnapshot.Link] {
    var links: [RecordSnapshot.Link] = []
    for reference in try database.schema(of: table).references {
      let key = reference.fields.map { values[$0] }
      guard let first = reference.fields.first, !key.contains(.null) else { continue }
      // A foreign key may name a missing table, or missing columns.
      guard let parent = database.entry(named: reference.table), let sql = try? database.sql(of: parent.id),
        let statement = try? connection.statement(sql.entry(where: reference.columns))
      else { continue }
      let count = sql.schema.key.columns.count
      let link = try statement.firstRow(binding: key) { row in
        RecordSnapshot.Link(
          field: first, target: sql.id(row.values(at: 0..<count)),
          title: row.shownValue(at: Int32(count)))
      }
      if let link { links.append(link) }
    }
    // Foreign keys of the same field stay in the order of declaration.
    return links.enumerated().sorted { ($0.element.field, $0.offset) < ($1.element.field, $1.offset) }.map(
      \.element)
  }

  /// The lists of rows whose foreign keys point to a row, in the order of the tables.
  ///
  /// - Complexity: O(*n*) in the tables. The first call reads the foreign keys of all tables with one statement, and the
  /// schemas of referencing tables, unless they are known.
  public func references(to id: RecordID) throws(StoreError) -> [(source: ListSource, reference: Reference)] {
    try references(to: id, holding: try record(id).shownValues ?? [])
  }

  /// The same for a row whose values are known, so that its record is not hydrated.
  package func references(
    to id: RecordID, holding values: [Value]
  ) throws(StoreError) -> [(source: ListSource, reference: Reference)] {
    let target = try database.schema(of: id.table)
    guard values.count == target.fields.count else { return [] }
    let title = target.text(ofTitle: target.title(of: values))
    var found: [(source: ListSource, reference: Reference)] = []
    for table in try database.tables(pointingTo: target.table) {
      // Opening the table reports that it cannot be read.
      guard let schema = try? database.schema(of: table.id) else { continue }
      for reference in schema.references where reference.table.isSameName(as: target.table) {
        let key = reference.columns.compactMap { target.value(of: $0, id, values) }
        guard key.count == reference.columns.count, !key.contains(.null) else { continue }
        let scope = ListSource.Scope(fields: reference.fields, values: key, title: title)
        found.append((ListSource(table: table.id, scope: scope), reference))
      }
    }
    return found
  }
}

extension Schema {
  /// The column may be a rowid that is not a field.
  fileprivate func value(of column: String, _ id: RecordID, _ values: [Value]) -> Value? {
    if let field = field(named: column) { return values[field] }
    guard case .rowid(let name) = key, name.isSameName(as: column) else { return nil }
    return id.values.first
  }
}
