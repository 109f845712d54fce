import Records
import Tables

/// What a write-back writes: the changed fields of each dirty record, as values.
///
/// It shares nothing with the store, so that it can be performed on another thread. All updates are in two arrays
/// instead of one array each: there may be very many, and this halves their cost.
package struct WriteBackPlan: Sendable {
  /// The kinds of statements that are needed.
  private(set) var shapes: [Shape] = []
  /// The updates, in no particular order.
  private(set) var updates: [Update] = []
  /// The values of the updates' fields, each update's followed by what the database held for them.
  private(set) var values: PackedValues

  /// What was read from the rows of the updates, in their order; empty as long as nobody else is known to have written.
  var rows: [ReadRow?] = []

  /// What all updates have in common that use the same statement.
  ///
  /// It is a class because copying the texts of all statements would cost more than an update.
  final class Shape: Sendable {
    /// The statements over the table.
    let sql: TableSQL
    /// The fields that are set, in their order.
    let fields: [Int]
    /// How each field is compared with what it was.
    let comparisons: [Comparison]
    /// The place of the title among the fields, if it is set.
    let titlePlace: Int?

    init(of record: Record, _ values: PackedValues, _ sql: TableSQL) {
      self.sql = sql
      fields = record.originals.map(\.index)
      comparisons = values.cells.suffix(fields.count).map { Comparison(with: $0.kind) }
      let title = sql.schema.titleFields
      titlePlace = title.count == 1 ? fields.firstIndex(of: title[0]) : nil
    }

    /// Whether the update of a record, whose values are the last ones, has this shape.
    func fits(_ record: Record, _ values: PackedValues) -> Bool {
      guard sql.schema.id == record.id.table, record.hasChanged(just: fields) else { return false }
      let first = values.count - fields.count
      return fields.indices.allSatisfy {
        comparisons[$0] == Comparison(with: values.cells[first + $0].kind)
      }
    }
  }

  /// The update of one row.
  ///
  /// It holds no references, so that iterating over very many costs no reference counting.
  struct Update: Sendable {
    /// The row's table.
    let table: TableID
    /// The place of its shape.
    let shape: Int32
    /// The place of its first value.
    let start: Int
    /// The rowid, or the place of its key in `keys`.
    let key: Int64
    /// Whether `key` is a rowid.
    let isRowID: Bool
  }

  /// The keys that are not rowids.
  private(set) var keys: [RecordID.Key] = []

  /// The statements over each table, by the table's number.
  private let sqls: [TableSQL]

  /// Creates an empty plan with space reserved for the given number of updates, most of which set one field.
  init(capacity: Int = 0, sqls: [TableSQL] = []) {
    self.sqls = sqls
    values = PackedValues(capacity: 2 * capacity)
    updates.reserveCapacity(capacity)
  }

  /// Adds the update of a dirty record.
  mutating func append(_ record: Record) {
    let (table, start) = (record.id.table, values.count)
    record.packChanges(into: &values)
    let shape = Int32(shape(of: record))
    if let rowid = record.id.rowid {
      updates.append(Update(table: table, shape: shape, start: start, key: rowid, isRowID: true))
    } else {
      let place = Int64(keys.count)
      updates.append(Update(table: table, shape: shape, start: start, key: place, isRowID: false))
      keys.append(record.id.key)
    }
  }

  /// The place of the shape of a record's update, usually that of the previous update.
  private mutating func shape(of record: Record) -> Int {
    if let last = updates.last?.shape, shapes[Int(last)].fits(record, values) { return Int(last) }
    if let place = shapes.firstIndex(where: { $0.fits(record, values) }) { return place }
    shapes.append(Shape(of: record, values, sqls[Int(record.id.table.index)]))
    return shapes.endIndex - 1
  }

  /// The shape of an update.
  func shape(of update: Update) -> Shape { shapes[Int(update.shape)] }

  /// The row of an update.
  func id(of update: Update) -> RecordID {
    RecordID(update.isRowID ? .rowid(update.key) : keys[Int(update.key)], in: update.table)
  }

  /// The fields of an update, in their order.
  func fields(of update: Update) -> [Int] { shape(of: update).fields }

  /// The values of an update, in the order of its fields.
  func values(of update: Update) -> [Value] {
    fields(of: update).indices.map { values[update.start + $0] }
  }

  /// What the database held for an update's fields, in their order.
  func originals(of update: Update) -> [Value] {
    let fields = fields(of: update)
    return fields.indices.map { values[update.start + fields.count + $0] }
  }
}
