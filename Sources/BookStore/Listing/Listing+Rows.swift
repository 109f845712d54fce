import Records

extension Listing {
  /// The rows at the given positions, fewer where the listing ends before; nil for a row that is not there yet.
  ///
  /// - Complexity: A page of 256 rows, or in another order or a filter each row that is not hydrated.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [Entry?] {
    var positions = positions.clamped(to: 0..<Int.max)
    if case .exactly(let count) = count { positions = positions.clamped(to: 0..<count) }
    guard let ranked else {
      if scope != nil { return [] }
      guard positions.isEmpty || isNear(positions) else { return positions.map { _ in nil } }
      let rows = try keyed.rows(in: positions)
      // What was learned turned out to be no longer true.
      if scanCount > 0, !isScanning, !hasScanFailed, !keyed.count.isExact { startScan() }
      return rows
    }
    if let viewRows = ranked.viewRows {
      let ids = ranked.table.ids(in: positions)
      return zip(ids, viewRows.read(positions)).map { Entry(id: $0, title: $1.title) }
    }
    let reader = RowReader(connection: connection, sql: sql, purpose: .list)
    var entries: [Entry?] = []
    for id in ranked.table.ids(in: positions) {
      let held = record(id)?.shownValues.map { sql.schema.title(of: $0).head }
      // A row that is gone is one that another program has deleted.
      let title = if let held { held } else { try reader.title(of: id) }
      entries.append(Entry(id: id, title: title ?? .null))
    }
    return entries
  }
}
