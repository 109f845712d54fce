import Records

/// What a write-back does with a row that is not as it was when it was read.
extension WriteBackPlan {
  /// Checks that the row of an update is the one that was read.
  ///
  /// - Throws: `rowReplaced` where it is another one, `rowGone` where there is none.
  func checkRow(_ place: Int, on connection: Connection) throws(StoreError) {
    guard rows.indices.contains(place), let read = rows[place] else { return }
    let sql = shape(of: updates[place]).sql
    let reader = RowReader(connection: connection, sql: sql, purpose: .writeBack)
    guard let row = try reader.read(id(of: updates[place])) else { throw .rowGone }
    guard read.isSame(as: row, in: sql.schema) else { throw .rowReplaced }
  }

  /// Writes those fields of an update that nobody else has changed.
  ///
  /// A field that somebody else has set to the same value is no conflict, and neither is one for which the column's
  /// affinity has only made another value of what was written before.
  ///
  /// - Parameter isCompared: Whether the fields may not be as they were; otherwise a trigger has passed over the write.
  /// - Returns: What the database holds of the other fields, or nil where there are none.
  /// - Throws: `rowGone` where there is no row, `ignored` where a trigger passed over the write.
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
    // It would be passed over again, with whatever other triggers do before.
    if !isCompared || theirs == originals { throw .ignored }
    var (written, conflicts): ([Int], [FieldValue]) = ([], [])
    for (place, field) in shape.fields.enumerated() {
      let affinity = shape.sql.schema.fields[field].affinity
      if originals[place].isHeld(as: theirs[place], in: affinity) {
        written.append(place)
      } else if !mine[place].isHeld(as: theirs[place], in: affinity) {
        conflicts.append(FieldValue(index: field, value: theirs[place]))
      }
    }
    if !written.isEmpty {
      let statement = try connection.statement(
        shape.sql.update(written.map { shape.fields[$0] }), for: .writeBack, of: id)
      try statement.run(binding: written.map { mine[$0] } + id.values)
      if connection.changedRowCount == 0 { throw .ignored }
    }
    return conflicts.isEmpty ? nil : conflicts
  }
}

extension Value {
  /// Whether a column of an affinity that was given this value may hold another one.
  func isHeld(as held: Value, in affinity: Affinity) -> Bool {
    self == held || stored(in: affinity) == held
  }
}
