/// A table or view as the database declares it.
public struct TableDeclaration: Hashable, Sendable {
  /// Its name, and what it is.
  public var table: TableEntry
  /// The columns in their order.
  public var columns: [ColumnDeclaration] = []
  /// The CHECKs of the whole table.
  public var checks: [String] = []
  /// The foreign keys to other tables.
  public var references: [ReferenceDeclaration] = []
  /// The foreign keys of other tables, and its own, that point to it.
  public var referencedBy: [ReferenceDeclaration] = []
  /// The indexes and triggers.
  public var parts: [TablePart] = []
  /// The statement that made it.
  public var sql = ""

  /// Makes the declaration of a table without anything in it.
  public init(table: TableEntry) { self.table = table }
}
