import Cells
import Records

/// The person's own views and the ready ones; the last line saves the current view.
struct ViewsScreen: BoxScreen {
  var lines: LineList<Line>

  enum Line: TextLine {
    case view(ViewChoice)
    case new

    var texts: [String] { choice.map { [$0.name] } ?? [] }
    var choice: ViewChoice? { if case .view(let choice) = self { choice } else { nil } }
  }

  init(_ choices: [ViewChoice]) { lines = LineList(Self.lines(choices)) }

  private static func lines(_ choices: [ViewChoice]) -> [Line] { choices.map(Line.view) + [.new] }

  var kind: Mode { .views }
  var columns: [String] { ["view"] }
  var heading: String { ListWording.viewsHeading + titleEnd }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    action == .delete ? lines.chosen?.choice?.isReady == false : offersLines(action) ?? true
  }

  mutating func answer(_ action: Action) -> Outcome? {
    switch (action, lines.chosen) {
    case (.open, .new?): .edit(Self.nameField, holding: "")
    case (.open, .view(let choice)?): Outcome(change: .pop, effects: [choice.effect])
    case (.delete, .view(let choice)?) where choice.isReady: .effect(.say(ListWording.readyViewStays))
    case (.delete, .view(let choice)?): .effect(.removeView(choice.name))
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
    if case .views(let choices) = update { lines.replace(Self.lines(choices)) }
  }

  func text(of line: Line) -> String { line.choice?.name ?? ListWording.saveView }
  func note(of line: Line) -> String { line.choice?.isReady == true ? ListWording.ready : "" }
}

/// A view that can be shown.
public struct ViewChoice: Hashable, Sendable {
  package var name: String
  /// A ready view is in no file, and cannot be removed.
  public var isReady: Bool
  package var effect: Effect

  /// Makes a choice; without an effect, a view of the list's own table.
  public init(_ name: String, isReady: Bool = false, effect: Effect? = nil) {
    (self.name, self.isReady, self.effect) = (name, isReady, effect ?? .library(.showView(name)))
  }
}
