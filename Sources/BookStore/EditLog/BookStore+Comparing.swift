import Records

/// What the database has of the changes that dead sessions have left.
extension BookStore {
  /// Compares fields with the database; those that it has are noted as written.
  ///
  /// - Returns: Those that it does not have, and the numbers and steps of those that it has no place for.
  func compare(_ entries: ArraySlice<AbandonedEntry>, _ log: EditLog) throws(StoreError) -> (
    missing: [AbandonedEntry], absent: [(number: Int64, step: Int64)]
  ) {
    var (missing, absent): ([AbandonedEntry], [(number: Int64, step: Int64)]) = ([], [])
    var written: [Int64] = []
    for entry in entries {
      switch try isMissing(entry, log) {
      case true?: missing.append(entry)
      case false?: written += entry.numbers
      case nil: absent += zip(entry.numbers, entry.steps).map { ($0, $1) }
      }
    }
    guard !written.isEmpty else { return (missing, absent) }
    if !hasWriteAheadLog { log.keeper.noteCommit() }
    log.keeper.flushCommits()
    try log.marks.note(changes: written, LogCode.written)
    return (missing, absent)
  }

  /// Whether the database lacks a change; nil where it has no place for it.
  private func isMissing(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) -> Bool? {
    guard case .edit(let column, let before, let after) = entry.change.content,
      let place = try place(of: column, entry.change)
    else { return nil }
    // Somebody else has deleted the row.
    guard let held = try held(place) else { return true }
    if try isAnotherRow(entry, place.id, log) { return true }
    if after.isHeld(as: held, in: place.affinity) { return false }
    // Set back to what it was: that is missing if it was written in between.
    if before != after { return true }
    return try log.reader.hasSet(entry.numbers) { $0.isHeld(as: held, in: place.affinity) }
  }

  /// Whether the database has made a draft, all of whose parts it makes in one transaction.
  ///
  /// The first row that tells says so for all. Where others have changed each of them since, nobody knows, and the draft
  /// is taken for one that was not made.
  func isMade(_ drafts: [LogDrafts.Draft], _ log: EditLog) throws(StoreError) -> Bool {
    for draft in drafts {
      let changes = try log.reader.changes(of: draft, limit: 64)
      let rows = Dictionary(grouping: changes, by: \.row)
      // A row that comes and goes in it is no witness.
      for change in changes where rows[change.row]?.count == 1 {
        if let isMade = try isMade(change) { return isMade }
      }
    }
    return false
  }

  /// Whether the database has made a change; nil where it cannot be told.
  private func isMade(_ change: LoggedChange) throws(StoreError) -> Bool? {
    switch change.content {
    case .edit(let column, let before, let after):
      guard let place = try place(of: column, change), let held = try held(place) else { return nil }
      if before.isHeld(as: held, in: place.affinity) { return false }
      return after.isHeld(as: held, in: place.affinity) ? true : nil
    case .insertion(let image): return try holds(image, change) ?? false
    case .deletion(let image):
      guard let isThere = try holds(image, change) else { return true }
      return isThere == true ? false : nil
    }
  }

  /// Whether the row of a change is as an image has it: true, or nil where nobody knows; nothing where there is no row.
  private func holds(_ image: RowImage, _ change: LoggedChange) throws(StoreError) -> Bool?? {
    guard let id = try? recordID(of: change), let held = try heldCells(of: id, try sql(of: id.table)) else {
      return nil
    }
    guard case .cells(let cells) = image else { return .some(image.isDigest(of: held) ? true : nil) }
    let affinities = try schema(of: id.table).fields.reduce(into: [:]) { $0[$1.column] = $1.affinity }
    let isSame = cells.allSatisfy { cell in
      guard let other = held.first(where: { $0.column == cell.column }) else { return true }
      return cell.value.isHeld(as: other.value, in: affinities[cell.column] ?? .integer)
    }
    return .some(isSame ? true : nil)
  }

  /// A field of a row.
  private struct Place {
    let id: RecordID
    let sql: TableSQL
    let field: Int
    var affinity: Affinity { sql.schema.fields[field].affinity }
  }

  /// The field that a change sets, or nil where there is none now.
  private func place(of column: String, _ change: LoggedChange) throws(StoreError) -> Place? {
    guard let id = try? recordID(of: change) else { return nil }
    let sql = try sql(of: id.table)
    guard let field = sql.schema.fields.firstIndex(where: { $0.column == column }) else { return nil }
    return Place(id: id, sql: sql, field: field)
  }

  /// The value that the database holds there; nil if the row is gone.
  private func held(_ place: Place) throws(StoreError) -> Value? {
    try connection.statement(place.sql.values([place.field])).firstRow(binding: place.id.values) {
      row in row.value(at: 0)
    }
  }
}
