/// A table or view in the list of tables.
public struct TableEntry: Hashable, Sendable {
  /// The table's ID.
  public var id: TableID
  /// The name, unquoted.
  public var name: String
  /// The kind of table.
  public var kind: Kind
  /// The row count so far; nil if unknown.
  public var count: RowCount?

  /// The kinds of tables.
  public enum Kind: Hashable, Sendable {
    case table
    case view
    case virtual
  }

  /// Creates an entry.
  public init(id: TableID, name: String, kind: Kind, count: RowCount? = .atLeast(0)) {
    (self.id, self.name, self.kind, self.count) = (id, name, kind, count)
  }
}
