import EditLog
import Listings
import Records
import SQLite
import Tables

/// Deletes rows that a step has inserted, a run at a time, where nothing can change along with them: so a large import is
/// undone about as fast as SQLite deletes.
///
/// Rows that are no longer what the step left, or have edits here, are left to `RowUndo`, which says so row by row.
struct RunRemoval {
  private let rows: RowEditor
  /// Whether nothing changes along with rows of a table, for a version of the schema.
  private var known: (table: TableID, schemaVersion: Int64?, isSimple: Bool)?

  /// The most bytes of rows that are deleted together, about: the log gets all of them at once.
  private static let largestByteCount = 8 << 20

  private var database: Database { rows.database }

  init(_ rows: RowEditor) { self.rows = rows }

  /// Deletes the rows that some changes have inserted.
  ///
  /// - Parameter changes: Insertions as the step has them, the last one first.
  /// - Returns: False if nothing was done, because that takes a look at each row.
  mutating func remove(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) -> Bool {
    guard changes.count > RowRun.fewChanges, let first = changes.first,
      let entry = database.entry(named: first.table),
      try isSimple(entry.id)
    else { return false }
    let sql = try database.sql(of: entry.id)
    guard let stretches = stretches(of: changes, sql) else { return false }
    rows.writer.finishWriteBack()
    if rows.records.dirty.contains(where: { $0.id.table == entry.id }) { return false }
    let ids = changes.map { RecordID($0.key, in: entry.id) }
    let places = try rows.lists.places(of: ids)
    do throws(StoreError) {
      try rows.transaction.run(as: purpose) { purpose, drafts throws(StoreError) in
        var removed = PackedRows(table: first.table, kind: .deletion, columns: sql.rowColumns)
        for stretch in stretches { try remove(changes[stretch], sql, &removed) }
        if let draft = rows.journal.append(removed, as: purpose) { drafts.append(draft) }
      }
    } catch {
      guard error == .changedSince else { throw error }
      return false
    }
    rows.lists.forget(ids, areDeleted: ids.map { _ in true }, places)
    return true
  }

  /// Whether no trigger, no foreign key and no other program's rules can change anything along with a row of a table.
  private mutating func isSimple(_ table: TableID) throws(StoreError) -> Bool {
    let version = database.connection.schemaVersion
    if let known, known.table == table, known.schemaVersion == version { return known.isSimple }
    let schema = try database.schema(of: table)
    var isSimple = false
    if case .rowid = schema.key, schema.source == .table, !schema.isOfCoreData, schema.references.isEmpty,
      database.connection.isUTF8, try database.tables(pointingTo: schema.table).isEmpty
    {
      isSimple = try !database.connection.exists(
        "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
        [.text(Text(schema.table))])
    }
    known = (table, version, isSimple)
    return isSimple
  }

  /// The changes whose rowids fall one by one; nil if some are not of whole rows of the same table that were inserted by
  /// themselves.
  private func stretches(of changes: [LoggedChange], _ sql: TableSQL) -> [Range<Int>]? {
    var (stretches, start): ([Range<Int>], Int) = ([], 0)
    for (place, change) in changes.enumerated() {
      guard case .insertion(.digest(_, let columns)) = change.content, change.depth == 0,
        change.table == changes[0].table, columns == sql.rowColumns, let rowid = change.key.rowid
      else { return nil }
      let last = place == start ? nil : changes[place - 1].key.rowid
      if let last, last == .min || rowid != last - 1 {
        stretches.append(start..<place)
        start = place
      }
    }
    return stretches + [start..<changes.count]
  }

  /// Deletes the rows of a stretch in the open transaction.
  ///
  /// - Throws: `changedSince` if they are not as they were inserted, or are too large to be read together.
  private func remove(
    _ stretch: ArraySlice<LoggedChange>, _ sql: TableSQL, _ removed: inout PackedRows
  ) throws(StoreError) {
    guard let highest = stretch.first?.key.rowid, let lowest = stretch.last?.key.rowid else { return }
    let range: [Value] = [.integer(lowest), .integer(highest)]
    var place = stretch.startIndex
    try database.connection.statement(sql.wholeRows(isFalling: true)).forEachRow(binding: range) {
      row throws(StoreError) in
      guard place < stretch.endIndex, let key = stretch[place].key.rowid,
        stretch[place].image?.digest == PackedBytes.digest(of: row, columns: 0..<Int32(sql.rowColumns.count)),
        removed.byteCount < Self.largestByteCount
      else { throw .changedSince }
      place += 1
      removed.append(row, key: key, endsRun: place == stretch.endIndex) { sql.title(ofWhole: row) }
    }
    guard place == stretch.endIndex else { throw .changedSince }
    try database.change(sql.deleteRange, sql.schema.table).run(binding: range)
    if database.connection.changedRowCount != stretch.count { throw .changedSince }
  }
}
