import EditLog
import Listings
import Records
import SQLite

/// Deletes the rows that a step has inserted, in runs, if nothing else can change with them.
///
/// Rows that differ from what the step left, or have edits here, are left to `RowUndo`, which reports them one by one.
struct RunRemoval {
  let rows: RowEditor

  /// Rows with consecutive ascending or descending rowids, in deletion order.
  private struct Stretch {
    var places: Range<Int>
    var isFalling: Bool
  }

  /// The approximate limit for rows that are deleted, and logged, together.
  private static let largestByteCount = 8 << 20
  /// The smallest average length of a stretch that is worth a query.
  private static let fewRows = 8

  private var database: Database { rows.database }

  /// Removes the step's insertions, last one first; returns false, with nothing done, if each row must be checked.
  func remove(_ changes: [Change], as purpose: LogPurpose) throws(StoreError) -> Bool {
    guard changes.count > RowRun.fewChanges, let first = changes.first,
      let entry = database.entry(named: first.table)
    else { return false }
    let sql = try database.sql(of: entry.id)
    guard isPossible(sql), let stretches = stretches(of: changes, sql) else { return false }
    rows.writer.finishWriteBack()
    if rows.records.dirty.contains(where: { $0.id.table == entry.id }) { return false }
    let ids = changes.map { RecordID($0.key, in: entry.id) }
    let places = try rows.lists.places(of: ids)
    do throws(StoreError) {
      try rows.writer.logged(as: purpose) { purpose, drafts throws(StoreError) in
        try checkIsAlone(sql.schema)
        var removed = PackedRows(table: first.table, kind: .deletion, columns: sql.rowColumns)
        for stretch in stretches { try remove(changes, stretch, sql, &removed) }
        if let draft = rows.journal.append(removed, as: purpose) { drafts.append(draft) }
      }
    } catch {
      guard error == .changedSince else { throw error }
      return false
    }
    rows.lists.forget(ids, areDeleted: ids.map { _ in true }, places)
    return true
  }

  private func isPossible(_ sql: TableSQL) -> Bool {
    guard case .rowid = sql.schema.key else { return false }
    return sql.schema.source == .table && !sql.schema.isOfCoreData && sql.schema.references.isEmpty
      && database.connection.isUTF8
  }

  private func checkIsAlone(_ schema: Schema) throws(StoreError) {
    if try database.hasTriggers(on: schema.table) { throw .changedSince }
    if try database.isPointedTo(schema.table) { throw .changedSince }
  }

  /// Splits the changes into stretches; nil if they are not whole rows of one table, or if most stretches are short.
  private func stretches(of changes: [Change], _ sql: TableSQL) -> [Stretch]? {
    var stretches: [Stretch] = []
    var last: Int64?
    for (place, change) in changes.enumerated() {
      guard case .insertion(.digest(_, let columns)) = change.content, change.depth == 0,
        change.table == changes[0].table, columns == sql.rowColumns, let rowid = change.key.rowid
      else { return nil }
      let step = last.map { rowid.subtractingReportingOverflow($0).partialValue } ?? 0
      add(place, step, to: &stretches)
      last = rowid
    }
    return stretches.count * Self.fewRows > changes.count ? nil : stretches
  }

  private func add(_ place: Int, _ step: Int64, to stretches: inout [Stretch]) {
    let last = stretches.count - 1
    if last >= 0, step == 1 || step == -1 {
      let isFalling = step == -1
      if stretches[last].places.count == 1 || stretches[last].isFalling == isFalling {
        stretches[last].places = stretches[last].places.lowerBound..<place + 1
        return stretches[last].isFalling = isFalling
      }
    }
    stretches.append(Stretch(places: place..<place + 1, isFalling: true))
  }

  private func remove(
    _ changes: [Change], _ stretch: Stretch, _ sql: TableSQL, _ removed: inout PackedRows
  ) throws(StoreError) {
    let (start, end, isFalling) = (stretch.places.lowerBound, stretch.places.upperBound, stretch.isFalling)
    guard let first = changes[start].key.rowid, let last = changes[end - 1].key.rowid else { return }
    let range: [Value] = [.integer(min(first, last)), .integer(max(first, last))]
    let columns = 0..<Int32(sql.rowColumns.count)
    var place = start
    try database.connection.statement(sql.wholeRows(isFalling: isFalling)).forEachRow(binding: range) {
      row throws(StoreError) in
      guard place < end, let key = changes[place].key.rowid,
        row.byteCount(of: columns) + removed.byteCount < Self.largestByteCount,
        changes[place].image?.digest == PackedBytes.digest(of: row, columns: columns)
      else { throw .changedSince }
      place += 1
      removed.append(row, key: key, isFalling: isFalling, endsRun: place == end) { sql.title(ofWhole: row) }
    }
    guard place == end else { throw .changedSince }
    try database.change(sql.deleteRange, sql.schema.table).run(binding: range)
    if database.connection.changedRowCount != stretch.places.count { throw .changedSince }
  }
}
