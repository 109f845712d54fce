import Queries
import Records
import SQLite

/// Rows as a value that any thread can read: a table, the scope and the filter that they meet, their order and a limit.
package struct RowSource: Sendable {
  package let sql: TableSQL
  package let order: ListOrder
  package let scope: ListSource.Scope?
  package let finder: Query
  package let filter: RowFilter?
  package var shownFields: [Int] = []
  /// The most rows or values to read; nil for all.
  package var limit: Int?

  package init(
    sql: TableSQL, order: ListOrder, finder: Query, filter: RowFilter? = nil, scope: ListSource.Scope? = nil
  ) {
    (self.sql, self.order, self.scope, self.finder) = (sql, order, scope, finder)
    self.filter = filter ?? finder.condition.map { RowFilter($0, sql) }
  }

  package var words: String { filter == nil ? "" : finder.text }

  /// Whether the query shows every row in the table's own order, which needs no work.
  package var isPlain: Bool { order == .own && filter == nil && scope == nil }

  var isStreaming: Bool { order.terms.isEmpty }

  package func isAffected(by fields: [Int]) -> Bool {
    // Any change makes the row dirty.
    if let filter, !filter.states.isEmpty { return true }
    return fields.contains { field in
      order.fields.contains(field) || scope?.fields.contains(field) == true
        || filter?.fields.contains(field) == true
    }
  }

  var foldedMatcher: Matcher? {
    guard case .words(let matcher)? = filter?.condition, matcher.needsFoldsOnly, order == .own, scope == nil,
      sql.schema.source == .table, sql.schema.key.isInteger,
      (1..<FilterBuilder.argumentLimit).contains(sql.schema.searchedTexts.count)
    else { return nil }
    return matcher
  }

  /// Defines the functions that the statements call; `tick` is called repeatedly while a statement runs.
  func defineFunctions(on connection: Connection, tick: @escaping () -> Void) throws(StoreError) {
    // The connection outlives its functions.
    let tests = filter?.functionTests { [unowned connection] in connection.isCancelled } ?? .init()
    try SQLFunction.register(on: connection.pointer, tests, articles: sql.articles, tick: tick)
  }

  package var text: String { "SELECT \(columns) FROM \(sql.table)\(whereClause) ORDER BY \(orderTerms())" }

  package var whereClause: String {
    let conditions = conditions
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  func keyTerms(isUTF8: Bool) -> [KeySorter.Term] { order.terms.map { sql.keyTerm($0, isUTF8: isUTF8) } }

  func keyText(_ terms: [KeySorter.Term]) -> String {
    let keys = zip(order.terms, terms).map { $1.isValue ? sql.sorted($0.field) : sql.sortKey($0.field) }
    return "SELECT \(([sql.keyList] + keys).joined(separator: ", ")) FROM \(sql.table)\(whereClause)"
  }

  /// The field by which a separate pass finds the first rows of the order, or nil if it is slow to read or filtered.
  var firstLookField: Int? {
    guard sql.schema.source == .table, filter == nil, scope == nil, let field = order.terms.first?.field,
      sql.schema.fields.indices.contains(field), !sql.schema.fields[field].isGenerated,
      !sql.bytesFields.contains(field), !sql.sortsBySurname(field)
    else { return nil }
    return field
  }

  /// Like `keyText(_:)`, but in key order, and only for the rows whose value of a field passes `booklist_match`.
  func firstLookText(_ terms: [KeySorter.Term], at field: Int) -> String {
    "\(keyText(terms)) WHERE \(SQLFunction.match)(\(sql.sorted(field))) ORDER BY \(sql.keyList)"
  }

  /// Like `text`, optionally only for the rows after a key, which is the first binding.
  package func text(afterKey isAfter: Bool) -> String {
    guard isAfter else { return text }
    let conditions = [sql.key(">", from: 1)] + conditions
    return
      "SELECT \(columns) FROM \(sql.table) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(orderTerms())"
  }

  /// Whether to keep the rows as they were found, because reading a row again takes as long as finding it.
  var keepsRows: Bool { sql.schema.key == .position }

  private var columns: String {
    guard keepsRows else { return sql.keyList }
    let key = order.field.map(sql.sortKey) ?? "NULL"
    let shown = shownFields.isEmpty ? "" : ", " + sql.shownColumns(shownFields)
    return "\(sql.keyList), \(sql.titleExpression), \(key)\(shown)"
  }

  package var conditions: [String] {
    let scope = scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? []
    return scope + (filter.map { [$0.text] } ?? [])
  }

  package var bindings: [Value] { (scope?.values ?? []) + (filter?.bindings ?? []) }

  package func orderTerms(isForward: Bool = true) -> String { sql.orderTerms(order, isForward: isForward) }
}
