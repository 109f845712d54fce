import Records

/// What no two rows may hold is looked for before anything is written, so that no row is replaced and an editor can
/// say so while the text is still in it.
///
/// SQLite compares, by the collation of the index. What counts is what the rows will hold: a value that another record
/// has in memory only is taken. One that another record has given up in memory only is free, but the database still
/// has it, and so that record is written first.
extension BookStore {
  /// Finds out whether a field of a record can be set.
  ///
  /// - Complexity: One statement for each unique key with the field, which uses the key's index where there is one; for
  ///   a field that is known to be unique without an index it reads the whole table.
  /// - Throws: `notUnique`.
  func checkUnique(_ record: Record, setting value: Value, at field: Int) throws(StoreError) {
    let sql = try sql(of: record.id.table)
    for key in sql.schema.uniqueKeys where key.fields.contains(field) {
      var values: [Value] = []
      for index in key.fields { values.append(index == field ? value : try read(index, of: record.id)) }
      try checkUnique(values, key, sql, except: record)
    }
  }

  /// Finds out whether a row can be inserted; a field that is nil, or beyond the end, gets a default that is not known.
  func checkUnique(_ values: [Value?], in sql: TableSQL) throws(StoreError) {
    for key in sql.schema.uniqueKeys {
      let held = key.fields.compactMap { values.indices.contains($0) ? values[$0] : nil }
      if held.count == key.fields.count { try checkUnique(held, key, sql, except: nil) }
    }
  }

  private func checkUnique(
    _ values: [Value], _ key: UniqueKey, _ sql: TableSQL, except own: Record?
  ) throws(StoreError) {
    guard !values.contains(.null), !key.fields.contains(where: { sql.schema.fields[$0].isGenerated }) else {
      return
    }
    let taken = StoreError.notUnique(fields: key.fields, values: values)
    let others = records.dirty.filter { $0.id.table == sql.schema.id && $0 !== own && $0.hasChanged(in: key) }
    for other in others where areEqual(values, other, key) { throw taken }
    for id in holders(of: values, key, sql) where id != own?.id {
      // Only what was compared already has given the value up.
      guard let other = others.first(where: { $0.id == id }), writeFirst(other) else { throw taken }
    }
  }

  /// The rows that hold what no two rows may, in the database or in memory only.
  ///
  /// - Parameter fields: Those of a unique key, by their indices in the schema, as `StoreError.notUnique` names them.
  /// - Complexity: As for setting one of the fields.
  public func holders(of values: [Value], in fields: [Int], of table: TableID) throws(StoreError)
    -> [RecordID]
  {
    let sql = try sql(of: table)
    guard let key = sql.schema.uniqueKeys.first(where: { $0.fields == fields }) else { return [] }
    let dirty = records.dirty.filter { $0.id.table == table && $0.hasChanged(in: key) }
    let inMemory = dirty.filter { areEqual(values, $0, key) }.map(\.id)
    let givenUp = Set(dirty.map(\.id))
    return inMemory + holders(of: values, key, sql).filter { !givenUp.contains($0) }
  }

  /// The rows that hold values in the database; none where SQLite cannot compare, for a collation that is not there.
  private func holders(of values: [Value], _ key: UniqueKey, _ sql: TableSQL) -> [RecordID] {
    var ids: [RecordID] = []
    try? connection.statement(sql.holders(of: key)).forEachRow(binding: values) { row in
      ids.append(sql.id(row.values(at: sql.schema.key.columns.indices)))
    }
    return ids
  }

  /// Whether a record holds values in memory, as SQLite compares them.
  private func areEqual(_ values: [Value], _ other: Record, _ key: UniqueKey) -> Bool {
    let held = key.fields.compactMap { try? read($0, of: other.id) }
    guard held.count == values.count else { return false }
    let terms = key.collations.map { "? = ? COLLATE \(quoted($0))" }
    let pairs = zip(values, held).flatMap { [$0, $1] }
    let sql = "SELECT " + terms.joined(separator: " AND ")
    let isEqual = try? connection.statement(sql).firstRow(binding: pairs) { $0.integer(at: 0) != 0 }
    return isEqual ?? false
  }

  /// Writes a record that others are waiting for; false where it stays dirty.
  func writeFirst(_ record: Record) -> Bool {
    finishWriteBack()
    guard record.state == .dirty else { return true }
    return perform(beginWriteBack(of: [record])).isComplete
  }
}

extension Record {
  /// Whether the database holds something else in one of a key's fields.
  func hasChanged(in key: UniqueKey) -> Bool {
    originals.contains { key.fields.contains($0.index) }
  }
}
