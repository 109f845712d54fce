/// A column as the database declares it.
public struct ColumnDeclaration: Hashable, Sendable {
  /// Its name, unquoted.
  public var name: String
  /// Its declared type, which may be empty.
  public var type: String
  /// Whether it is `NOT NULL`.
  public var isNotNull: Bool
  /// The text of its default.
  public var defaultText: String?
  /// The place in the primary key, counted from one; zero for a column that is not part of it.
  public var keyPosition: Int
  /// Whether the database computes it.
  public var isGenerated: Bool
  /// Whether no two rows have the same value in it.
  public var isUnique = false
  /// The text of its CHECK.
  public var check: String?
  /// What its values are for people, as `Field.Kind` names it; nil if it is not shown.
  public var kind: String?

  /// Makes a column of what SQLite lists.
  public init(
    name: String, type: String, isNotNull: Bool, defaultText: String?, keyPosition: Int, isGenerated: Bool
  ) {
    (self.name, self.type, self.isNotNull) = (name, type, isNotNull)
    (self.defaultText, self.keyPosition, self.isGenerated) = (defaultText, keyPosition, isGenerated)
  }
}
