import Queries
import Records
import SQLite
import Tables

/// What a listing is to show, as a value that any thread can work on: an order and a filter over a table.
package struct ListQuery: Sendable {
  package let sql: TableSQL
  package let order: ListOrder
  /// The condition that all rows of the list fulfil, or nil for the whole table.
  package let scope: ListSource.Scope?
  /// The finder's query.
  package let finder: Query
  /// The query as a filter, or nil if every row matches.
  package let filter: RowFilter?
  /// The fields that are kept with the rows, if the rows are kept.
  package var shownFields: [Int] = []

  package init(
    sql: TableSQL, order: ListOrder, finder: Query, filter: RowFilter? = nil, scope: ListSource.Scope? = nil
  ) {
    self.sql = sql
    self.order = order
    self.scope = scope
    self.finder = finder
    self.filter = filter ?? finder.condition.map { RowFilter($0, sql) }
  }

  /// The text that was typed into the finder; empty if it limits nothing.
  package var words: String { filter == nil ? "" : finder.text }

  /// Whether the table's own order and every row are wanted, which needs no work.
  package var isPlain: Bool { order == .own && filter == nil && scope == nil }

  /// Whether SQLite gives the rows out in order as it finds them, so that they can be shown at once.
  var isStreaming: Bool { order.terms.isEmpty }

  /// Whether a change of these fields can move a row or change whether it is shown.
  package func isAffected(by fields: [Int]) -> Bool {
    // Whatever is changed, the row becomes dirty.
    if let filter, !filter.states.isEmpty { return true }
    return fields.contains { field in
      order.fields.contains(field) || scope?.fields.contains(field) == true
        || filter?.fields.contains(field) == true
    }
  }

  /// The words, if the rows can be found by their folded texts in the order of their keys, which are rowids.
  var foldedMatcher: Matcher? {
    guard case .words(let matcher)? = filter?.condition, matcher.needsFoldsOnly, order == .own, scope == nil,
      sql.schema.source == .table, sql.schema.key.isInteger,
      (1..<FilterBuilder.argumentLimit).contains(sql.schema.searchedTexts.count)
    else { return nil }
    return matcher
  }

  /// Gives a connection the functions that the statements call; `tick` is called now and then while one runs.
  package func defineFunctions(on connection: Connection, tick: @escaping () -> Void) throws(StoreError) {
    // The connection outlives the functions, which are its own.
    let tests = filter?.functionTests { [unowned connection] in connection.isCancelled } ?? .init()
    try SQLFunction.register(on: connection.pointer, tests, articles: sql.articles, tick: tick)
  }

  /// The keys of the rows in order; `bindings` are to be bound.
  package var text: String {
    "SELECT \(columns) FROM \(sql.table)\(whereClause) ORDER BY \(orderTerms())"
  }

  /// The conditions as a clause; empty if there are none.
  package var whereClause: String {
    let conditions = conditions
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// The terms of the order, for a sort of their keys.
  ///
  /// - Parameter isUTF8: Whether the texts of the database are in UTF-8.
  func keyTerms(isUTF8: Bool) -> [KeySorter.Term] {
    order.terms.map { sql.keyTerm($0, isUTF8: isUTF8) }
  }

  /// The keys of the rows in no particular order, each with the value or the sort key of each term.
  func keyText(_ terms: [KeySorter.Term]) -> String {
    let keys = zip(order.terms, terms).map { $1.isValue ? sql.ordering($0.field) : sql.sortKey($0.field) }
    return "SELECT \(([sql.keyList] + keys).joined(separator: ", ")) FROM \(sql.table)\(whereClause)"
  }

  /// The field by which a pass of its own finds the first rows of the order, or nil if that would take too long.
  ///
  /// The pass reads the field of every row once more. Fields of other tables, computed fields and blobs are slow to read, and
  /// names are slow to turn into keys. A scope may contain few rows, or only one value.
  var firstLookField: Int? {
    guard sql.schema.source == .table, filter == nil, scope == nil, let field = order.terms.first?.field,
      sql.schema.fields.indices.contains(field), !sql.schema.fields[field].isGenerated,
      !sql.bytesFields.contains(field), !sql.sortsBySurname(field)
    else { return nil }
    return field
  }

  /// Like `keyText(_:)`, but only of the rows whose value of a field passes `booklist_match`, in the order of their keys.
  func firstLookText(_ terms: [KeySorter.Term], at field: Int) -> String {
    "\(keyText(terms)) WHERE \(SQLFunction.match)(\(sql.ordering(field))) ORDER BY \(sql.keyList)"
  }

  /// Like `text`, perhaps only of the rows behind one, whose key is bound first.
  package func text(afterKey isAfter: Bool) -> String {
    guard isAfter else { return text }
    let conditions = [sql.key(">", from: 1)] + conditions
    return
      "SELECT \(columns) FROM \(sql.table) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(orderTerms())"
  }

  /// Whether the rows are kept as they were found, since to look at one again takes as long as to find it.
  var keepsRows: Bool { sql.schema.key == .position }

  /// The keys, and where the rows are kept what `ViewRows` has of them.
  private var columns: String {
    guard keepsRows else { return sql.keyList }
    let key = order.field.map(sql.sortKey) ?? "NULL"
    let shown = shownFields.isEmpty ? "" : ", " + sql.shownColumns(shownFields)
    return "\(sql.keyList), \(sql.titleExpression), \(key)\(shown)"
  }

  /// The conditions on the rows, in SQL; `bindings` are bound to them.
  package var conditions: [String] {
    let scope = scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? []
    return scope + (filter.map { [$0.text] } ?? [])
  }

  /// The values of the conditions.
  package var bindings: [Value] { (scope?.values ?? []) + (filter?.bindings ?? []) }

  /// See `TableSQL.orderTerms`.
  package func orderTerms(isForward: Bool = true) -> String { sql.orderTerms(order, isForward: isForward) }
}
