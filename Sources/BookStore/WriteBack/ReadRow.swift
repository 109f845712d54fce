import Listings
import Records

/// A row as it was read here, which distinguishes it from another row that has its key by now.
struct ReadRow: Sendable {
  /// What the database held, in the order of the fields.
  let values: [Value]
  /// What was known about the values that were too large to be read with the others.
  let large: [LargeField]
  /// The fields that were set here since.
  let edited: [FieldValue]

  /// What was read from a record's row; nil if its fields are not held.
  init?(of record: Record) {
    guard var values = record.values else { return nil }
    let originals = record.originals
    edited = originals.map { FieldValue(index: $0.index, value: values[$0.index]) }
    for original in originals { values[original.index] = original.value }
    (self.values, large) = (values, record.large)
  }

  /// Whether a row is the one that was read: its title and its unique fields are unchanged, and at least one field that
  /// distinguishes rows matches.
  ///
  /// A difference in a field that was set here does not by itself indicate another row, because that field has its own
  /// comparison and may be a conflict. A generated value may be stale, so a difference there indicates another row only
  /// if there is another difference.
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

  /// Whether a row still holds what was read in a field.
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

  /// Whether two rows usually hold different values in a field.
  fileprivate func tellsRows(_ index: Int) -> Bool {
    titleFields.contains(index) || fields[index].isUnique
      || uniqueKeys.contains { $0.fields == [index] }
  }
}
