import Listings
import Records

struct PendingWriteBack {
  private(set) var plan: WriteBackPlan
  /// The number in the edit log of the last change that the plan may include.
  var mark: Int64 = 0
  /// Each record is released once its outcome is noted.
  private var records: [Record?] = []
  private var editions: [UInt32] = []

  init(capacity: Int = 0, sqls: [TableSQL] = []) {
    plan = WriteBackPlan(capacity: capacity, sqls: sqls)
    records.reserveCapacity(capacity)
    editions.reserveCapacity(capacity)
  }

  var count: Int { editions.count }

  mutating func append(_ record: consuming Record) {
    plan.append(record)
    editions.append(record.edition)
    records.append(record)
  }

  /// Copies what was read from more rows, which tells them from other rows; returns false once all are copied.
  @discardableResult
  mutating func copyRows(count: Int = .max) -> Bool {
    for record in records[plan.rows.count...].prefix(count) {
      plan.rows.append(record.flatMap(ReadRow.init))
    }
    return plan.rows.count < self.count
  }

  mutating func takeRecord(_ place: Int) -> (record: Record, edition: UInt32)? {
    records[place].take().map { ($0, editions[place]) }
  }
}
