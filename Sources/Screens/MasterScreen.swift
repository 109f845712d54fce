import Cells
import Records

/// The list of titles.
public struct MasterScreen: ScreenLayer {
  let schema: Schema
  var window = ListWindow.unknown
  var selection = Selection()
  var isEditing = false

  /// Makes the list of a table, with nothing loaded yet.
  public init(schema: Schema) {
    self.schema = schema
  }

  var mode: Mode { isEditing ? .listEditing : .list }

  /// The row that keys are about, or nil where the list is empty.
  var selectedRow: ListRow? { window.row(at: selection.place) }

  /// The places that a screen of this height shows.
  func visiblePlaces(height: Int) -> Range<Int> {
    selection.top..<(selection.top + max(1, height))
  }

  var bar: Bar? {
    Bar(
      left: .init("+", isEnabled: !isEditing), title: schema.name, right: .init(isEditing ? "Done" : "Edit"))
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .move(let offset): move(offset, layout)
    case .moveHalfPages(let halves):
      selection.moveHalfPages(
        halves, count: reach(halves * layout.content.count), height: layout.content.count)
    case .first: move(-selection.place, layout)
    case .last: return last(layout)
    case .toggleEditing: isEditing.toggle()
    case .open: return open()
    case .delete: return askToDelete()
    case .add: return .push(.draft(DraftScreen(schema: schema)))
    default: break
    }
    return .nothing
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .window(let window): self.window = window
    case .selected(let place):
      selection.place = place
      // The row may be newer than the window.
      if window.count.value <= place { window.count = .atLeast(place + 1) }
    default: break
    }
  }

  /// Puts the selection and the view where they can be, once the size or the rows have changed.
  mutating func settle(height: Int) {
    if case .exactly(let count) = window.count { selection.place = max(0, min(selection.place, count - 1)) }
    selection.follow(count: reach(0), height: height)
  }

  private mutating func move(_ offset: Int, _ layout: Layout) {
    selection.move(by: offset, count: reach(offset), height: layout.content.count)
  }

  private mutating func last(_ layout: Layout) -> Outcome {
    guard case .exactly(let count) = window.count else { return .effect(.jump(.end)) }
    move(count - selection.place, layout)
    return .nothing
  }

  /// How many rows a move may count on: while the number is not known the next ones are tried.
  private func reach(_ offset: Int) -> Int {
    switch window.count {
    case .exactly(let count): count
    case .atLeast(let count): max(count, selection.place + max(0, offset) + 1)
    }
  }

  private func open() -> Outcome {
    guard let row = selectedRow else { return .nothing }
    if isEditing { return askToDelete() }
    return .push(.detail(DetailScreen(schema: schema, row: row)), .look(row.id))
  }

  private func askToDelete() -> Outcome {
    guard let row = selectedRow else { return .nothing }
    let title = row.title.isNull ? Wording.null : schema.titleField.text(of: row.title)
    return .push(
      .alert(
        AlertScreen(
          Message(Wording.deleteQuestion(title)),
          answers: [.init("Cancel"), .init("Delete", effects: [.delete(row.id)], isDestructive: true)])))
  }
}
