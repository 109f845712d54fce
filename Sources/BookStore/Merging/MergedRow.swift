import EditLog
import Records

/// What a row holds once others have gone into it.
struct MergedRow {
  private let schema: Schema
  /// What the rows hold by column, that of the row that stays first.
  private let rows: [[String: Value]]
  private let choices: [Int: Merge.Choice]
  /// The columns that keep their value.
  private let fixed: [String]

  /// Makes it of the rows that become one.
  ///
  /// - Parameter fixed: Columns that keep the value of the row that stays, besides those of its key.
  init(
    _ schema: Schema, _ rows: [[String: Value]], choices: [Int: Merge.Choice], fixed: [String] = []
  ) {
    (self.schema, self.rows, self.choices) = (schema, rows, choices)
    self.fixed = schema.key.columns + fixed
  }

  /// The columns that get another value, and the values that are not taken over.
  var result: (cells: [LoggedChange.Cell], dropped: [(field: Field, value: Value)]) {
    var (cells, dropped): ([LoggedChange.Cell], [(field: Field, value: Value)]) = ([], [])
    for (index, field) in schema.fields.enumerated() where isFree(field) {
      let held = values(of: index)
      let merged = MergedValue(field)
      var value = merged.value(of: held, choices[index])
      if value.isNull, !field.takesNull { value = held[0] }
      if value != held[0] { cells.append(LoggedChange.Cell(column: field.column, value: value)) }
      dropped += merged.lost(held, by: value).map { (field, $0.head) }
    }
    return (cells, dropped)
  }

  /// The title of the row that stays, once it has its new values.
  var title: Value {
    var values = rows[0]
    for cell in result.cells { values[cell.column] = cell.value }
    return schema.title(of: schema.fields.map { values.value($0.column) })
  }

  private func isFree(_ field: Field) -> Bool {
    !field.isGenerated && !fixed.contains { $0.isSameName(as: field.column) }
  }

  /// The values of a field in all rows; a reference to one of the rows that become one says nothing, and neither does a part
  /// of a reference that would not go with what the row that stays has of it.
  private func values(of field: Int) -> [Value] {
    let column = schema.fields[field].column
    return rows.enumerated().map { place, row in
      let value = row.value(column)
      for reference in schema.references where reference.fields.contains(field) {
        if isWithin(reference, row, place) || place > 0 && !fits(reference, row) { return .null }
      }
      return value
    }
  }

  /// Whether a row points to one of the rows that become one; the row that stays may point to itself.
  private func isWithin(_ reference: Reference, _ row: [String: Value], _ place: Int) -> Bool {
    guard reference.table.isSameName(as: schema.table) else { return false }
    let pointing = reference.fields.map { row.value(schema.fields[$0].column) }
    return rows.enumerated().contains { other, target in
      !(place == 0 && other == 0) && reference.columns.map { target.value($0) } == pointing
    }
  }

  /// Whether a reference of several columns can be taken over whole.
  private func fits(_ reference: Reference, _ row: [String: Value]) -> Bool {
    guard reference.fields.count > 1 else { return true }
    return reference.fields.allSatisfy { field in
      let column = schema.fields[field].column
      let (own, other) = (rows[0].value(column), row.value(column))
      return !MergedValue.isEmpty(other) && (MergedValue.isEmpty(own) || own == other)
        || choices[field] != nil
    }
  }
}
