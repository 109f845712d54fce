import Cells
import Records

/// The fields of a list, to choose those that are shown beside the title; the list below follows at once.
struct ColumnsScreen: Screen {
  private let schema: Schema
  /// The columns as they were, which Esc brings back.
  private let before: [Int]
  /// The fields that can be chosen, those that are shown first.
  private var fields: [Int]
  private var shown: Set<Int>
  private var selection = Selection()

  init(schema: Schema, columns: [Int]) {
    self.schema = schema
    before = columns
    let title = schema.titleFields.count == 1 ? schema.titleFields : []
    fields = columns + schema.fields.indices.filter { !columns.contains($0) && !title.contains($0) }
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

  func draw(on frame: inout Frame, layout: Layout) {
    let heading = fields.isEmpty ? Wording.noColumns : Wording.columnsHeading
    let texts = [heading] + fields.map { (shown.contains($0) ? "✓ " : "  ") + schema.fields[$0].label }
    let box = Box(
      width: texts.reduce(0) { max($0, TextWidth.width(of: $1)) }, height: texts.count, layout: layout)
    box.draw(on: &frame)
    // Where the rows are few the choice goes before the heading.
    let hasHeading = box.height >= 3 || fields.isEmpty
    if hasHeading {
      frame.write(heading, at: Position(column: box.left, row: box.top), width: box.width, role: .label)
    }
    let rows = box.top + (hasHeading ? 1 : 0)..<box.top + box.height
    var view = selection
    view.follow(count: fields.count, height: rows.count)
    for (row, index) in zip(rows, view.top..<max(view.top, fields.count)) {
      let role: Role = index == selection.place ? .selected : .content
      frame.fill(row: row, columns: box.left..<box.left + box.width, role: role)
      frame.write(texts[index + 1], at: Position(column: box.left, row: row), width: box.width, role: role)
    }
  }
}
