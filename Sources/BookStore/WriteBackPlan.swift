import Records

/// What a write-back is to write: the changed fields of each dirty record, as values.
///
/// It shares nothing with the store, so that it can be performed away from the store's thread.
package struct WriteBackPlan: Sendable {
  let sql: TableSQL
  /// One update for each record, in the order of the records.
  let updates: [Update]

  /// The changed fields of one record.
  struct Update: Sendable {
    var id: RecordID
    var changes: [FieldValue]
  }

  init(_ records: [Record], sql: TableSQL) {
    self.sql = sql
    updates = records.map { Update(id: $0.id, changes: $0.changes) }
  }
}
