import Records

/// One record as the store holds it, and as a separate connection reads it.
public struct RecordComparison: Hashable, Sendable {
  /// The record as the screens describe it.
  public var record: ComparedRecord
  /// The store's copy; nil if it has only the key and the title.
  public var held: RecordSnapshot?
  /// The number of bytes held for the record's fields.
  public var byteCount: Int
  /// The row in the database.
  public var row: Row
  /// Why the row may not be up to date, or nil.
  public var problem: String?
  /// The statement that a write-back would run now, with its bound values; nil if it would write nothing.
  public var update: Update?

  /// The row in the database.
  public enum Row: Hashable, Sendable {
    case unread
    case found(RecordSnapshot)
    case missing
  }

  /// A statement with the values of its parameters.
  public struct Update: Hashable, Sendable {
    /// The text, with `?` for the values.
    public var sql: String
    /// The values, in the order of the parameters.
    public var values: [Value]

    /// Makes an update.
    public init(sql: String, values: [Value]) { (self.sql, self.values) = (sql, values) }
  }

  /// Makes a comparison.
  public init(
    _ record: ComparedRecord, held: RecordSnapshot? = nil, byteCount: Int = 0, row: Row = .unread,
    problem: String? = nil, update: Update? = nil
  ) {
    (self.record, self.held, self.byteCount, self.row) = (record, held, byteCount, row)
    (self.problem, self.update) = (problem, update)
  }

  /// The record's key, or nil if there is no record.
  public var id: RecordID? { record.id }

  /// A value that the column merely stores in another form counts as the same.
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
