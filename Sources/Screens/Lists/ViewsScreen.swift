import Cells
import Records

/// The saved views of a list, as an overlay; the first line saves the current view.
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

  /// The name of the selected view, or nil if the first line is selected.
  private var chosen: String? {
    let index = selection.place - 1
    return names.indices.contains(index) ? names[index] : nil
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool { action != .delete || chosen != nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .open:
      guard let chosen else { return .edit(Self.nameField, holding: "") }
      return Outcome(change: .pop, effects: [.library(.showView(chosen))])
    case .delete: return chosen.map { .effect(.removeView($0)) } ?? .nothing
    default: selection.perform(action, count: names.count + 1, height: max(1, layout.content.count - 1))
    }
    return .nothing
  }

  private static let nameField = Field(
    column: "name", label: ListWording.viewName, kind: .text, isRequired: true)

  /// Saves the view under the typed name.
  mutating func accept(_ value: Value, title: String?) -> Acceptance {
    guard case .text(let text) = value else { return .done(.nothing) }
    return .done(.effect(.saveView(text.string)))
  }

  mutating func receive(_ update: Update) {
    guard case .views(let names) = update else { return }
    self.names = names
    selection.place = min(selection.place, names.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    ChoiceBox(
      heading: ListWording.viewsHeading, choices: [ListWording.saveView] + names, selected: selection.place
    )
    .draw(on: &frame, layout: layout)
  }
}
