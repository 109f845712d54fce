import Listings
import Platform
import Records
import SQLite

/// Counts what would be deleted and changed along with rows: runs the deletion and rolls it back.
public struct DeletionCounter {
  let rows: RowEditor

  private var database: Database { rows.database }
  private var connection: Connection { rows.connection }
  private var writer: Writer { rows.writer }

  /// Counts what would be deleted and changed along with rows of one table.
  ///
  /// - Parameter limit: How long counting may take; then the count is inexact.
  /// - Returns: An empty count if this SQLite does not report rows. Nil if nothing can change along with the rows, or if
  ///   counting is not possible now.
  public func count(_ ids: [RecordID], areAll: Bool = true, limit: Duration = .seconds(1)) -> DeletionCount? {
    guard let table = ids.first?.table, !database.isReadOnly, !writer.isWritingBack,
      (try? hasCompanions(table)) == true
    else { return nil }
    guard database.reportsRows else {
      var count = DeletionCount([], isExact: false)
      count.isUndoneWhole = false
      return count
    }
    do throws(StoreError) {
      return try rows.tryOut { writer throws(StoreError) in
        let isExact = try writer.recorder.count { () throws(StoreError) in
          try tryDeleting(ids, limit, writer)
        }
        return try count(writer.recorder, in: table, isExact: isExact && areAll)
      }
    } catch {
      return nil
    }
  }

  /// Whether anything may be deleted or changed along with rows of a table; true if unknown.
  public func mayChangeOthers(_ table: TableID) -> Bool { (try? hasCompanions(table)) ?? true }

  private func tryDeleting(
    _ ids: [RecordID], _ limit: Duration, _ writer: RowWriter
  ) throws(StoreError) -> Bool {
    let end = SystemClock.monotonicSeconds + limit / .seconds(1)
    do throws(StoreError) {
      return try connection.withTimeLimit(limit) { () throws(StoreError) in
        for id in ids {
          if SystemClock.monotonicSeconds >= end { return false }
          try writer.delete(id)
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
      guard let id = database.entry(named: touch.row.table)?.id else { continue }
      if touch.before != nil, !touch.isThere { counts[id, default: 0] += 1 } else { count.changedCount += 1 }
    }
    let ids = [table] + counts.keys.filter { $0 != table }.sorted { $0.index < $1.index }
    for id in ids { count.tables.append(.init(try database.schema(of: id), count: counts[id] ?? 0)) }
    count.isFinal = try isFinal(count, recorder)
    return count
  }

  /// Whether undo cannot restore the rows: inserting them needs another program's functions, or an index needs its triggers.
  private func isFinal(_ count: DeletionCount, _ recorder: RowRecorder) throws(StoreError) -> Bool {
    guard try database.hasUnrecordedIndexes(recorder) else { return false }
    for table in count.tables where table.count > 0 {
      let sql = try database.sql(of: table.schema.id)
      do throws(StoreError) {
        try database.change(sql.insertWhole(sql.rowColumns), sql.schema.table)
      } catch {
        guard error.concernsOneStatement else { throw error }
        return true
      }
    }
    return false
  }

  private func hasCompanions(_ table: TableID) throws(StoreError) -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
        OR EXISTS (SELECT 1 FROM main.sqlite_schema AS s JOIN pragma_foreign_key_list(s.name) AS f
          WHERE s.type = 'table' AND f."table" = ?1 COLLATE NOCASE)
      """
    let name = Value.text(Text(try database.schema(of: table).table))
    return try connection.statement(sql).firstRow(binding: [name]) { $0.integer(at: 0) != 0 } ?? false
  }
}
