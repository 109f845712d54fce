import Cells
import Records

/// What the list of a field's values says.
enum ValueWording {
  /// What is asked before a value is changed in all its rows.
  static func changeQuestion(_ line: ValueLine, to value: Value, _ field: Field, _ schema: Schema) -> String {
    let rows = Wording.count(line.count, schema)
    return
      "Change \(field.label) from \(QuestionWording.name(of: line.value, in: field)) to \(QuestionWording.name(of: value, in: field)) in \(rows)?"
  }

  /// The heading of the values of a field.
  static func values(of field: Field, in schema: Schema) -> String { "\(field.label) of \(schema.plural)" }

  /// A number of values, as far as it is known.
  static func valueCount(_ count: RowCount) -> String {
    "\(Wording.number(count)) \(count == .exactly(1) ? "value" : "values")"
  }

  /// A number of values, and of the rows that hold them: "1,234 values in 131,989 books".
  static func valueCount(_ count: RowCount, in rowCount: Int, _ schema: Schema) -> String {
    "\(valueCount(count)) in \(Wording.count(rowCount, schema))"
  }

  /// A value as a line of its own, of a text of several lines the first.
  static func span(of value: Value, _ field: Field) -> Span {
    switch value {
    case .null: return Span(Wording.null, .dim)
    case "": return Span(emptyText, .dim)
    default: return Span(ColumnWidths.text(of: .value(value), field), .content)
    }
  }

  /// What stands for a text without characters.
  static let emptyText = "empty"
}
