/// The full effect of a deletion, including triggers and foreign keys.
public struct DeletionCount: Hashable, Sendable {
  /// The tables that lose rows, beginning with the one asked about first.
  public var tables: [Table]
  /// The number of rows that are changed or inserted.
  public var changedCount: Int
  /// Whether the count is complete; counting stops if it takes too long.
  public var isExact: Bool

  /// Whether undo restores side effects too; if not, this SQLite does not report them, and they are not counted.
  public var isUndoneWhole = true

  /// Whether the deletion cannot be undone at all.
  public var isFinal = false

  /// The number of rows that a table loses.
  public struct Table: Hashable, Sendable {
    /// The schema of the table.
    public var schema: Schema
    /// The number of rows to delete.
    public var count: Int

    package init(_ schema: Schema, count: Int) { (self.schema, self.count) = (schema, count) }
  }

  package init(_ tables: [Table], changedCount: Int = 0, isExact: Bool = true) {
    (self.tables, self.changedCount, self.isExact) = (tables, changedCount, isExact)
  }

  /// The number of rows to delete from all tables.
  public var deletedCount: Int { tables.reduce(0) { $0 + $1.count } }
}
