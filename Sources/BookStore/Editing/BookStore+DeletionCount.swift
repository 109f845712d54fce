import Records

extension BookStore {
  /// Counts what goes and changes with rows of one table that are to be deleted: the deletion is run and taken back.
  ///
  /// - Parameters:
  ///   - areAll: Whether no others are to be deleted besides.
  ///   - limit: How long it may take.
  /// - Complexity: That of the deletion, up to the limit.
  /// - Returns: A count of nothing where this SQLite does not report rows. Nil where nothing can go along, so that nothing was run, and where it cannot be found out: something is being
  ///   written, somebody else has locked the database, or the deletion is refused, which it will say itself.
  public func countDeletion(
    of ids: [RecordID], areAll: Bool = true, limit: Duration = .seconds(1)
  ) -> DeletionCount? {
    guard let table = ids.first?.table, !isReadOnly, !isWritingBack, (try? hasCompanions(table)) == true
    else {
      return nil
    }
    guard options.reportsRows else {
      var count = DeletionCount([], isExact: false)
      count.isUndoneWhole = false
      return count
    }
    do throws(StoreError) {
      return try write { () throws(StoreError) in
        // Nothing of it stays.
        defer { connection.rollBack() }
        try connection.begin()
        let recorder = try recorder()
        defer { recorder.forget() }
        let isExact = try recorder.count { () throws(StoreError) in try tryDeleting(ids, limit, recorder) }
        return try count(recorder, in: table, isExact: isExact && areAll)
      }
    } catch {
      return nil
    }
  }

  /// Deletes rows as long as there is time; whether all were deleted.
  private func tryDeleting(
    _ ids: [RecordID], _ limit: Duration, _ recorder: RowRecorder
  ) throws(StoreError) -> Bool {
    let end = Clock.seconds + limit / .seconds(1)
    do throws(StoreError) {
      return try connection.withTimeLimit(limit) { () throws(StoreError) in
        for id in ids {
          if Clock.seconds >= end { return false }
          try deleteRow(id, recorder)
        }
        return true
      }
    } catch {
      guard error == .interrupted else { throw error }
      return false
    }
  }

  private func count(
    _ recorder: RowRecorder, in table: TableID, isExact: Bool
  ) throws(StoreError) -> DeletionCount {
    var counts: [TableID: Int] = [:]
    var count = DeletionCount([], isExact: isExact)
    for touch in recorder.touches {
      guard let id = entry(named: touch.row.table)?.id else { continue }
      if touch.before != nil, !touch.isThere { counts[id, default: 0] += 1 } else { count.changedCount += 1 }
    }
    let ids = [table] + counts.keys.filter { $0 != table }.sorted { $0.index < $1.index }
    for id in ids { count.tables.append(.init(try schema(of: id), count: counts[id] ?? 0)) }
    return count
  }

  /// Whether a table has triggers, or foreign keys point to it.
  private func hasCompanions(_ table: TableID) throws(StoreError) -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
        OR EXISTS (SELECT 1 FROM main.sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS f
          WHERE s.type = 'table' AND f."table" = ?1 COLLATE NOCASE)
      """
    let name = Value.text(Text(try schema(of: table).table))
    return try connection.statement(sql).firstRow(binding: [name]) { $0.integer(at: 0) != 0 } ?? false
  }
}
