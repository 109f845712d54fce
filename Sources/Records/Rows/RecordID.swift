/// What names one row of a database for as long as the row lives: its table, and its key there.
public struct RecordID: Hashable, Sendable {
  /// The row's key.
  public var key: Key
  /// The row's table.
  public var table: TableID

  /// What names a row within its table.
  public enum Key: Hashable, Sendable {
    /// The rowid of an ordinary table; any 64-bit integer, negative ones too.
    case rowid(Int64)
    /// The values of the primary key of a table without a rowid, in the order of its key columns.
    case columns([Value])

    /// The rowid, if the key is one.
    public var rowid: Int64? { if case .rowid(let rowid) = self { rowid } else { nil } }

    /// The values to be bound to the key columns, in their order.
    public var values: [Value] {
      switch self {
      case .rowid(let rowid): [.integer(rowid)]
      case .columns(let values): values
      }
    }
  }

  /// Feeds the key alone where the table is the first one, as it is for most of the rows that are ever held.
  public func hash(into hasher: inout Hasher) {
    switch key {
    case .rowid(let rowid): hasher.combine(rowid)
    case .columns(let values): hasher.combine(values)
    }
    if table != .first { hasher.combine(table) }
  }

  /// Names the row with a key in a table.
  public init(_ key: Key, in table: TableID = .first) {
    self.key = key
    self.table = table
  }

  /// Names the row with a rowid in the first table.
  public static func rowid(_ rowid: Int64) -> RecordID { RecordID(.rowid(rowid)) }

  /// Names the row with the values of a primary key in the first table.
  public static func key(_ values: [Value]) -> RecordID { RecordID(.columns(values)) }

  /// The rowid, if that is what names the row.
  public var rowid: Int64? { key.rowid }

  /// The values to be bound to the schema's key columns, in their order.
  public var values: [Value] { key.values }
}
