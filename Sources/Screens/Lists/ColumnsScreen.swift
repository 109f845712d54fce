import Cells
import Records

/// Chooses the columns beside the title; the list below follows at once.
struct ColumnsScreen: Screen {
  private let schema: Schema
  private let before: [Int]
  private var fields: [Int]
  private var shown: Set<Int>
  private var selection = Selection()

  init(schema: Schema, columns: [Int]) {
    self.schema = schema
    before = columns
    let title = schema.titleFields.count == 1 ? schema.titleFields : []
    fields = columns + schema.offeredColumns.filter { !columns.contains($0) && !title.contains($0) }
    shown = Set(columns)
  }

  var isOverlay: Bool { true }
  var mode: Mode { .columns }
  var bar: Bar? { nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return Outcome(change: .pop, effects: [.showColumns(before)])
    case .save: return .pop
    case .mark: return toggle()
    case .moveColumn(let offset): return moveColumn(by: offset)
    default: selection.perform(action, count: fields.count, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private var effect: Outcome { .effect(.showColumns(fields.filter(shown.contains))) }

  private mutating func toggle() -> Outcome {
    guard fields.indices.contains(selection.place) else { return .nothing }
    shown.formSymmetricDifference([fields[selection.place]])
    return effect
  }

  private mutating func moveColumn(by offset: Int) -> Outcome {
    let target = selection.place + offset
    guard fields.indices.contains(target), fields.indices.contains(selection.place) else { return .nothing }
    fields.swapAt(selection.place, target)
    selection.place = target
    return effect
  }

  mutating func select(choice letter: Character) -> Outcome? {
    guard let next = box.next(beginningWith: letter) else { return nil }
    selection.place = next
    return .nothing
  }

  private var box: ChoiceBox {
    let choices = fields.map { (shown.contains($0) ? "✓ " : "  ") + FieldWording.choice($0, in: schema) }
    let heading = fields.isEmpty ? ListWording.noColumns : ListWording.columnsHeading
    return ChoiceBox(heading: heading, choices: choices, selected: selection.place)
  }

  func draw(on frame: inout Frame, layout: Layout) { box.draw(on: &frame, layout: layout) }
}
