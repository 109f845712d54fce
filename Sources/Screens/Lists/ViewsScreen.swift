import Cells
import Records

/// The saved views of a list, as an overlay; the first line saves the current view.
struct ViewsScreen: BoxScreen {
  var lines: LineList<Line>

  enum Line: TextLine {
    case new
    case view(String)

    var texts: [String] { name.map { [$0] } ?? [] }
    var name: String? { if case .view(let name) = self { name } else { nil } }
  }

  init(_ names: [String]) {
    lines = LineList(Self.lines(names))
    lines.selection.place = names.isEmpty ? 0 : 1
  }

  private static func lines(_ names: [String]) -> [Line] { [.new] + names.map(Line.view) }

  var kind: Mode { .views }
  var columns: [String] { ["view"] }
  var heading: String { ListWording.viewsHeading + titleEnd }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    action == .delete ? lines.chosen?.name != nil : offersLines(action) ?? true
  }

  mutating func answer(_ action: Action) -> Outcome? {
    switch (action, lines.chosen) {
    case (.open, .new?): .edit(Self.nameField, holding: "")
    case (.open, .view(let name)?): Outcome(change: .pop, effects: [.library(.showView(name))])
    case (.delete, .view(let name)?): .effect(.removeView(name))
    default: nil
    }
  }

  private static let nameField = Field(
    column: "name", label: ListWording.viewName, kind: .text, isRequired: true)

  mutating func accept(_ value: Value, title: String?) -> Acceptance {
    guard case .text(let text) = value else { return .done(.nothing) }
    return .done(.effect(.saveView(text.string)))
  }

  mutating func receive(_ update: Update) {
    if case .views(let names) = update { lines.replace(Self.lines(names)) }
  }

  func text(of line: Line) -> String { line.name ?? ListWording.saveView }
}
