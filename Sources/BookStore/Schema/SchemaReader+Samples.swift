import Records

extension SchemaReader {
  /// Reads values of the first and the last rows, by which kinds are guessed and a title is chosen.
  ///
  /// One statement reads up to 20 rows of the beginning, and as many of the end where it finds that without a search: a
  /// program may have gone over to another form of dates. Of each text or blob it takes how it begins. Where a text is so
  /// large that reading all of it for that would take long, another one leaves out those that only a title could be
  /// chosen by, and so it does in a view, whose rows may cost anything. A table that cannot be read has no samples; who
  /// reads its rows will say why.
  func readSamples(of table: inout TableDescription) throws(StoreError) {
    let places = table.columns.indices.filter { !table.columns[$0].isHidden }
    let doubtful = places.filter { table.columns[$0].guess.needsSamples }
    guard !places.isEmpty, !table.isView || !doubtful.isEmpty else { return }
    let rows = try? connection.withLengthLimit(Self.wholeLimit) { () throws(StoreError) in
      try firstRows(of: table, places, hasTexts: { _ in true })
    }
    defer { table.shareDates() }
    if let rows {
      let first = rows.filter { $0.last == .integer(0) }
      for (index, place) in places.enumerated() { table.columns[place].firstValues = first.map { $0[index] } }
      note(rows, of: places, in: &table)
    } else if let rows = try? firstRows(of: table, doubtful, hasTexts: \.guess.needsTexts) {
      note(rows, of: doubtful, in: &table)
    }
  }

  /// Whether the last rows are as near as the first ones: a column that is called rowid may not be the key.
  private static func canReverse(_ table: TableDescription) -> Bool {
    table.isOrdinary && !table.isWithoutRowID && !table.columns.contains { $0.name.lowercased() == "rowid" }
  }

  /// Notes the values that kinds are guessed by.
  private func note(_ rows: [[Value]], of places: [Int], in table: inout TableDescription) {
    for (index, place) in places.enumerated() {
      table.columns[place].samples = rows.map { $0[index] }.filter { !$0.isNull }
    }
  }

  /// The largest text or blob that is read for its beginning.
  private static let wholeLimit = 1 << 20
  /// For how long rows are read: those of a view may need all of its tables.
  private static let longestTime = Duration.milliseconds(100)

  private func firstRows(
    of table: TableDescription, _ places: [Int], hasTexts: (ColumnDescription) -> Bool
  ) throws(StoreError) -> [[Value]] {
    let terms = places.map { sample(of: table.columns[$0], hasTexts(table.columns[$0])) }.joined(
      separator: ", ")
    // The last value says from which end a row is.
    let (columns, source) = (terms.isEmpty ? "" : terms + ", ", "FROM main.\(quoted(table.name))")
    var sql = "SELECT \(columns)0 \(source) LIMIT 20"
    if Self.canReverse(table) {
      sql =
        "SELECT * FROM (\(sql)) UNION ALL "
        + "SELECT * FROM (SELECT \(columns)1 \(source) ORDER BY rowid DESC LIMIT 20)"
    }
    let statement = try connection.uncachedStatement(sql)
    var rows: [[Value]] = []
    do throws(StoreError) {
      try connection.withTimeLimit(Self.longestTime) { () throws(StoreError) in
        try statement.forEachRow { row in
          rows.append(row.values(at: 0..<places.count + 1))
        }
      }
    } catch {
      // Rows before one that cannot be read say something, too.
      guard !rows.isEmpty, !error.isTooBig else { throw error }
    }
    return rows
  }

  private func sample(of column: ColumnDescription, _ hasText: Bool) -> String {
    let name = quoted(column.name)
    let blob = "CASE WHEN length(\(name)) < \(Self.wholeLimit) THEN substr(\(name), 1, 16) ELSE x'' END"
    let text = hasText ? "substr(\(name), 1, 64)" : "''"
    let sample = "CASE typeof(\(name)) WHEN 'blob' THEN \(blob) WHEN 'text' THEN \(text) ELSE \(name) END"
    return column.isGenerated ? "CASE WHEN \(StatementWatch.goesOn)() THEN \(sample) END" : sample
  }
}
