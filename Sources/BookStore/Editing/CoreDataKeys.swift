import EditLog
import Listings
import Records
import SQLite

struct CoreDataKeys {
  let database: Database
  let records: RecordTable

  private var connection: Connection { database.connection }

  /// Adds Core Data's columns to a new row, and updates the highest key; throws if the row's entity is unknown.
  func withEntity(
    _ cells: [Change.Cell], _ sql: TableSQL, _ recorder: RowRecorder
  ) throws(StoreError) -> [Change.Cell] {
    guard sql.schema.isOfCoreData else { return cells }
    guard let entity = try entity(of: sql.schema) else { throw .unknownEntity(table: sql.schema.table) }
    var own = cells.filter { CoreDataEntity.columns.contains($0.column) && !$0.value.isNull }
    func add(_ column: String, _ value: Int64) {
      if !own.contains(where: { $0.column == column }) {
        own.append(Change.Cell(column: column, value: .integer(value)))
      }
    }
    if let given = own.first(where: { $0.column == CoreDataEntity.entity }) {
      guard case .integer(let number) = given.value, entity.names[number] != nil else {
        throw .severalEntities(table: sql.schema.table, entity.names)
      }
    }
    if entity.names.count == 1 { add(CoreDataEntity.entity, entity.number) }
    guard own.contains(where: { $0.column == CoreDataEntity.entity }) else {
      throw .severalEntities(table: sql.schema.table, entity.names)
    }
    let last = max(entity.largestKey, try largestKey(in: sql))
    // If no number is left, SQLite reports that the database is full.
    add(CoreDataEntity.key, last == .max ? last : last + 1)
    add(CoreDataEntity.version, 1)
    try noteKey(of: own, sql, entity, recorder)
    return own + cells.filter { !CoreDataEntity.columns.contains($0.column) }
  }

  func noteKey(of cells: [Change.Cell], _ sql: TableSQL, _ recorder: RowRecorder) throws(StoreError) {
    guard sql.schema.isOfCoreData, let entity = try entity(of: sql.schema) else { return }
    try noteKey(of: cells, sql, entity, recorder)
  }

  private func noteKey(
    of cells: [Change.Cell], _ sql: TableSQL, _ entity: CoreDataEntity, _ recorder: RowRecorder
  ) throws(StoreError) {
    guard case .integer(let key)? = cells.first(where: { $0.column == CoreDataEntity.key })?.value,
      key > entity.largestKey, let table = database.entry(named: CoreDataEntity.table)
    else { return }
    let update = "UPDATE OR ABORT main.\(quoted(table.name)) SET Z_MAX = ? WHERE Z_ENT = ?"
    // No number is ever reused, not even if the row is deleted again.
    try recorder.ignoring { () throws(StoreError) in
      try connection.statement(update).run(binding: [.integer(key), .integer(entity.number)])
    }
    if connection.changedRowCount == 0 { throw .unknownEntity(table: sql.schema.table) }
    let id = RecordID(.rowid(entity.number), in: table.id)
    if records[id]?.state == .hydrated { records.remove(id) }
  }

  private func largestKey(in sql: TableSQL) throws(StoreError) -> Int64 {
    let text = "SELECT max(\(quoted(CoreDataEntity.key))) FROM \(sql.table)"
    return try connection.statement(text).firstRow(binding: []) { $0.integer(at: 0) } ?? 0
  }

  private func entity(of schema: Schema) throws(StoreError) -> CoreDataEntity? {
    guard let table = database.entry(named: CoreDataEntity.table), table.kind == .table,
      let statement = try? connection.statement(
        "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM main.\(quoted(table.name)) ORDER BY Z_ENT")
    else { return nil }
    let rows = try statement.rows { row in
      CoreDataEntity.Row(
        number: row.integer(at: 0), name: row.string(at: 1), parent: row.integer(at: 2),
        largestKey: row.integer(at: 3))
    }
    return CoreDataEntity(table: schema.table, among: rows)
  }
}

extension Schema {
  package var isOfCoreData: Bool {
    guard source == .table, case .rowid(CoreDataEntity.key) = key else { return false }
    return fields.contains { $0.column == CoreDataEntity.entity }
  }
}
