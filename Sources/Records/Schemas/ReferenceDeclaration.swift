/// A foreign key as declared in the database.
public struct ReferenceDeclaration: Hashable, Sendable {
  /// The table with the foreign key.
  public var table: String
  /// The columns of the foreign key.
  public var columns: [String]
  /// The referenced table.
  public var target: String
  /// The referenced columns.
  public var targets: [String]
  /// The ON DELETE action, in SQL.
  public var onDelete: String

  /// Creates a declaration.
  public init(table: String, columns: [String], target: String, targets: [String], onDelete: String) {
    (self.table, self.columns, self.target) = (table, columns, target)
    (self.targets, self.onDelete) = (targets, onDelete)
  }
}
