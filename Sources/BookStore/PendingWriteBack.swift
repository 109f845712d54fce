import Records

/// A write-back between its beginning and its end on the store's thread: the plan, and whose it is.
struct PendingWriteBack {
  /// The records in the plan's order.
  let records: [Record]
  /// What is to be written.
  let plan: WriteBackPlan

  /// Takes the changes of records, in the order of their rowids, so that SQLite walks over the table once.
  init(_ records: [Record], sql: TableSQL) {
    // The keys are laid beside the records, since a sort looks at each of them many times.
    self.records =
      records.map { (rowid: $0.id.rowid ?? 0, record: $0) }.sorted { $0.rowid < $1.rowid }.map(\.record)
    plan = WriteBackPlan(self.records, sql: sql)
  }
}
