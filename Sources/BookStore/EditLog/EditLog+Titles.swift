import Records

extension EditLog {
  /// The edits of the title of a change's row that were not given up, in their order.
  ///
  /// - Complexity: O(*n*) in the log for the first row of a table, O(log *n*) for others after that.
  func titleEdits(of change: LoggedChange, columns: [String]) throws(StoreError) -> [LoggedChange] {
    if titleEditsTable != change.table { try findTitleEdits(of: change.table, columns) }
    let sql = """
      SELECT \(Self.columns) FROM temp.title_edit e JOIN main.change c ON c.id = e.id
      WHERE e.key = ? ORDER BY c.id
      """
    var edits: [LoggedChange] = []
    try connection.statement(sql).forEachRow(binding: [PackedKey.value(of: change.key)]) {
      row throws(StoreError) in
      edits += try changes(row)
    }
    return edits
  }

  private func findTitleEdits(of table: String, _ columns: [String]) throws(StoreError) {
    titleEditsTable = nil
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS title_edit (key, id INTEGER, PRIMARY KEY (key, id))")
    try connection.run("DELETE FROM temp.title_edit")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = """
      INSERT INTO temp.title_edit SELECT key, id FROM main.change
      WHERE kind = 0 AND state <> \(LogCode.discarded) AND "table" = ? AND "column" IN (\(places))
      """
    try connection.statement(sql).run(binding: ([table] + columns).map { .text(Text($0)) })
    titleEditsTable = table
  }
}

extension EditLog {
  /// How many fields are not saved, as far as the log knows; nil where that takes time.
  var unsavedCount: Int? {
    let count = try? connection.withTimeLimit(.milliseconds(4)) { () throws(StoreError) in
      try connection.uncachedStatement(Self.countUnsaved).firstRow(binding: [.integer(.max)]) {
        Int($0.integer(at: 0))
      }
    }
    return count ?? nil
  }

  private static let countUnsaved = """
    SELECT count(*) FROM (SELECT DISTINCT c."table", c.key, c."column"
      FROM session s CROSS JOIN change c CROSS JOIN step t ON t.id = c.step
      WHERE s.written < ? AND c.id > s.written AND t.session = s.id AND c.state = \(LogCode.byMark) AND c.kind = 0
      UNION SELECT "table", key, "column" FROM change WHERE state = \(LogCode.pending) AND kind = 0)
    """
}
