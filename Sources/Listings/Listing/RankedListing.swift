import Records

/// The rows of a query that a scan has found, or is still finding.
struct RankedListing {
  let query: ListQuery
  var table: RankTable
  /// The titles of the rows, and the values they are sorted by, if they are rows of a view.
  var viewRows: ViewRows?
  var isComplete = false
  /// Whether the query was stale when another one took its place, and so is again if it comes back.
  var isOutdated = false

  /// What was found of a sort of which the beginning is shown, until there is more of it than that.
  private var pending: (table: RankTable, count: Int)?

  init(query: ListQuery, table: RankTable, viewRows: ViewRows? = nil) {
    (self.query, self.table, self.viewRows) = (query, table, viewRows)
  }

  /// Shows the first rows of a sort until there are more.
  mutating func show(beginning ids: [RecordID]) {
    pending = (table, ids.count)
    table = RankTable(of: query.sql.schema.id)
    table.append(ids)
  }

  /// Takes in rows that were found.
  mutating func extend(_ body: (inout RankTable) -> Void) {
    guard pending != nil else { return body(&table) }
    if var more = pending?.table, let count = pending?.count {
      pending = nil
      body(&more)
      if more.count >= count { table = more } else { pending = (more, count) }
    }
  }

  /// Notes that all rows were found.
  mutating func complete() {
    if let pending { table = pending.table }
    (pending, isComplete) = (nil, true)
  }

  /// How many rows there are.
  var count: RowCount { isComplete ? .exactly(table.count) : .atLeast(table.count) }
}
