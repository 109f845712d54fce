import Listings
import Records

/// The changed fields of each dirty record; it shares nothing with the store, so that another thread can write it.
struct WriteBackPlan: Sendable {
  private(set) var shapes: [Shape] = []
  private(set) var updates: [Update] = []
  /// The values of the updates' fields, each update's followed by the database's original values.
  private(set) var values: PackedValues

  /// Empty as long as no other program is known to have written.
  var rows: [ReadRow?] = []

  /// Shared by all updates with one statement; a class, because copying its texts would cost more than an update.
  final class Shape: Sendable {
    let sql: TableSQL
    let fields: [Int]
    let comparisons: [Comparison]
    let titlePlace: Int?

    init(of record: Record, _ values: PackedValues, _ sql: TableSQL) {
      self.sql = sql
      fields = record.originals.map(\.index)
      comparisons = values.cells.suffix(fields.count).map { Comparison(with: $0.kind) }
      let title = sql.schema.titleFields
      titlePlace = title.count == 1 ? fields.firstIndex(of: title[0]) : nil
    }

    func fits(_ record: Record, _ values: PackedValues) -> Bool {
      guard sql.schema.id == record.id.table, record.hasChanged(just: fields) else { return false }
      let first = values.count - fields.count
      return fields.indices.allSatisfy {
        comparisons[$0] == Comparison(with: values.cells[first + $0].kind)
      }
    }
  }

  /// The update of one row, without references, so that iterating over many costs no reference counting.
  struct Update: Sendable {
    let table: TableID
    let shape: Int32
    let start: Int
    /// The rowid, or the index of the key in `keys`.
    let key: Int64
    let isRowID: Bool
  }

  private(set) var keys: [RecordID.Key] = []

  private let sqls: [TableSQL]

  /// Creates an empty plan with space for updates, most of which set one field.
  init(capacity: Int = 0, sqls: [TableSQL] = []) {
    self.sqls = sqls
    values = PackedValues(capacity: 2 * capacity)
    updates.reserveCapacity(capacity)
  }

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

  private mutating func shape(of record: Record) -> Int {
    if let last = updates.last?.shape, shapes[Int(last)].fits(record, values) { return Int(last) }
    if let place = shapes.firstIndex(where: { $0.fits(record, values) }) { return place }
    shapes.append(Shape(of: record, values, sqls[Int(record.id.table.index)]))
    return shapes.endIndex - 1
  }

  func shape(of update: Update) -> Shape { shapes[Int(update.shape)] }

  func id(of update: Update) -> RecordID {
    RecordID(update.isRowID ? .rowid(update.key) : keys[Int(update.key)], in: update.table)
  }

  func fields(of update: Update) -> [Int] { shape(of: update).fields }

  func values(of update: Update) -> [Value] {
    fields(of: update).indices.map { values[update.start + $0] }
  }

  func originals(of update: Update) -> [Value] {
    let fields = fields(of: update)
    return fields.indices.map { values[update.start + fields.count + $0] }
  }

  func firstStatement(comparing isComparing: Bool) -> (sql: String, values: [Value])? {
    guard let update = updates.first else { return nil }
    let shape = shape(of: update)
    let values = values(of: update) + id(of: update).values
    guard isComparing else { return (shape.sql.update(shape.fields), values) }
    return (shape.sql.update(shape.fields, comparing: shape.comparisons), values + originals(of: update))
  }
}
