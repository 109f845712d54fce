/// What names one row of a table for as long as the row lives.
public enum RecordID: Hashable, Sendable {
  /// The rowid of an ordinary table; any 64-bit integer, negative ones too.
  case rowid(Int64)
  /// The values of the primary key of a table without a rowid, in the order of its key columns.
  case key([Value])

  /// The values to be bound to the schema's key columns, in their order.
  public var values: [Value] {
    switch self {
    case .rowid(let rowid): [.integer(rowid)]
    case .key(let values): values
    }
  }
}
