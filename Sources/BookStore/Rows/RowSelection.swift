import Listings
import Queries
import Records
import SQLite

/// The rows of a table that a query finds, read from the database without records; unwritten edits do not count.
public final class RowSelection {
  let database: Database
  let query: ListQuery
  package let sql: TableSQL
  private let limit: Int?

  /// Makes a selection, by default of the initial table.
  public init(of store: BookStore, table: TableID? = nil, _ rows: RowQuery = RowQuery()) throws(StoreError) {
    database = store.database
    let own = try store.database.sql(of: table ?? store.schema.id)
    // The query may come from another store of the same database that has read the related fields.
    let isComplete = rows.fields.allSatisfy { $0 < own.schema.fields.count }
    sql = isComplete ? own : try store.database.completeSQL(of: own.schema.id)
    let states = RowStates(rows: [.dirty: rows.dirtyRows], marked: rows.markedRows)
    let filter = rows.query.condition.map { [sql] in RowFilter($0, sql, states) }
    query = ListQuery(sql: sql, order: rows.order, finder: rows.query, filter: filter, scope: rows.scope)
    limit = rows.limit
  }

  /// The table.
  public var schema: Schema { sql.schema }

  /// The number of rows, ignoring the limit; throws `interrupted` after the given processor time.
  public func count(within time: Duration? = nil) throws(StoreError) -> Int {
    guard let time else { return try count() }
    return try database.connection.withTimeLimit(time) { () throws(StoreError) in try count() }
  }

  private func count() throws(StoreError) -> Int {
    var count = 0
    try read("SELECT count(*) FROM \(sql.table)\(query.whereClause)") { row throws(StoreError) in
      count = Int(row.integer(at: 0))
    }
    return count
  }

  /// The IDs of the rows, in order; O(*n*), with only the IDs in memory.
  public func ids() throws(StoreError) -> [RecordID] {
    var ids: [RecordID] = []
    try forEachID { ids.append($0) }
    return ids
  }

  /// Calls a closure with the ID of each row, in order.
  public func forEachID(_ body: (RecordID) throws(StoreError) -> Void) throws(StoreError) {
    try forEachRow(sql.keyList) { row throws(StoreError) in try body(sql.id(in: row)) }
  }

  /// The values of a field with the numbers of their rows, the most frequent first; of a list field, its items.
  ///
  /// Texts are the same if their bytes are, whatever the column's collation.
  public func values(of field: Int, _ body: (Value, Int) throws(StoreError) -> Void) throws(StoreError) {
    let connection = database.connection
    try connection.reading(for: .list) { () throws(StoreError) in
      try query.forEachValue(of: field, limit: limit, on: connection) { line throws(StoreError) in
        try body(line.value, line.count)
      }
    }
  }

  /// The row with a key, given as the possible values of each column, such as a text or its number; nil if there is none.
  public func id(of cells: [[Value]]) throws(StoreError) -> RecordID? {
    guard sql.schema.key != .position else { return nil }
    let terms = zip(sql.schema.key.columns, cells).map { column, values in
      "\(quoted(column)) IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
    }
    guard terms.count == sql.schema.key.columns.count, terms.count == cells.count else { return nil }
    let statement =
      "SELECT \(sql.keyList) FROM \(sql.table) WHERE \(terms.joined(separator: " AND ")) LIMIT 1"
    return try database.connection.statement(statement, for: .list).firstRow(
      binding: Array(cells.joined())
    ) { [sql] in sql.id(in: $0) }
  }

  /// - Parameter columns: The columns to select; if empty, the rows have no cells.
  package func forEachRow(
    _ columns: String, _ body: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    let columns = columns.isEmpty ? "NULL" : columns
    try read(
      "SELECT \(columns) FROM \(sql.table)\(query.whereClause) ORDER BY \(query.orderTerms())\(limit)", body)
  }

  private func read(
    _ statement: String, _ body: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let connection = database.connection
    try query.defineFunctions(on: connection) {}
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    try connection.reading(for: .list) { () throws(StoreError) in
      try connection.statement(statement, for: .list).forEachRow(binding: query.bindings, body)
    }
  }
}

/// The condition, order and limit by which commands and screens select rows; a typed query is parsed once, into it.
public struct RowQuery: Sendable {
  /// The condition; an empty query finds all rows.
  public var query = Query("")
  /// The values that all of the rows share; nil for the whole table.
  public var scope: ListSource.Scope?
  /// The order of the rows.
  public var order = ListOrder.own
  /// The maximum number of rows; nil for no limit.
  public var limit: Int?
  /// The rows that `is:dirty` finds.
  public var dirtyRows: Set<RecordID> = []
  /// The rows that `is:marked` finds.
  public var markedRows = RowSet.none

  package var fields: [Int] {
    var fields = order.fields
    query.condition?.forEachLeaf { if case .field(let index, _) = $0 { fields.append(index) } }
    return fields
  }

  /// Creates a query for all rows.
  public init() {}
}
