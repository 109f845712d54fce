/// The effects of a merge, besides the removal of rows.
public struct MergeCount: Hashable, Sendable {
  /// The number of rows that are merged into others.
  public var goneCount = 0
  /// The number of rows that stay.
  public var keptCount = 0
  /// The tables with rows that referred to a removed row, ordered by name.
  public var tables: [Table] = []
  /// The changed fields of the remaining rows, each with the number of rows.
  public var fields: [Int: Int] = [:]
  /// The number of values that are lost because the remaining row holds other ones.
  public private(set) var droppedCount = 0
  /// The first lost values.
  public private(set) var dropped: [Dropped] = []
  /// The final title of the remaining row; of several, the last one.
  public var title: Value?

  private static let droppedLimit = 20

  /// A value of a removed row that is lost.
  public struct Dropped: Hashable, Sendable {
    /// The field, of the merged rows or of rows that referred to them.
    public let field: Field
    /// The value; of a long value, only the beginning.
    public let value: Value
  }

  /// The rows of a table that referred to a removed row.
  public struct Table: Hashable, Sendable {
    /// The schema of the table.
    public var schema: Schema
    /// The number of rows that now refer to the remaining row.
    public var movedCount = 0
    /// The number of rows removed because the remaining row already has an equal one.
    public var joinedCount = 0

    package init(_ schema: Schema) { self.schema = schema }
  }

  package init() {}

  package mutating func add(_ other: MergeCount) {
    goneCount += other.goneCount
    keptCount += other.keptCount
    droppedCount += other.droppedCount
    dropped += other.dropped.prefix(max(0, Self.droppedLimit - dropped.count))
    title = other.title ?? title
    fields.merge(other.fields, uniquingKeysWith: +)
    for table in other.tables {
      note(table.schema) {
        $0.movedCount += table.movedCount
        $0.joinedCount += table.joinedCount
      }
    }
  }

  package mutating func note(dropped values: [(field: Field, value: Value)]) {
    droppedCount += values.count
    let kept = values.prefix(max(0, Self.droppedLimit - dropped.count))
    dropped += kept.map { Dropped(field: $0.field, value: $0.value) }
  }

  package mutating func note(_ schema: Schema, _ body: (inout Table) -> Void) {
    let place = tables.firstIndex { $0.schema.id == schema.id } ?? tables.count
    if place == tables.count { tables.append(Table(schema)) }
    body(&tables[place])
    tables.sort { $0.schema.table < $1.schema.table }
  }
}
