import Records

/// A write-back between its beginning and its end on the store's thread: the plan, and whose it is.
struct PendingWriteBack {
  /// What is to be written.
  private(set) var plan: WriteBackPlan
  /// The number in the edit log of the last change that may be among those to be written.
  var mark: Int64 = 0
  /// The records in the plan's order, each until it has been settled.
  private var records: [Record?] = []
  /// The editions of the records that the plan is about.
  private var editions: [UInt32] = []

  /// Makes a write-back of nothing that has room for as many records.
  init(capacity: Int = 0, sqls: [TableSQL] = []) {
    plan = WriteBackPlan(capacity: capacity, sqls: sqls)
    records.reserveCapacity(capacity)
    editions.reserveCapacity(capacity)
  }

  /// How many records are written.
  var count: Int { editions.count }

  /// Takes the changes of a dirty record.
  mutating func append(_ record: consuming Record) {
    plan.append(record)
    editions.append(record.edition)
    records.append(record)
  }

  /// Notes what was read of the rows of so many more records, by which they are told from others; false once that is
  /// noted of all.
  @discardableResult
  mutating func readRows(count: Int = .max) -> Bool {
    for record in records[plan.rows.count...].prefix(count) {
      plan.rows.append(record.flatMap(ReadRow.init))
    }
    return plan.rows.count < self.count
  }

  /// Gives out a record to be settled, which from then on is not held any more.
  mutating func takeRecord(_ place: Int) -> (record: Record, edition: UInt32)? {
    records[place].take().map { ($0, editions[place]) }
  }
}
