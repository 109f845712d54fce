import Listings
import Records
import SQLite

extension WriteBackPlan {
  func checkRow(_ place: Int, on connection: Connection) throws(StoreError) {
    guard rows.indices.contains(place), let read = rows[place] else { return }
    let sql = shape(of: updates[place]).sql
    let reader = RowReader(connection: connection, sql: sql, purpose: .writeBack)
    guard let row = try reader.read(id(of: updates[place])) else { throw .rowGone }
    guard read.isSame(as: row, in: sql.schema) else { throw .rowReplaced }
  }

  /// Writes the fields of an update that no other program has changed.
  ///
  /// A field is not in conflict if it has the same value, or if the column's affinity has merely converted the value.
  ///
  /// - Parameter isCompared: Whether the fields may have changed; otherwise a trigger has skipped the write.
  /// - Returns: The database's values of the other fields, or nil if there are none.
  /// - Throws: `rowGone`, or `ignored` if a trigger skipped the write.
  func reconcile(
    _ update: Update, on connection: Connection, isCompared: Bool
  ) throws(StoreError) -> [FieldValue]? {
    let (shape, id) = (shape(of: update), id(of: update))
    let row = try connection.statement(shape.sql.values(shape.fields), for: .writeBack, of: id).firstRow(
      binding: id.values
    ) {
      row in row.values(at: shape.fields.indices)
    }
    guard let theirs = row else { throw .rowGone }
    let (mine, originals) = (values(of: update), originals(of: update))
    // A trigger would skip it again, after whatever other triggers do first.
    if !isCompared || theirs == originals { throw .ignored }
    var (written, conflicts): ([Int], [FieldValue]) = ([], [])
    for (place, field) in shape.fields.enumerated() {
      let affinity = shape.sql.schema.fields[field].affinity
      if originals[place].isHeld(as: theirs[place], in: affinity) {
        written.append(place)
      } else if mine[place].isInConflict(with: theirs[place], since: originals[place], in: affinity) {
        conflicts.append(FieldValue(index: field, value: theirs[place]))
      }
    }
    if !written.isEmpty { try write(written, of: update, on: connection) }
    return conflicts.isEmpty ? nil : conflicts
  }

  private func write(_ places: [Int], of update: Update, on connection: Connection) throws(StoreError) {
    let (shape, id, values) = (shape(of: update), id(of: update), values(of: update))
    let sql = shape.sql.update(places.map { shape.fields[$0] })
    let statement = try connection.statement(sql, for: .writeBack, of: id)
    try statement.run(binding: places.map { values[$0] } + id.values)
    if connection.changedRowCount == 0 { throw .ignored }
  }
}
