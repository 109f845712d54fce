import Records

/// Whether the row of an edit that a dead session has left is another one by now, as far as its title tells.
extension BookStore {
  /// Whether the row of an edit has a title that it had neither then nor by what sessions have set in it.
  func isAnotherRow(_ entry: AbandonedEntry, _ id: RecordID, _ log: EditLog) throws(StoreError)
    -> Bool
  {
    let sql = try sql(of: id.table)
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id),
      title.head != entry.change.title.head
    else { return false }
    return try isAnotherRow(entry, id, sql, log)
  }

  /// Whether nothing that sessions have set explains that a row has another title.
  private func isAnotherRow(
    _ entry: AbandonedEntry, _ id: RecordID, _ sql: TableSQL, _ log: EditLog
  ) throws(StoreError) -> Bool {
    let schema = sql.schema
    guard var values = try values(schema.titleFields, of: id, sql) else { return false }
    let columns = schema.titleFields.map { schema.fields[$0].column }
    let edits = try log.recovery.titleEdits(of: entry.change, columns: columns)
    for (place, field) in schema.titleFields.enumerated() {
      let own = edits.filter { $0.column == schema.fields[field].column }
      guard case .edit(_, let first, _)? = own.first?.content else { continue }
      let affinity = schema.fields[field].affinity
      guard own.contains(where: { $0.hasHeld(values[place], in: affinity) }) else {
        // Somebody else has changed it, too.
        return try !isHeldBefore(entry.change, of: id, sql)
      }
      values[place] = first
    }
    var all = schema.fields.map { _ in Value.null }
    for (field, value) in zip(schema.titleFields, values) { all[field] = value }
    let title = schema.title(of: all).head
    return !(edits + [entry.change]).contains { $0.title.head == title }
  }

  /// Whether a row holds what an edit of it went out from.
  ///
  /// Of an edit of the title alone nothing else is known: the declared key of a row tells then, and no rowid that SQLite
  /// gives anew.
  private func isHeldBefore(_ change: LoggedChange, of id: RecordID, _ sql: TableSQL)
    throws(StoreError) -> Bool
  {
    guard case .edit(let column, let before, _) = change.content,
      let field = sql.schema.fields.firstIndex(where: { $0.column == column })
    else { return false }
    if sql.schema.titleFields.contains(field) {
      guard case .rowid(let rowid) = sql.schema.key else { return true }
      return sql.hasDeclaredKey(rowid)
    }
    let held = try values([field], of: id, sql)?.first ?? .null
    return !held.isNull && before.isHeld(as: held, in: sql.schema.fields[field].affinity)
  }

  /// What a row holds in some fields, or nil if it is gone.
  func values(_ fields: [Int], of id: RecordID, _ sql: TableSQL) throws(StoreError)
    -> [Value]?
  {
    try connection.statement(sql.values(fields)).firstRow(binding: id.values) {
      row in
      row.values(at: fields.indices)
    }
  }
}

extension LoggedChange {
  /// Whether a column that is set held a value before or after it.
  fileprivate func hasHeld(_ value: Value, in affinity: Affinity) -> Bool {
    guard case .edit(_, let before, let after) = content else { return false }
    return before.isHeld(as: value, in: affinity) || after.isHeld(as: value, in: affinity)
  }
}

extension TableSQL {
  /// Whether a rowid is a column that the table declares, which VACUUM leaves as it is.
  fileprivate func hasDeclaredKey(_ rowid: String) -> Bool {
    schema.fields.contains { $0.column == rowid } || !["rowid", "_rowid_", "oid"].contains(rowid)
  }
}
