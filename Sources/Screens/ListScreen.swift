import Cells
import Records

/// The list of titles.
public struct ListScreen: ScreenLayer {
  let schema: Schema
  /// Which rows the list is of.
  let source: ListSource
  /// Whether there is a screen to go back to.
  let hasBack: Bool
  var window = ListWindow.unknown
  var selection = Selection()
  var isEditing = false
  /// The rows that keys for many are about.
  var marks = RowSet.none
  /// Whether marks of all rows were let go because the list has others now, which is still to be said.
  var hasLostMarks = false
  var prompt: Prompt?
  /// What the whole list is searched for by the keys to the next match.
  var lastSearch = ""
  /// The record that a new filter or order keeps selected, which the present filter need not show.
  var kept: RecordID?
  /// Whether the person has chosen a row since `kept` was noted.
  var hasChosen = false

  /// Makes the list of a table, with nothing loaded yet.
  public init(schema: Schema, source: ListSource? = nil, hasBack: Bool = false) {
    self.schema = schema
    self.source = source ?? ListSource(table: schema.id)
    self.hasBack = hasBack
  }

  var isReadOnly: Bool { schema.isReadOnly }

  var mode: Mode { prompt?.mode ?? (isEditing ? .listEditing : .list) }

  /// The row that keys are about, or nil where the list is empty or the row is not there yet.
  var selectedRow: ListRow? { window.row(at: selection.place) }

  /// The places that a screen of this height shows.
  func visiblePlaces(height: Int) -> Range<Int> {
    selection.top..<(selection.top + max(1, height))
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    if let prompt, let outcome = perform(action, in: prompt) { return outcome }
    if case .findNext(let step) = action, isLastMatch(step) { return .effect(.say(Wording.noFurtherMatch)) }
    if scroll(action, layout) { return .nothing }
    switch action {
    case .last: return .effect(.jump(.end))
    case .open: return open()
    case .back: return hasBack ? .pop : .nothing
    case .add:
      hasChosen = true
      return .push(.draft(DraftScreen(schema: schema)), .checkIsChangeable(schema.id, field: nil))
    case .delete: return askToDelete()
    case .toggleEditing: isEditing.toggle()
    case .mark, .markAll, .hydrate, .setField: return performOnMarks(action, layout)
    case .chooseOrder: return chooseOrder()
    case .reverseOrder: return .effect(.order(window.latestOrder.reversed, keeping: keptRecord()))
    default: return beginPrompt(action)
    }
    return .nothing
  }

  func offers(_ action: Action) -> Bool {
    // Esc is worth its place in the line of keys where rows are hidden.
    if action == .dismiss { return !window.filter.isEmpty }
    guard window.count == .exactly(0) else { return true }
    return switch action {
    case .open, .delete, .move, .mark, .chooseOrder: false
    // Other words may match.
    case .find: !window.filter.isEmpty
    default: true
    }
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .window(let new):
      // All that another filter showed are not all that this one shows.
      if case .all = marks, new.filter != window.filter {
        hasLostMarks = hasMarks
        marks = .none
      }
      window = new
    case .selected(let place):
      selection.place = place
      // The row may be newer than the window.
      if window.count.value <= place { window.count = .atLeast(place + 1) }
    case .deletedRows(let rows):
      marks.forget(rows)
      window.forget(rows)
    default: break
    }
  }

  /// Puts the selection and the view where they can be, once the size or the rows have changed.
  mutating func settle(height: Int) {
    if case .exactly(let count) = window.count { selection.place = max(0, min(selection.place, count - 1)) }
    selection.follow(count: reach(0), height: height)
  }

  /// Moves the selection; false where the action is another one, or the last row must be asked for.
  private mutating func scroll(_ action: Action, _ layout: Layout) -> Bool {
    let height = layout.content.count
    switch action {
    case .move(let offset): move(offset, layout)
    // With a filter every row is a match.
    case .findNext(let offset) where !window.filter.isEmpty: move(offset, layout)
    case .moveHalfPages(let halves):
      selection.moveHalfPages(halves, count: reach(halves * height), height: height)
    case .first: move(-selection.place, layout)
    case .last:
      guard case .exactly(let count) = window.count else { return false }
      move(count - selection.place, layout)
    default: return false
    }
    hasChosen = true
    return true
  }

  /// Whether a filter shows no match after the selected one, or for a negative number before it.
  private func isLastMatch(_ step: Int) -> Bool {
    guard !window.filter.isEmpty, case .exactly(let count) = window.count else { return false }
    return step < 0 ? selection.place == 0 : selection.place + 1 >= count
  }

  mutating func move(_ offset: Int, _ layout: Layout) {
    selection.move(by: offset, count: reach(offset), height: layout.content.count)
  }

  /// How many rows a move may count on: while the number is not known the next ones are tried, but where rows are being
  /// found there are no more than have been.
  private func reach(_ offset: Int) -> Int {
    switch window.count {
    case .exactly(let count): count
    case .atLeast(let count) where isFound: count
    case .atLeast(let count): max(count, selection.place + max(0, offset) + 1)
    }
  }

  /// Whether the rows are those that a search or a sort gives out as it finds them.
  private var isFound: Bool { !window.filter.isEmpty || window.order != .own || source.scope != nil }

  private mutating func open() -> Outcome {
    guard let row = selectedRow else { return .nothing }
    if isEditing { return askToDelete(row) }
    hasChosen = true
    return .push(.detail(DetailScreen(schema: schema, row: row)), .look(row.id))
  }

  /// The menu of orders.
  private mutating func chooseOrder() -> Outcome {
    .push(.menu(MenuScreen(schema: schema, purpose: .order(window.latestOrder, keeping: keptRecord()))))
  }
}
