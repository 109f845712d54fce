/// Which rows a list is of: all of a table, or those that point to one row.
public struct ListSource: Hashable, Sendable {
  /// The table.
  public var table: TableID
  /// What the rows have in common, or nil for all of them.
  public var scope: Scope?

  /// Values that the rows hold in some fields.
  public struct Scope: Hashable, Sendable {
    /// The fields, by their indices in the table's schema.
    public var fields: [Int]
    /// The value of each of them.
    public var values: [Value]
    /// The title of the row that they point to.
    public var title: String

    /// Makes a scope of its parts.
    public init(fields: [Int], values: [Value], title: String) {
      self.fields = fields
      self.values = values
      self.title = title
    }
  }

  /// Makes a source; without a scope it is the whole table.
  public init(table: TableID, scope: Scope? = nil) {
    self.table = table
    self.scope = scope
  }
}

extension Schema {
  /// The values that a new row begins with in a list: those that its rows have in common, and NULL.
  public func values(in scope: ListSource.Scope?) -> [Value] {
    var values = fields.map { _ in Value.null }
    for (field, value) in zip(scope?.fields ?? [], scope?.values ?? []) { values[field] = value }
    return values
  }
}
