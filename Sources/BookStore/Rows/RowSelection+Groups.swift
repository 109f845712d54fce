import Listings
import Queries
import Records
import SQLite

extension RowSelection {
  /// The groups of the rows in the database by the first field of their order; nil if they are not sorted by a field.
  ///
  /// - Parameter total: A field of numbers to add up; nil for none.
  /// - Complexity: O(*n* log *n*), sorted on disk if there are many.
  public func groups(total: Int? = nil) throws(StoreError) -> RowGroups? {
    guard let search = GroupSearch(query) else { return nil }
    return try search.read(total, on: database.connection)
  }

  /// Starts finding the groups on a thread; nil if the rows are not sorted by a field.
  public func startGroups(in store: BookStore, total: Int? = nil) -> GroupRun? {
    guard let search = GroupSearch(query) else { return nil }
    return GroupRun(total, of: schema, named: "groups", in: store) {
      (total, connection, _) throws(StoreError) in
      try search.read(total, on: connection)
    }
  }
}

/// Groups of rows that a thread finds; the request is the field to add up.
public typealias GroupRun = ReportRun<Int?, RowGroups>

private struct GroupSearch: Sendable {
  private let query: ListQuery
  private let field: Int

  init?(_ query: ListQuery) {
    guard let field = query.order.field else { return nil }
    (self.query, self.field) = (query, field)
  }

  func read(_ total: Int?, on connection: Connection) throws(StoreError) -> RowGroups {
    var (found, last) = (RowGroups(by: field, total: total), Value?.none)
    try query.defineFunctions(on: connection) {}
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    try connection.reading(for: .list) { () throws(StoreError) in
      let statement = try connection.uncachedStatement(text(total), for: .list)
      try statement.forEachRow(binding: query.bindings) { row throws(StoreError) in
        let key = row.value(at: 1)
        let group = RowGroup(
          row.value(at: 0).head, count: Int(row.integer(at: 2)), sum: row.real(at: 3),
          numberCount: Int(row.integer(at: 4)))
        found.add(group, isOfLast: key == last)
        last = key
      }
    }
    found.isComplete = found.groups.count <= RowGroups.limit
    return found
  }

  /// Selects each value with its sort key and counts; values with the same key follow one another.
  private func text(_ total: Int?) -> String {
    let sql = query.sql
    let number = total.map { sql.columnList([$0]) } ?? "NULL"
    let isNumber = "typeof(\(number)) IN ('integer', 'real')"
    let isDescending = query.order.isDescending
    let order = isDescending ? "value IS NULL, key DESC" : "key"
    return """
      SELECT value, key, count(*), total(number), count(number) FROM (SELECT \(sql.columnList([field])) AS value, \
      \(sql.sortKey(field)) AS key, CASE WHEN \(isNumber) THEN \(number) END AS number FROM \(sql.table)\(query.whereClause)) \
      GROUP BY key, typeof(value), value COLLATE BINARY ORDER BY \(order) LIMIT \(RowGroups.limit + 1)
      """
  }
}
