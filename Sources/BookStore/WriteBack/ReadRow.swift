import Listings
import Records

/// A row as it was read here, to tell it from a new row with the same key.
struct ReadRow: Sendable {
  let values: [Value]
  /// The known parts of the values that were too large to be read with the others.
  let large: [LargeField]
  let edited: [FieldValue]

  init?(of record: Record) {
    guard var values = record.values else { return nil }
    let originals = record.originals
    edited = originals.map { FieldValue(index: $0.index, value: values[$0.index]) }
    for original in originals { values[original.index] = original.value }
    (self.values, large) = (values, record.large)
  }

  /// Whether a row is the one that was read: title and unique fields are unchanged, and a distinguishing field matches.
  ///
  /// A difference in a field that was set here proves nothing, because that field may be in conflict. Nor does one in a
  /// generated value, which may be stale.
  func isSame(as row: RowReader.Row, in schema: Schema) -> Bool {
    var (hasMatch, hasDifference, hasNewComputedValue) = (false, false, false)
    for (index, field) in schema.fields.enumerated() {
      let edit = edited.first { $0.index == index }?.value
      if holds(index, of: row, field.affinity)
        || edit?.isHeld(as: row.values[index], in: field.affinity) == true
      {
        hasMatch = hasMatch || !schema.isRowID(field) && row.hasValue(at: index)
      } else if edit == nil, schema.tellsRows(index) {
        if !field.isGenerated { return false }
        hasNewComputedValue = true
      } else {
        hasDifference = true
      }
    }
    return hasMatch && !(hasNewComputedValue && hasDifference) || !hasDifference && !hasNewComputedValue
  }

  private func holds(_ index: Int, of row: RowReader.Row, _ affinity: Affinity) -> Bool {
    let known = large.first { $0.index == index }?.value
    guard let theirs = row.large.first(where: { $0.index == index })?.value else {
      return known == nil && values[index].isHeld(as: row.values[index], in: affinity)
    }
    return theirs == known ?? LargeValue(values[index])
  }
}

extension RowReader.Row {
  fileprivate func hasValue(at index: Int) -> Bool {
    !values[index].isNull || large.contains { $0.index == index }
  }
}

extension Schema {
  fileprivate func isRowID(_ field: Field) -> Bool { key == .rowid(column: field.column) }

  /// Whether two rows usually hold different values in a field.
  fileprivate func tellsRows(_ index: Int) -> Bool {
    titleFields.contains(index) || fields[index].isUnique
      || uniqueKeys.contains { $0.fields == [index] }
  }
}
