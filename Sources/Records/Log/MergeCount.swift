/// What merging rows changes, beside removing those that do not stay.
public struct MergeCount: Hashable, Sendable {
  /// How many rows go into others.
  public var goneCount = 0
  /// How many rows stay.
  public var keptCount = 0
  /// The tables with rows that pointed to a row that goes, in the order of their names.
  public var tables: [Table] = []
  /// The fields of the rows that stay which get another value, with how many.
  public var fields: [Int: Int] = [:]
  /// How many values of rows that go are not taken over, because the row that stays says something else.
  public private(set) var droppedCount = 0
  /// The first of them.
  public private(set) var dropped: [Dropped] = []
  /// The title that the row that stays has in the end; of several, the last one.
  public var title: Value?

  /// How many values that are not taken over are kept.
  private static let droppedLimit = 20

  /// A value of a row that goes, which is not taken over.
  public struct Dropped: Hashable, Sendable {
    /// The field, of the rows or of those that point to them.
    public let field: Field
    /// The value; of a long one the beginning.
    public let value: Value
  }

  /// The rows of a table that pointed to a row that goes.
  public struct Table: Hashable, Sendable {
    /// The table, as people see it.
    public var schema: Schema
    /// How many point to the row that stays now.
    public var movedCount = 0
    /// How many went, because the row that stays has the same already.
    public var joinedCount = 0

    /// Makes a count of no rows of a table.
    public init(_ schema: Schema) { self.schema = schema }
  }

  /// Makes a count of nothing.
  public init() {}

  /// Adds another merge.
  public mutating func add(_ other: MergeCount) {
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

  /// Notes values that are not taken over.
  public mutating func note(dropped values: [(field: Field, value: Value)]) {
    droppedCount += values.count
    let kept = values.prefix(max(0, Self.droppedLimit - dropped.count))
    dropped += kept.map { Dropped(field: $0.field, value: $0.value) }
  }

  /// Counts for a table.
  public mutating func note(_ schema: Schema, _ body: (inout Table) -> Void) {
    let place = tables.firstIndex { $0.schema.id == schema.id } ?? tables.count
    if place == tables.count { tables.append(Table(schema)) }
    body(&tables[place])
    tables.sort { $0.schema.table < $1.schema.table }
  }
}
