/// An index or a trigger of a table.
public struct TablePart: Hashable, Sendable {
  /// The kinds of parts.
  public enum Kind: String, Hashable, Sendable {
    case index
    case uniqueIndex = "unique index"
    case trigger
  }

  /// The kind of part.
  public var kind: Kind
  /// The name, unquoted.
  public var name: String
  /// The columns of an index; an expression has an empty name.
  public var columns: [String]
  /// The SQL that created the part; nil for an index that a constraint needs.
  public var sql: String?

  /// Creates a part.
  public init(kind: Kind, name: String, columns: [String] = [], sql: String?) {
    (self.kind, self.name, self.columns, self.sql) = (kind, name, columns, sql)
  }
}
