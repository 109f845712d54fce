import Records

/// What the database has of the changes that dead sessions have left.
extension BookStore {
  /// Compares changes with the database; the parts of a step are compared together, where the first of them is.
  ///
  /// Those that it has are noted as written, and those that it has no place for are left for another time.
  func compare(_ entries: ArraySlice<AbandonedEntry>, _ recovery: inout RunningRecovery, _ log: EditLog)
    throws(StoreError)
  {
    var written: [Int64] = []
    for entry in entries {
      let parts = entry.whole.map { recovery.reader.takeWhole($0) } ?? [entry]
      guard let (missing, held) = try compare(parts, log) else {
        for part in parts { recovery.absent += zip(part.numbers, part.steps).map { ($0, $1) } }
        continue
      }
      if entry.whole != nil, try isDone(missing, held, recovery.reader, log) {
        written += parts.flatMap(\.numbers)
      } else {
        recovery.missing += missing
        written += held.flatMap(\.numbers)
      }
    }
    try log.mark(changes: written, LogCode.written)
  }

  /// What the database lacks and what it has; nil where it has no place for one.
  private func compare(
    _ parts: [AbandonedEntry], _ log: EditLog
  ) throws(StoreError) -> (missing: [AbandonedEntry], held: [AbandonedEntry])? {
    var (missing, held): ([AbandonedEntry], [AbandonedEntry]) = ([], [])
    for part in parts {
      guard let isMissing = try isMissing(part, log) else { return nil }
      if isMissing { missing.append(part) } else { held.append(part) }
    }
    return (missing, held)
  }

  /// Whether the database has made a step, which it does as a whole or not at all: what is missing was changed since.
  private func isDone(
    _ missing: [AbandonedEntry], _ held: [AbandonedEntry], _ reader: AbandonedReader, _ log: EditLog
  ) throws(StoreError) -> Bool {
    let rows = missing.filter { $0.change.kind != .edit }
    guard held.contains(where: { $0.change.kind == .deletion }) else { return rows.isEmpty }
    for row in rows {
      guard row.change.kind == .deletion, try likeness(of: row, reader, log) == .another else { return false }
    }
    return true
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
