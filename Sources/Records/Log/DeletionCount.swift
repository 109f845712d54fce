/// What a deletion does in all, with what triggers and foreign keys do along with it.
public struct DeletionCount: Hashable, Sendable {
  /// The tables that rows go from, with how many, the table that is asked about first.
  public var tables: [Table]
  /// How many rows are changed, or come.
  public var changedCount: Int
  /// Whether this is all: not where it would take too long to count.
  public var isExact: Bool

  /// Whether undo brings back what goes along: not where this SQLite does not report it, and nothing is counted then.
  public var isUndoneWhole = true

  /// Whether undo cannot bring back anything of it.
  public var isFinal = false

  /// The rows of a table that go.
  public struct Table: Hashable, Sendable {
    /// The table, as people see it.
    public var schema: Schema
    /// How many of its rows go.
    public var count: Int

    /// Makes a number of rows of a table.
    public init(_ schema: Schema, count: Int) {
      self.schema = schema
      self.count = count
    }
  }

  /// Makes a count of its parts.
  public init(_ tables: [Table], changedCount: Int = 0, isExact: Bool = true) {
    self.tables = tables
    self.changedCount = changedCount
    self.isExact = isExact
  }

  /// How many rows go.
  public var deletedCount: Int { tables.reduce(0) { $0 + $1.count } }
}
