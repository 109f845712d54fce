import Cells
import Records

/// The fields of a table with their kinds, to add, rename and remove some.
struct FieldsScreen: Screen {
  private let schema: Schema
  private var selection = Selection()
  /// The field whose new name is being typed; nil for that of a field to be added.
  private var renamed: Int?

  init(schema: Schema) { self.schema = schema }

  var isOverlay: Bool { true }
  var isReadOnly: Bool { schema.isReadOnly || schema.source != .table }
  var mode: Mode { .fields }
  var bar: Bar? { nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .add:
      renamed = nil
      return .edit(Self.nameField, holding: "")
    case .rename: return rename()
    case .delete: return .effect(.askToChangeField(schema.id, .remove(selection.place)))
    default:
      selection.perform(
        action, count: schema.fields.count, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private mutating func rename() -> Outcome {
    renamed = selection.place
    return .edit(Self.nameField, holding: .text(Text(schema.fields[selection.place].column)))
  }

  private static let nameField = Field(
    column: "name", label: Wording.fieldName, kind: .text, isRequired: true)

  /// Goes on with a typed name: the kind of a new field comes next.
  func accept(_ value: Value) -> Outcome {
    guard case .text(let text) = value else { return .nothing }
    let name = text.string
    let isTaken = schema.fields.indices.contains { place in
      place != renamed && schema.fields[place].column.lowercased() == name.lowercased()
    }
    if isTaken { return .effect(.say(Wording.fieldNameTaken(name))) }
    guard let renamed else { return .push(FieldTypeScreen(table: schema.id, name: name)) }
    if schema.fields[renamed].column == name { return .nothing }
    return .effect(.askToChangeField(schema.id, .rename(renamed, to: name)))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let width = schema.fields.reduce(0) { max($0, TextWidth.width(of: $1.label)) }
    let choices = schema.fields.map { field in
      let padding = String(repeating: " ", count: max(0, width - TextWidth.width(of: field.label)))
      return field.label + padding + "  " + Wording.kind(of: field)
    }
    ChoiceBox(heading: Wording.fieldsHeading(schema), choices: choices, selected: selection.place)
      .draw(on: &frame, layout: layout)
  }
}
