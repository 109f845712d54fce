import Cells
import Records

struct FieldTypeScreen: Screen {
  private let table: TableID
  private let name: String
  private var selection = Selection()

  init(table: TableID, name: String) { (self.table, self.name) = (table, name) }

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
      selection.perform(
        action, count: FieldType.all.count, height: max(1, layout.content.count - 1))
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
