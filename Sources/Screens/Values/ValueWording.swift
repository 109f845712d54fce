import Cells
import Records

package enum ValueWording {
  package static func changeQuestion(_ line: ValueLine, to value: Value, _ field: Field, _ schema: Schema)
    -> String
  {
    let rows = Wording.count(line.count, schema)
    return
      "Change \(field.label) from \(QuestionWording.name(of: line.value, in: field)) to \(QuestionWording.name(of: value, in: field)) in \(rows)?"
  }

  package static func renaming(_ field: Field) -> String { "New name in \(field.label)" }

  package static func renameQuestion(_ old: Value, to new: Value, _ field: Field) -> String {
    "Rename \(QuestionWording.name(of: old, in: field)) to \(QuestionWording.name(of: new, in: field)) in \(field.label)?"
  }

  package static func values(of field: Field, in schema: Schema, _ window: ValuesWindow) -> String {
    let words = [window.filter, window.words].filter { !$0.isEmpty }.map {
      " · “\(Wording.shortened($0, to: 30))”"
    }
    return "\(field.label) of \(schema.plural)" + words.joined()
  }

  package static func noMatch(_ words: String) -> String {
    "No value has “\(Wording.shortened(words, to: 30))”."
  }

  package static func valueCount(_ count: RowCount) -> String {
    "\(Wording.number(count)) \(count == .exactly(1) ? "value" : "values")"
  }

  package static func valueCount(_ count: RowCount, in rowCount: Int, _ schema: Schema) -> String {
    "\(valueCount(count)) in \(Wording.count(rowCount, schema))"
  }

  package static func span(of value: Value, _ field: Field) -> Span {
    switch value {
    case .null: return Span(Wording.empty, .dim)
    case "": return Span(emptyText, .dim)
    default: return Span(ColumnWidths.text(of: .value(value), field), .content)
    }
  }

  package static let emptyText = "empty"
  package static let noValue = "no value"
}
