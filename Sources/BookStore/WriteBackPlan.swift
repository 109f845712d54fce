import Records

/// What a write-back is to write: the changed fields of each dirty record, as values.
///
/// It shares nothing with the store, so that it can be performed away from the store's thread.
package struct WriteBackPlan: Sendable {
  /// The statements of the tables that are written.
  let sqls: [TableID: TableSQL]
  /// The updates in the order of the records.
  private(set) var runs: [Run] = []

  /// Updates in a row that set the same fields of the same table, and so are done by one statement.
  ///
  /// They lie in two arrays, not in one for each row: there may be very many, and this is half of what they cost.
  struct Run: Sendable {
    let table: TableID
    let fields: [Int]
    private(set) var ids: [RecordID] = []
    /// The values of the fields, one row's after the other's.
    private var values: [Value] = []

    init(of record: Record) {
      table = record.id.table
      fields = record.originals.map(\.index)
    }

    /// Adds the update of a record, of which just the run's fields have changed.
    mutating func append(_ record: Record) {
      ids.append(record.id)
      record.appendChangedValues(to: &values)
    }

    /// The values of one row, in the order of the fields.
    func values(ofRow row: Int) -> ArraySlice<Value> {
      values[row * fields.count..<(row + 1) * fields.count]
    }
  }

  init(_ records: [Record], sqls: [TableID: TableSQL]) {
    self.sqls = sqls
    guard let first = records.first else { return }
    var run = Run(of: first)
    for record in records {
      if record.id.table != run.table || !record.hasChanged(just: run.fields) {
        runs.append(run)
        run = Run(of: record)
      }
      run.append(record)
    }
    runs.append(run)
  }
}
