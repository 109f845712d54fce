import Records

extension BookStore {
  /// Counts what goes and changes with rows that are to be deleted: the deletion is run and taken back.
  ///
  /// - Parameters:
  ///   - next: Gives out rows of the table, some at a time, and none in the end.
  ///   - limit: How much of the processor's time it may take.
  /// - Complexity: That of the deletion, up to the limit.
  /// - Returns: Nil where nothing can go along, so that nothing was run, and where it cannot be found out: somebody else
  ///   has locked the database, or the deletion is refused, which it will say itself.
  public func countDeletion(
    in table: TableID, limit: Duration = .seconds(1), of next: () throws(StoreError) -> [RecordID]
  ) -> DeletionCount? {
    guard !isReadOnly, (try? hasCompanions(table)) == true else { return nil }
    let end = Clock.threadSeconds + limit / .seconds(1)
    var (ids, isExact): ([RecordID], Bool) = ([], true)
    do throws(StoreError) {
      return try write { () throws(StoreError) in
        // Nothing of it stays.
        defer { connection.rollBack() }
        try connection.begin()
        let recorder = try recorder()
        try connection.withTimeLimit(limit) { () throws(StoreError) in
          try recorder.record { () throws(StoreError) in
            isExact = try tryDeleting(&ids, next, until: end, recorder)
          }
        }
        return try count(recorder, in: table, isExact: isExact)
      }
    } catch {
      return nil
    }
  }

  /// Deletes rows as long as there is time, those first that were given out before; whether all were deleted.
  private func tryDeleting(
    _ ids: inout [RecordID], _ next: () throws(StoreError) -> [RecordID], until end: Double,
    _ recorder: RowRecorder
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      var done = 0
      while true {
        if done == ids.count { ids += try next() }
        guard done < ids.count else { return true }
        if Clock.threadSeconds > end { return false }
        _ = try deleteRow(ids[done], recorder)
        done += 1
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
