import Listings
import Queries
import Records
import SQLite

/// The rows of a table that a query finds, read from the database without records; unwritten edits do not count.
public struct RowSelection {
  let database: Database
  package let source: RowSource

  /// Makes a selection, by default of the initial table.
  public init(of store: BookStore, table: TableID? = nil, _ rows: RowQuery = RowQuery()) throws(StoreError) {
    database = store.database
    let own = try store.database.sql(of: table ?? store.schema.id)
    // The query may come from another store of the same database that has read the related fields.
    let isComplete = rows.fields.allSatisfy { $0 < own.schema.fields.count }
    let sql = isComplete ? own : try store.database.completeSQL(of: own.schema.id)
    let states = RowStates(rows: [.dirty: rows.dirtyRows], marked: rows.markedRows)
    let filter = rows.query.condition.map { RowFilter($0, sql, states) }
    var source = RowSource(sql: sql, order: rows.order, finder: rows.query, filter: filter, scope: rows.scope)
    source.limit = rows.limit
    self.source = source
  }

  /// The table.
  public var schema: Schema { source.sql.schema }

  var connection: Connection { database.connection }

  /// The number of rows, ignoring the limit; throws `interrupted` after the given processor time.
  public func count(within time: Duration? = nil) throws(StoreError) -> Int {
    guard let time else { return try source.count(on: connection) }
    return try connection.withTimeLimit(time) { () throws(StoreError) in try source.count(on: connection) }
  }

  /// The IDs of the rows, in order; O(*n*), with only the IDs in memory.
  public func ids() throws(StoreError) -> [RecordID] {
    var ids: [RecordID] = []
    try forEachID { ids.append($0) }
    return ids
  }

  /// Calls a closure with the ID of each row, in order.
  public func forEachID(_ body: (RecordID) throws(StoreError) -> Void) throws(StoreError) {
    try source.forEachID(on: connection, body)
  }

  /// Some of the rows, each as likely as any other, in no order; all of them if there are fewer.
  ///
  /// - Complexity: O(*n*), with only the returned IDs in memory.
  public func sample(
    _ count: Int, using generator: inout some RandomNumberGenerator
  ) throws(StoreError) -> [RecordID] {
    var (ids, rowCount): ([RecordID], Int) = ([], 0)
    try forEachID { id in
      rowCount += 1
      if ids.count < count { return ids.append(id) }
      let place = Int.random(in: 0..<rowCount, using: &generator)
      if place < count { ids[place] = id }
    }
    return ids
  }

  /// The values of a field with the numbers of their rows, the most frequent first; of a list field, its items.
  ///
  /// Texts are the same if their bytes are, whatever the column's collation.
  public func values(of field: Int, _ body: (Value, Int) throws(StoreError) -> Void) throws(StoreError) {
    try connection.reading(for: .list) { () throws(StoreError) in
      try source.forEachValue(of: field, on: connection) { line throws(StoreError) in
        try body(line.value, line.count)
      }
    }
  }

  /// The groups of the rows by the first field of their order; nil if they are not sorted by a field.
  ///
  /// - Parameter total: A field of numbers to add up; nil for none.
  /// - Complexity: O(*n* log *n*), sorted on disk if there are many.
  public func groups(total: Int? = nil) throws(StoreError) -> RowGroups? {
    try source.groups(total: total, on: connection)
  }

  /// Starts finding the groups on a thread; nil if the rows are not sorted by a field.
  public func startGroups(in store: BookStore, total: Int? = nil) -> GroupRun? {
    guard let field = source.order.field else { return nil }
    return GroupRun(total, of: schema, named: "groups", in: store) {
      [source] (total, connection, _) throws(StoreError) in
      try source.groups(total: total, on: connection) ?? RowGroups(by: field, total: total)
    }
  }

  /// The fields without a value in the first 500 rows of the table.
  public var emptyFields: Set<Int> { get throws(StoreError) { try source.emptyFields(on: connection) } }

  /// The row with a key, given as the possible values of each column, such as a text or its number; nil if there is none.
  public func id(of cells: [[Value]]) throws(StoreError) -> RecordID? {
    let sql = source.sql
    guard sql.schema.key != .position else { return nil }
    let terms = zip(sql.schema.key.columns, cells).map { column, values in
      "\(quoted(column)) IN (\(values.map { _ in "?" }.joined(separator: ", ")))"
    }
    guard terms.count == sql.schema.key.columns.count, terms.count == cells.count else { return nil }
    let statement =
      "SELECT \(sql.keyList) FROM \(sql.table) WHERE \(terms.joined(separator: " AND ")) LIMIT 1"
    return try connection.statement(statement, for: .list).firstRow(binding: Array(cells.joined())) {
      sql.id(in: $0)
    }
  }
}

/// Groups of rows that a thread finds; the request is the field to add up.
public typealias GroupRun = ReportRun<Int?, RowGroups>

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
