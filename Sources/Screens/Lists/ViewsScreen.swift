import Cells
import Records

/// The views of a list that were saved under a name, over the list; the first line saves the present one.
struct ViewsScreen: Screen {
  private var names: [String]
  private var selection = Selection()

  init(_ names: [String]) {
    self.names = names
    selection.place = names.isEmpty ? 0 : 1
  }

  var isOverlay: Bool { true }
  var mode: Mode { .views }
  var bar: Bar? { nil }

  /// The name of the chosen view, or nil if the first line is chosen.
  private var chosen: String? {
    let index = selection.place - 1
    return names.indices.contains(index) ? names[index] : nil
  }

  func offers(_ action: Action) -> Bool { action != .delete || chosen != nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .open:
      guard let chosen else { return .edit(Self.nameField, holding: "") }
      return Outcome(change: .pop, effects: [.showView(chosen)])
    case .delete: return chosen.map { .effect(.removeView($0)) } ?? .nothing
    default: selection.perform(action, count: names.count + 1, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private static let nameField = Field(
    column: "name", label: Wording.viewName, kind: .text, isRequired: true)

  /// The effects that save the view under a name.
  func accept(_ value: Value) -> [Effect] {
    guard case .text(let text) = value else { return [] }
    return [.saveView(text.string)]
  }

  mutating func receive(_ update: Update) {
    guard case .views(let names) = update else { return }
    self.names = names
    selection.place = min(selection.place, names.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let texts = [Wording.viewsHeading, Wording.saveView] + names
    let box = Box(
      width: texts.reduce(0) { max($0, TextWidth.width(of: $1)) }, height: texts.count, layout: layout)
    box.draw(on: &frame)
    // Where the rows are few the choice goes before the heading.
    let hasHeading = box.height >= 3
    if hasHeading {
      frame.write(texts[0], at: Position(column: box.left, row: box.top), width: box.width, role: .label)
    }
    let rows = box.top + (hasHeading ? 1 : 0)..<box.top + box.height
    var view = selection
    view.follow(count: names.count + 1, height: rows.count)
    for (row, index) in zip(rows, view.top...names.count) {
      let role: Role = index == selection.place ? .selected : .content
      frame.fill(row: row, columns: box.left..<box.left + box.width, role: role)
      frame.write(texts[index + 1], at: Position(column: box.left, row: row), width: box.width, role: role)
    }
  }
}
