import Records

struct RankedListing {
  let query: RowSource
  var table: RankTable
  var viewRows: ViewRows?
  var isComplete = false
  var isOutdated = false

  /// The rows of a sort that are found while its beginning is shown, until they outnumber it.
  private var pending: (table: RankTable, count: Int)?

  init(query: RowSource, table: RankTable, viewRows: ViewRows? = nil) {
    (self.query, self.table, self.viewRows) = (query, table, viewRows)
  }

  mutating func show(beginning ids: [RecordID]) {
    pending = (table, ids.count)
    table = RankTable(of: query.sql.schema.id)
    table.append(ids)
  }

  mutating func extend(_ body: (inout RankTable) -> Void) {
    guard pending != nil else { return body(&table) }
    if var more = pending?.table, let count = pending?.count {
      pending = nil
      body(&more)
      if more.count >= count { table = more } else { pending = (more, count) }
    }
  }

  mutating func complete() {
    if let pending { table = pending.table }
    (pending, isComplete) = (nil, true)
  }

  var count: RowCount { isComplete ? .exactly(table.count) : .atLeast(table.count) }
}
