/// A foreign key as the database declares it.
public struct ReferenceDeclaration: Hashable, Sendable {
  /// The table that has it.
  public var table: String
  /// Its columns there.
  public var columns: [String]
  /// The table that it points to.
  public var target: String
  /// The columns that it points to.
  public var targets: [String]
  /// What happens to its row when the other one is deleted, in SQLite's words.
  public var onDelete: String

  /// Makes a foreign key of its parts.
  public init(table: String, columns: [String], target: String, targets: [String], onDelete: String) {
    (self.table, self.columns, self.target) = (table, columns, target)
    (self.targets, self.onDelete) = (targets, onDelete)
  }
}
