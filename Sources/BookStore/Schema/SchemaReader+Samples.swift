import Records

extension SchemaReader {
  /// How long the first rows may take: those of a view may need all of its tables.
  private static let sampleTime = Duration.milliseconds(50)

  /// Reads values of the first rows for the columns whose type and name leave their kind in doubt.
  ///
  /// One statement reads up to 20 rows. Of a blob it takes 16 bytes and passes over those of a megabyte and more, which
  /// would be read whole for that. A table that cannot be read has no samples; who reads its rows will say why.
  func readSamples(of table: inout TableDescription) throws(StoreError) {
    let places = table.columns.indices.filter {
      !table.columns[$0].isHidden && table.columns[$0].guess.needsSamples
    }
    guard !places.isEmpty else { return }
    let terms = places.map { sample(of: table.columns[$0]) }.joined(separator: ", ")
    var samples = [[Value]](repeating: [], count: places.count)
    let sql = "SELECT \(terms) FROM main.\(quoted(table.name)) LIMIT 20"
    try? connection.withTimeLimit(Self.sampleTime) { () throws(StoreError) in
      try connection.uncachedStatement(sql).forEachRow { row throws(StoreError) in
        for (index, value) in try row.values(at: places.indices).enumerated() where !value.isNull {
          samples[index].append(value)
        }
      }
    }
    for (place, values) in zip(places, samples) { table.columns[place].samples = values }
  }

  private func sample(of column: ColumnDescription) -> String {
    let name = quoted(column.name)
    let blob = "CASE WHEN length(\(name)) < 1048576 THEN substr(\(name), 1, 16) ELSE x'' END"
    let text = column.guess.needsTexts ? "substr(\(name), 1, 64)" : "''"
    return "CASE typeof(\(name)) WHEN 'blob' THEN \(blob) WHEN 'text' THEN \(text) ELSE \(name) END"
  }
}
