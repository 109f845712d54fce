import Queries
import Records

/// What a listing is to show, as a value that any thread can work on: an order and a filter over a table.
struct ListQuery: Sendable {
  let sql: TableSQL
  let order: ListOrder
  /// What all rows have in common, or nil for the whole table.
  let scope: ListSource.Scope?
  /// The words that rows must match, as they were typed.
  let words: String
  /// What rows must match, or nil for all of them.
  let matcher: Matcher?
  /// The fields that are kept with the rows, if the rows are kept.
  var shownFields: [Int] = []

  init(sql: TableSQL, order: ListOrder, words: String, scope: ListSource.Scope? = nil) {
    self.init(sql: sql, order: order, words: words, matcher: Matcher(words), scope: scope)
  }

  init(sql: TableSQL, order: ListOrder, words: String = "", matcher: Matcher, scope: ListSource.Scope?) {
    self.sql = sql
    self.order = order
    self.scope = scope
    self.words = words
    self.matcher = matcher.isEmpty ? nil : matcher
  }

  /// Whether the table's own order and every row are wanted, which needs no work.
  var isPlain: Bool { order == .own && matcher == nil && scope == nil }

  /// Whether SQLite gives the rows out in order as it finds them, so that they can be shown at once.
  var isStreaming: Bool { order.terms.isEmpty }

  /// The fields that words are looked for in, those of `searchedDates` last.
  var searchedFields: [Int] { sql.schema.searchedTexts + searchedDates }

  /// The fields of dates that words with digits are looked for in.
  var searchedDates: [Int] { matcher.map(sql.schema.searchedDates) ?? [] }

  /// Gives a connection the functions that the statements call; `tick` is called now and then while one runs.
  func defineFunctions(on connection: Connection, tick: @escaping () -> Void) throws(StoreError) {
    let dates = searchedDates.map { sql.schema.fields[$0] }
    try SQLFunction.register(
      on: connection.pointer, matcher: matcher, dates: dates, articles: sql.articles, tick: tick)
  }

  /// The keys of the rows in order; the values of the scope are to be bound.
  var text: String {
    let conditions = conditions
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "SELECT \(columns) FROM \(sql.table)\(filter) ORDER BY \(orderTerms())"
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

  /// What holds for the rows; the values of the scope are to be bound first.
  var conditions: [String] {
    let match = matcher.map { _ in "\(SQLFunction.match)(\(sql.columnList(searchedFields)))" }
    let scope = scope?.fields.map { sql.columnList([$0]) + " = ?" } ?? []
    return scope + [match].compactMap { $0 }
  }

  /// See `TableSQL.orderTerms`.
  func orderTerms(isForward: Bool = true) -> String { sql.orderTerms(order, isForward: isForward) }
}

extension Schema {
  /// The indices of the fields whose texts a search looks into: the title and all texts.
  var searchedTexts: [Int] {
    fields.indices.filter { titleFields.contains($0) || fields[$0].kind.isText }
  }

  /// The indices of the fields of dates that a search looks into too: all of them, or none where no word has a digit.
  func searchedDates(by matcher: Matcher) -> [Int] {
    matcher.hasDigits ? fields.indices.filter { fields[$0].kind.dateForm != nil } : []
  }
}
