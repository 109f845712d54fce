import Records

extension Listing {
  /// The table as people see it.
  public var schema: Schema { sql.schema }

  /// Shows the rows in an order, and of them only those in which words occur.
  ///
  /// A table's own order with all rows is there at once. For any other the rows come in the background; until the
  /// first of them are there the listing stays as it was.
  ///
  /// - Parameter words: What was typed; each word must occur in the title or in another text of a row.
  /// - Throws: `cannotOpen` where no temporary file can be made.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try show(ListQuery(sql: sql, order: order, words: words, scope: scope))
  }

  /// Ends the work on an order or a filter; the rows that are there stay.
  public func cancelArranging() {
    cancelActivity(keepingRows: false)
  }

  /// Starts to find out in the background how many rows there are and where they are, for jumps to any position.
  public func scoutAhead() {
    startScan()
  }
}
