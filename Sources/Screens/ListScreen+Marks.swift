import Cells
import Records

/// What is done with many rows at once, and with one.
extension ListScreen {
  /// How many rows are marked.
  var markCount: RowCount { marks.count(in: window.count) }

  var hasMarks: Bool { markCount != .exactly(0) }

  mutating func performOnMarks(_ action: Action, _ layout: Layout) -> Outcome {
    switch action {
    case .mark: mark(layout)
    // Where the filter shows nothing, what it hides keeps its marks.
    case .markAll where window.count == .exactly(0): break
    case .markAll: if case .all = marks, hasMarks { marks = .none } else { marks = .all }
    case .hydrate: return .effect(.hydrate(hasMarks ? marks : .all))
    case .setField: return setField()
    default: break
    }
    return .nothing
  }

  private mutating func mark(_ layout: Layout) {
    guard let row = selectedRow else { return }
    marks.toggle(row.id)
    move(1, layout)
    hasChosen = true
  }

  private func setField() -> Outcome {
    guard hasMarks else { return .effect(.say(Wording.nothingMarked)) }
    return .push(.menu(MenuScreen(schema: schema, purpose: .set(marks, markCount))))
  }

  /// Asks about the marked rows, or else about the selected one.
  func askToDelete() -> Outcome {
    guard hasMarks else { return selectedRow.map(askToDelete) ?? .nothing }
    return .effect(.askToDelete(marks, markCount, title: nil))
  }

  func askToDelete(_ row: ListRow) -> Outcome {
    let title = Wording.title(row.title, schema)
    return .effect(.askToDelete(.rows([row.id]), .exactly(1), title: title))
  }
}
