import Records

/// The rows of a query that a scan has found, or is still finding.
struct RankedListing {
  let query: ListQuery
  var table: RankTable
  var isComplete = false

  /// How many rows there are.
  var count: RowCount { isComplete ? .exactly(table.count) : .atLeast(table.count) }
}
