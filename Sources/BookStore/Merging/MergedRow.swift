import EditLog
import Records

/// The values of a row after other rows were merged into it.
struct MergedRow {
  private let schema: Schema
  private let rows: [[String: Value]]
  private let choices: [Int: Merge.Choice]
  private let fixed: [String]

  /// - Parameter fixed: Columns that keep the value of the row that stays, besides those of its key.
  init(
    _ schema: Schema, _ rows: [[String: Value]], choices: [Int: Merge.Choice], fixed: [String] = []
  ) {
    (self.schema, self.rows, self.choices) = (schema, rows, choices)
    self.fixed = schema.key.columns + fixed
  }

  var result: (cells: [Change.Cell], dropped: [(field: Field, value: Value)]) {
    var (cells, dropped): ([Change.Cell], [(field: Field, value: Value)]) = ([], [])
    for (index, field) in schema.fields.enumerated() where isFree(field) {
      let held = values(of: index)
      let merged = MergedValue(field)
      var value = merged.value(of: held, choices[index])
      if value.isNull, !field.takesNull { value = held[0] }
      if value != held[0] { cells.append(Change.Cell(column: field.column, value: value)) }
      dropped += merged.lost(held, by: value).map { (field, $0.head) }
    }
    return (cells, dropped)
  }

  var title: Value {
    var values = rows[0]
    for cell in result.cells { values[cell.column] = cell.value }
    return schema.title(of: schema.fields.map { values.value($0.column) })
  }

  private func isFree(_ field: Field) -> Bool {
    !field.isGenerated && !fixed.contains { $0.isSameName(as: field.column) }
  }

  /// The values of a field in all rows, without references to the merged rows or parts of composite ones that do not fit.
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

  /// Whether a row points to one of the merged rows; the row that stays may point to itself.
  private func isWithin(_ reference: Reference, _ row: [String: Value], _ place: Int) -> Bool {
    guard reference.table.isSameName(as: schema.table) else { return false }
    let pointing = reference.fields.map { row.value(schema.fields[$0].column) }
    return rows.enumerated().contains { other, target in
      !(place == 0 && other == 0) && reference.columns.map { target.value($0) } == pointing
    }
  }

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
