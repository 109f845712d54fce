/// An index or a trigger of a table.
public struct TablePart: Hashable, Sendable {
  /// The kinds of parts.
  public enum Kind: String, Hashable, Sendable {
    /// An index.
    case index
    /// An index in which no two rows are the same.
    case uniqueIndex = "unique index"
    /// A trigger.
    case trigger
  }

  /// What it is.
  public var kind: Kind
  /// Its name, unquoted.
  public var name: String
  /// The columns of an index; an expression has an empty name.
  public var columns: [String]
  /// The statement that made it; nil for an index that a constraint needs.
  public var sql: String?

  /// Makes a part.
  public init(kind: Kind, name: String, columns: [String] = [], sql: String?) {
    (self.kind, self.name, self.columns, self.sql) = (kind, name, columns, sql)
  }
}
