import Records

/// A write-back between its beginning and its end on the store's thread: the plan, and whose it is.
struct PendingWriteBack {
  /// The records in the plan's order.
  let records: [Record]
  /// The editions of the records that the plan is about.
  let editions: [Int]
  /// What is to be written.
  let plan: WriteBackPlan

  /// Takes the changes of records, in the order of their rowids, so that SQLite walks over the table once.
  init(_ records: [Record], sqls: [TableID: TableSQL]) {
    // Plain numbers are sorted, for a sort looks at each of them many times.
    let order = records.enumerated().map { (rowid: $1.id.rowid ?? 0, index: $0) }.sorted {
      $0.rowid < $1.rowid
    }
    self.records = order.map { records[$0.index] }
    editions = self.records.map(\.edition)
    plan = WriteBackPlan(self.records, sqls: sqls)
  }
}
