/// A table or view as declared in the database.
public struct TableDeclaration: Hashable, Sendable {
  /// The table's entry in the list of tables.
  public var table: TableEntry
  /// The columns in order.
  public var columns: [ColumnDeclaration] = []
  /// The CHECK constraints of the whole table.
  public var checks: [String] = []
  /// The foreign keys to other tables.
  public var references: [ReferenceDeclaration] = []
  /// The foreign keys that refer to the table, including its own.
  public var referencedBy: [ReferenceDeclaration] = []
  /// The indexes and triggers.
  public var parts: [TablePart] = []
  /// The SQL that created the table.
  public var sql = ""

  package init(table: TableEntry) { self.table = table }
}

/// A table or view in the list of tables.
public struct TableEntry: Hashable, Sendable {
  /// The table's ID.
  public var id: TableID
  /// The name, unquoted.
  public var name: String
  /// The kind of table.
  public var kind: Kind
  /// The row count so far; nil if unknown.
  public var count: RowCount?

  /// The kinds of tables.
  public enum Kind: Hashable, Sendable {
    case table
    case view
    case virtual
  }

  package init(id: TableID, name: String, kind: Kind, count: RowCount? = .atLeast(0)) {
    (self.id, self.name, self.kind, self.count) = (id, name, kind, count)
  }
}

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

  package init(
    name: String, type: String, isNotNull: Bool, defaultText: String?, keyPosition: Int, isGenerated: Bool
  ) {
    (self.name, self.type, self.isNotNull) = (name, type, isNotNull)
    (self.defaultText, self.keyPosition, self.isGenerated) = (defaultText, keyPosition, isGenerated)
  }
}

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

  package init(table: String, columns: [String], target: String, targets: [String], onDelete: String) {
    (self.table, self.columns, self.target) = (table, columns, target)
    (self.targets, self.onDelete) = (targets, onDelete)
  }
}

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

  package init(kind: Kind, name: String, columns: [String] = [], sql: String?) {
    (self.kind, self.name, self.columns, self.sql) = (kind, name, columns, sql)
  }
}
