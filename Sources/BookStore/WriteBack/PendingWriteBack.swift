import Records
import Tables

/// The store's side of a write-back between its beginning and its end: the plan, and the records that it is about.
struct PendingWriteBack {
  /// What will be written.
  private(set) var plan: WriteBackPlan
  /// The number in the edit log of the last change that the plan may include.
  var mark: Int64 = 0
  /// The records in the plan's order, each until its outcome has been noted.
  private var records: [Record?] = []
  /// The editions of the records when they were added to the plan.
  private var editions: [UInt32] = []

  /// Creates an empty write-back with space reserved for the given number of records.
  init(capacity: Int = 0, sqls: [TableSQL] = []) {
    plan = WriteBackPlan(capacity: capacity, sqls: sqls)
    records.reserveCapacity(capacity)
    editions.reserveCapacity(capacity)
  }

  /// How many records will be written.
  var count: Int { editions.count }

  /// Adds the changes of a dirty record.
  mutating func append(_ record: consuming Record) {
    plan.append(record)
    editions.append(record.edition)
    records.append(record)
  }

  /// Copies what was read from the rows of the given number of further records, which distinguishes them from other
  /// rows; returns false once all are copied.
  @discardableResult
  mutating func copyRows(count: Int = .max) -> Bool {
    for record in records[plan.rows.count...].prefix(count) {
      plan.rows.append(record.flatMap(ReadRow.init))
    }
    return plan.rows.count < self.count
  }

  /// Returns a record so that its outcome can be noted, and releases it.
  mutating func takeRecord(_ place: Int) -> (record: Record, edition: UInt32)? {
    records[place].take().map { ($0, editions[place]) }
  }
}
