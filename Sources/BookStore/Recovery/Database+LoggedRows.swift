import EditLog
import Listings
import Records
import SQLite

extension Database {
  /// Whether the row has a title that neither the edited row had nor any session has set, so that it is another row.
  func isOfOtherRow(_ change: Change, _ id: RecordID, _ log: EditLog) throws(StoreError) -> Bool {
    let sql = try sql(of: id.table)
    guard let title = try RowReader(connection: connection, sql: sql).title(of: id),
      title.head != change.title.head
    else { return false }
    return try isOfOtherRow(change, id, sql, log)
  }

  private func isOfOtherRow(
    _ change: Change, _ id: RecordID, _ sql: TableSQL, _ log: EditLog
  ) throws(StoreError) -> Bool {
    let schema = sql.schema
    guard var values = try self.values(schema.titleFields, of: id) else { return false }
    let columns = schema.titleFields.map { schema.fields[$0].column }
    let edits = try log.recovery.titleEdits(of: change, columns: columns)
    for (place, field) in schema.titleFields.enumerated() {
      let own = edits.filter { $0.column == schema.fields[field].column }
      guard case .edit(_, let first, _)? = own.first?.content else { continue }
      let affinity = schema.fields[field].affinity
      guard own.contains(where: { $0.hasHeld(values[place], in: affinity) }) else {
        return try !isHeldBefore(change, of: id, sql)
      }
      values[place] = first
    }
    let title = schema.title(ofTitleFields: values).head
    return !(edits + [change]).contains { $0.title.head == title }
  }

  /// Whether a row holds what an edit of it started from.
  ///
  /// After an edit of the title, only a declared key identifies the row; SQLite may reuse any other rowid.
  private func isHeldBefore(_ change: Change, of id: RecordID, _ sql: TableSQL) throws(StoreError) -> Bool {
    guard case .edit(let column, let before, _) = change.content,
      let field = sql.schema.fields.firstIndex(where: { $0.column == column })
    else { return false }
    if sql.schema.titleFields.contains(field) {
      guard case .rowid(let rowid) = sql.schema.key else { return true }
      return sql.hasDeclaredKey(rowid)
    }
    let held = try self.values([field], of: id)?.first ?? .null
    return !held.isNull && before.isHeld(as: held, in: sql.schema.fields[field].affinity)
  }
}

extension Schema {
  func title(ofTitleFields values: [Value]) -> Value {
    var all = fields.map { _ in Value.null }
    for (field, value) in zip(titleFields, values) { all[field] = value }
    return title(of: all)
  }
}

extension Change {
  fileprivate func hasHeld(_ value: Value, in affinity: Affinity) -> Bool {
    before.isHeld(as: value, in: affinity) || after.isHeld(as: value, in: affinity)
  }
}

extension TableSQL {
  /// Whether the rowid is a declared column, which VACUUM does not change.
  fileprivate func hasDeclaredKey(_ rowid: String) -> Bool {
    schema.fields.contains { $0.column == rowid } || !["rowid", "_rowid_", "oid"].contains(rowid)
  }
}
