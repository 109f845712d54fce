/// A table or view of a database, as the list of them shows it.
public struct TableEntry: Hashable, Sendable {
  /// Its place in the database.
  public var id: TableID
  /// Its name, unquoted.
  public var name: String
  /// What it is.
  public var kind: Kind
  /// The rows, as far as they are counted, or nil where they cannot be.
  public var count: RowCount?

  /// The kinds of tables.
  public enum Kind: Hashable, Sendable {
    /// An ordinary table.
    case table
    /// A view.
    case view
    /// A table that a module makes up.
    case virtual
  }

  /// Makes an entry of its parts.
  public init(id: TableID, name: String, kind: Kind, count: RowCount? = .atLeast(0)) {
    self.id = id
    self.name = name
    self.kind = kind
    self.count = count
  }
}
