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

  /// How many rows there are.
  var count: RowCount { isComplete ? .exactly(table.count) : .atLeast(table.count) }
}
