import Records

/// A row as it was read here, by which it is told from another one that has its key by now.
struct ReadRow: Sendable {
  /// What the database held, in the order of the fields.
  let values: [Value]
  /// What was known of the values that are too large to be read with the others.
  let large: [LargeField]
  /// What was set here since.
  let edited: [FieldValue]

  /// What was read of a record's row; nil where nothing of it is held.
  init?(of record: Record) {
    guard var values = record.values else { return nil }
    let originals = record.originals
    edited = originals.map { FieldValue(index: $0.index, value: values[$0.index]) }
    for original in originals { values[original.index] = original.value }
    (self.values, large) = (values, record.large)
  }

  /// Whether a row is the one that was read: its title and its unique fields are as they were, and something is that
  /// tells one row from another.
  ///
  /// A field that was set here is no sign of another row by itself, for it is compared and settled alone. What the
  /// database computes may be old, and tells another row only along with something else.
  func isSame(as row: RowReader.Row, in schema: Schema) -> Bool {
    var (hasMatch, hasDifference, isComputedAnew) = (false, false, false)
    for (index, field) in schema.fields.enumerated() {
      let mine = edited.first { $0.index == index }?.value
      if holds(index, of: row, field.affinity)
        || mine?.isHeld(as: row.values[index], in: field.affinity) == true
      {
        hasMatch = hasMatch || !schema.isRowID(field) && row.hasValue(at: index)
      } else if mine == nil, schema.tellsRows(index) {
        if !field.isGenerated { return false }
        isComputedAnew = true
      } else {
        hasDifference = true
      }
    }
    return hasMatch && !(isComputedAnew && hasDifference) || !hasDifference && !isComputedAnew
  }

  /// Whether a row holds in a field what was read there.
  private func holds(_ index: Int, of row: RowReader.Row, _ affinity: Affinity) -> Bool {
    let known = large.first { $0.index == index }?.value
    guard let theirs = row.large.first(where: { $0.index == index })?.value else {
      return known == nil && values[index].isHeld(as: row.values[index], in: affinity)
    }
    return theirs == known ?? LargeValue(values[index])
  }
}

extension RowReader.Row {
  /// Whether a field is not NULL.
  fileprivate func hasValue(at index: Int) -> Bool {
    !values[index].isNull || large.contains { $0.index == index }
  }
}

extension Schema {
  /// Whether a field is the rowid, which any row may get.
  fileprivate func isRowID(_ field: Field) -> Bool { key == .rowid(column: field.column) }

  /// Whether two rows mostly hold different values in a field.
  fileprivate func tellsRows(_ index: Int) -> Bool {
    titleFields.contains(index) || fields[index].isUnique
      || uniqueKeys.contains { $0.fields == [index] }
  }
}
