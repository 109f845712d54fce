import Records

/// A record in the store, and in the database as a separate connection reads it.
public struct RecordComparison: Hashable, Sendable {
  package var record: ComparedRecord
  /// Nil if the store has only the key and the title.
  package var held: RecordSnapshot?
  package var byteCount: Int
  package var row: Row
  package var problem: String?
  /// What a write-back would run now; nil if it would write nothing.
  package var update: Update?

  /// The row in the database.
  public enum Row: Hashable, Sendable {
    case unread
    case found(RecordSnapshot)
    case missing
  }

  /// A statement and its values.
  public struct Update: Hashable, Sendable {
    package var sql: String
    package var values: [Value]

    package init(sql: String, values: [Value]) { (self.sql, self.values) = (sql, values) }
  }

  package init(
    _ record: ComparedRecord, held: RecordSnapshot? = nil, byteCount: Int = 0, row: Row = .unread,
    problem: String? = nil, update: Update? = nil
  ) {
    (self.record, self.held, self.byteCount, self.row) = (record, held, byteCount, row)
    (self.problem, self.update) = (problem, update)
  }

  package var id: RecordID? { record.id }

  /// A value in the form in which the column stores it counts as equal.
  func differs(_ field: Int) -> Bool {
    guard let held, case .found(let row) = row else { return false }
    let (mine, theirs) = (held.large(at: field), row.large(at: field))
    if mine != nil || theirs != nil {
      return (mine ?? LargeValue(held.values[field])) != (theirs ?? LargeValue(row.values[field]))
    }
    let (value, other) = (held.values[field], row.values[field])
    return value != other && value.stored(in: record.schema.fields[field].affinity) != other
  }
}
