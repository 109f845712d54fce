/// The rows that a list shows: a whole table, or the rows that refer to one row.
public struct ListSource: Hashable, Sendable {
  /// The table.
  public var table: TableID
  /// What the rows have in common; nil for all rows.
  public var scope: Scope?

  /// The values that the rows have in some fields.
  public struct Scope: Hashable, Sendable {
    /// The fields, by their indices in the table's schema.
    public var fields: [Int]
    /// The value of each field.
    public var values: [Value]
    /// The title of the referenced row.
    public var title: String

    /// Creates a scope.
    public init(fields: [Int], values: [Value], title: String) {
      (self.fields, self.values, self.title) = (fields, values, title)
    }
  }

  /// Creates a source; without a scope it is the whole table.
  public init(table: TableID, scope: Scope? = nil) { (self.table, self.scope) = (table, scope) }
}

extension Schema {
  /// The initial values of a new row in a list: those of its scope, otherwise NULL.
  public func values(in scope: ListSource.Scope?) -> [Value] {
    var values = fields.map { _ in Value.null }
    for (field, value) in zip(scope?.fields ?? [], scope?.values ?? []) { values[field] = value }
    return values
  }

  /// The initial columns of a list: the default ones without the title of a row that all its rows point to.
  public func defaultColumns(in scope: ListSource.Scope?, isWide: Bool = false) -> [Int] {
    let columns = isWide ? wideColumns : defaultColumns
    guard let scope else { return columns }
    return columns.filter { column in
      related(at: column)?.reference.map { !scope.fields.contains($0) } ?? true
    }
  }
}
