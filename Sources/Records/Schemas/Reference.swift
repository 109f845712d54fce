/// A foreign key: fields that identify a row of another table or of the same one.
public struct Reference: Hashable, Sendable {
  /// The indices of the fields in their schema, in the order of `columns`.
  public var fields: [Int]
  /// The name of the referenced table, unquoted, spelled as in the foreign key.
  public var table: String
  /// The referenced columns, unquoted, one for each of `fields`.
  public var columns: [String]

  /// Creates a reference.
  public init(fields: [Int], table: String, columns: [String]) {
    (self.fields, self.table, self.columns) = (fields, table, columns)
  }
}
