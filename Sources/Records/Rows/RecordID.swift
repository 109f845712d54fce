/// Identifies a row of a database by its table and key, for the row's lifetime.
public struct RecordID: Hashable, Sendable {
  /// The row's key.
  public var key: Key
  /// The row's table.
  public var table: TableID

  /// Identifies a row within its table.
  public enum Key: Hashable, Sendable {
    /// May be negative.
    case rowid(Int64)
    case columns([Value])

    /// The rowid, if the key is one.
    public var rowid: Int64? { if case .rowid(let rowid) = self { rowid } else { nil } }

    /// The values to bind to the key columns, in order.
    public var values: [Value] {
      switch self {
      case .rowid(let rowid): [.integer(rowid)]
      case .columns(let values): values
      }
    }
  }

  /// Hashes only the key in the first table, which has most of the rows.
  public func hash(into hasher: inout Hasher) {
    switch key {
    case .rowid(let rowid): hasher.combine(rowid)
    case .columns(let values): hasher.combine(values)
    }
    if table != .first { hasher.combine(table) }
  }

  /// Identifies a row by its key in a table.
  public init(_ key: Key, in table: TableID = .first) { (self.key, self.table) = (key, table) }

  /// Identifies a row of the first table by its rowid.
  public static func rowid(_ rowid: Int64) -> RecordID { RecordID(.rowid(rowid)) }

  /// Identifies a row of the first table by its primary key.
  public static func key(_ values: [Value]) -> RecordID { RecordID(.columns(values)) }

  /// The rowid, if the key is one.
  public var rowid: Int64? { key.rowid }

  /// The values to bind to the schema's key columns, in order.
  public var values: [Value] { key.values }
}
