import Records

/// What the database has of the changes that dead sessions have left.
extension BookStore {
  /// Compares changes with the database; the parts of a step are compared together, where the first of them is.
  ///
  /// Those that it has are noted as written.
  func compare(_ entries: ArraySlice<AbandonedEntry>, _ recovery: inout RunningRecovery, _ log: EditLog)
    throws(StoreError)
  {
    var written: [Int64] = []
    for entry in entries {
      let parts = entry.whole.map { recovery.reader.takeWhole($0) } ?? [entry]
      var (missing, held): ([AbandonedEntry], [AbandonedEntry]) = ([], [])
      for part in parts {
        switch try isMissing(part, log) {
        case true?: missing.append(part)
        case false?: held.append(part)
        // It stays in the log, for the table may come back.
        case nil: break
        }
      }
      // The database makes all of a step or nothing.
      let isDone = entry.whole != nil && !missing.contains { $0.change.kind != .edit }
      if isDone { held += missing } else { recovery.missing += missing }
      written += held.flatMap(\.numbers)
    }
    try log.mark(changes: written, LogCode.written)
  }

  /// Whether a change sets a field that points to a row, as foreign keys do.
  func isReference(_ change: LoggedChange) -> Bool {
    guard let id = try? recordID(of: change), let schema = try? schema(of: id.table) else { return false }
    return schema.references.contains { reference in
      reference.fields.contains { schema.fields[$0].column == change.column }
    }
  }

  /// Whether the database lacks a change; nil where it has no place for it.
  private func isMissing(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) -> Bool? {
    guard let id = try? recordID(of: entry.change) else { return nil }
    let sql = try sql(of: id.table)
    guard case .edit(let column, let before, let after) = entry.change.content else {
      let isThere = try connection.statement(sql.exists).firstRow(binding: id.values) { _ in true } ?? false
      return isThere == (entry.change.kind == .deletion)
    }
    guard let field = sql.schema.fields.firstIndex(where: { $0.column == column }) else { return nil }
    let held = try connection.statement(sql.values([field])).firstRow(binding: id.values) {
      row throws(StoreError) in
      try row.value(at: 0)
    }
    // Who has deleted the row was somebody else.
    guard let held else { return true }
    let affinity = sql.schema.fields[field].affinity
    if after.isHeld(as: held, in: affinity) { return false }
    // Set back to what it was: that is missing if it was written in between.
    if before != after { return true }
    return try log.hasSet(entry.numbers) { $0.isHeld(as: held, in: affinity) }
  }
}
