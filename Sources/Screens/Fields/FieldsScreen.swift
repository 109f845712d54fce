import Cells
import Records

struct FieldsScreen: Screen {
  private let schema: Schema
  private var selection = Selection()
  private var places: [Int]
  private var hidden: Set<Int>
  private var renamed: Int?

  init(schema: Schema) {
    self.schema = schema
    places = Array(schema.fields.indices)
    hidden = Set(places.filter { schema.fields[$0].isHidden })
  }

  private var chosen: Int { places[selection.place] }

  var isOverlay: Bool { true }
  var isReadOnly: Bool { schema.isReadOnly || schema.source != .table }
  var mode: Mode { .fields }
  var bar: Bar? { nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return Outcome(change: .pop, effects: rearrangement)
    case .mark: toggle()
    case .moveColumn(let offset): moveField(by: offset)
    case .add:
      renamed = nil
      return .edit(Self.nameField, holding: "")
    case .rename: return rename()
    case .delete: return .effect(.askToChangeField(schema.id, .remove(chosen)))
    default:
      selection.perform(action, count: schema.fields.count, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private mutating func rename() -> Outcome {
    renamed = chosen
    return .edit(Self.nameField, holding: .text(Text(schema.fields[chosen].column)))
  }

  /// At least one field stays visible in details.
  private mutating func toggle() {
    hidden.formSymmetricDifference([chosen])
    if hidden.count == places.count { hidden.remove(chosen) }
  }

  private mutating func moveField(by offset: Int) {
    let target = selection.place + offset
    guard places.indices.contains(target) else { return }
    places.swapAt(selection.place, target)
    selection.place = target
  }

  private var rearrangement: [Effect] {
    let isSame =
      places == Array(schema.fields.indices)
      && hidden == Set(places.filter { schema.fields[$0].isHidden })
    let arrangement = FieldArrangement(
      columns: places.map { schema.fields[$0].column }, hidden: Set(hidden.map { schema.fields[$0].column }),
      foldsEmpty: schema.foldsEmpty)
    return isSame ? [] : [.arrangeFields(schema.id, arrangement)]
  }

  private static let nameField = Field(
    column: "name", label: TableFieldWording.fieldName, kind: .text, isRequired: true)

  mutating func accept(_ value: Value, title: String?) -> Acceptance { .taken(outcome(of: value)) }

  private func outcome(of value: Value) -> Outcome {
    guard case .text(let text) = value else { return .nothing }
    let name = text.string
    let isTaken = schema.fields.indices.contains { place in
      place != renamed && schema.fields[place].column.lowercased() == name.lowercased()
    }
    if isTaken { return .effect(.say(TableFieldWording.fieldNameTaken(name))) }
    guard let renamed else { return .push(FieldTypeScreen(table: schema.id, name: name)) }
    if schema.fields[renamed].column == name { return .nothing }
    return .effect(.askToChangeField(schema.id, .rename(renamed, to: name)))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let width = schema.fields.reduce(0) { max($0, TextWidth.width(of: $1.label)) }
    let choices = places.map { place in
      let field = schema.fields[place]
      let padding = String(repeating: " ", count: max(0, width - TextWidth.width(of: field.label)))
      return (hidden.contains(place) ? "  " : "✓ ") + field.label + padding + "  "
        + TableFieldWording.kind(of: field)
    }
    ChoiceBox(heading: TableFieldWording.fieldsHeading(schema), choices: choices, selected: selection.place)
      .draw(on: &frame, layout: layout)
  }
}

private struct FieldTypeScreen: Screen {
  let table: TableID
  let name: String
  var selection = Selection()

  var isOverlay: Bool { true }
  var mode: Mode { .menu }
  var bar: Bar? { nil }

  private var type: FieldType { FieldType.all[selection.place] }

  func offers(_ action: Action, _ layout: Layout) -> Bool { action != .mark && action != .reverseOrder }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .open where type.hasChoices: return .edit(Self.choicesField, holding: "")
    case .open: return Outcome(change: .pop, effects: [ask(choices: [])])
    default:
      selection.perform(action, count: FieldType.all.count, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private static let choicesField = Field(
    column: "choices", label: TableFieldWording.fieldChoices, kind: .text, isRequired: true)

  private func ask(choices: [String]) -> Effect {
    .askToChangeField(table, .add(NewField(name: name, type: type, choices: choices)))
  }

  mutating func accept(_ value: Value, title: String?) -> Acceptance {
    guard case .text(let text) = value else { return .waits([]) }
    let choices = NewField.choices(in: text.string)
    return choices.isEmpty ? .waits([]) : .done(.effect(ask(choices: choices)))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    ChoiceBox(
      heading: TableFieldWording.fieldTypeHeading(name), choices: FieldType.all.map(\.name),
      selected: selection.place
    ).draw(on: &frame, layout: layout)
  }
}

private enum TableFieldWording {
  static let fieldName = "Name"
  static let fieldChoices = "Choices, separated by commas"

  static func fieldsHeading(_ schema: Schema) -> String { "Fields of \(schema.table)" }

  static func fieldTypeHeading(_ name: String) -> String { "What does \(name) hold?" }

  static func kind(of field: Field) -> String {
    let marks = [field.isGenerated ? "computed" : nil, field.isRequired ? "required" : nil]
    return ([field.kind.name] + marks.compactMap(\.self)).joined(separator: ", ")
  }

  static func fieldNameTaken(_ name: String) -> Message {
    .problem("The field “\(name)” already exists. Choose another name.")
  }
}

/// A change of a table's fields, which a question with the statement confirms first.
public enum FieldRequest: Hashable, Sendable {
  case add(NewField)
  case rename(Int, to: String)
  case remove(Int)
}
