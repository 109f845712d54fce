/// A column as declared in the database.
public struct ColumnDeclaration: Hashable, Sendable {
  /// The name, unquoted.
  public var name: String
  /// The declared type, which may be empty.
  public var type: String
  /// Whether it is `NOT NULL`.
  public var isNotNull: Bool
  /// The text of the default.
  public var defaultText: String?
  /// The position in the primary key, from one; zero if the column is not part of it.
  public var keyPosition: Int
  /// Whether the database computes it.
  public var isGenerated: Bool
  /// Whether the column's values are unique.
  public var isUnique = false
  /// The text of the CHECK constraint.
  public var check: String?
  /// The kind of the field, in the terms of `Field.Kind`; nil if the column is not shown.
  public var kind: String?

  /// Creates a column.
  public init(
    name: String, type: String, isNotNull: Bool, defaultText: String?, keyPosition: Int, isGenerated: Bool
  ) {
    (self.name, self.type, self.isNotNull) = (name, type, isNotNull)
    (self.defaultText, self.keyPosition, self.isGenerated) = (defaultText, keyPosition, isGenerated)
  }
}
