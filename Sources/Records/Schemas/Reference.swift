/// A foreign key: fields whose values name a row of another table, or of the same one.
public struct Reference: Hashable, Sendable {
  /// The indices of the fields in their schema, in the order of `columns`.
  public var fields: [Int]
  /// The name of the table that is pointed to, unquoted, as the database spells it there.
  public var table: String
  /// The columns of that table that the fields' values are looked for in, unquoted; as many as `fields`.
  public var columns: [String]

  /// Makes a reference of its parts.
  public init(fields: [Int], table: String, columns: [String]) {
    self.fields = fields
    self.table = table
    self.columns = columns
  }
}
