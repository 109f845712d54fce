import Records

/// Runs a listing's query and reports its rows, in batches that soon grow with the time they take.
struct RankScan: Sendable {
  let query: ListQuery
  /// The number by which the listing knows the query.
  let number: Int
  /// Where the rowids go, or nil for a table without a rowid.
  let file: RankFile?
  /// Where what is shown of the rows goes, if they are those of a view.
  let viewRows: ViewRows?
  /// The number of rows in the table, if it is known, to tell how far the work is.
  let total: Int?
  let report: @Sendable (ListNews) -> Void

  /// Runs the query to its end.
  func run(on connection: Connection) throws(StoreError) {
    let batch = RankBatch(scan: self)
    try query.defineFunctions(on: connection) { batch.tick() }
    // Otherwise the connection would keep the file until the next query.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    try connection.uncachedStatement(query.text, for: .list).forEachRow(binding: query.bindings) {
      row throws(StoreError) in
      if viewRows != nil {
        let key = row.value(at: 2).bytes ?? []
        let shown = EntryReader.shown(query.shownFields.count, in: row, from: 3)
        batch.add(
          rowid: row.integer(at: 0), ViewRows.Row(title: row.shownValue(at: 1), key: key, values: shown))
      } else if file != nil {
        batch.add(rowid: row.integer(at: 0))
      } else {
        batch.add(key: query.sql.id(in: row))
      }
      try batch.flushIfDue()
    }
    try batch.flush()
    report(.complete(query: number))
  }
}
