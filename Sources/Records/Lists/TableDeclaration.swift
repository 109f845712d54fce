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

  /// Creates a declaration without columns or constraints.
  public init(table: TableEntry) { self.table = table }
}
