import Cells
import Records

/// The pane in which the store can be watched at work: what is held, the statements, the memory, what goes next.
struct Inspector: Hashable, Sendable {
  private(set) var state = InspectorState()
  /// The pane as it was drawn last, while nothing has changed since; most frames of long work are about something else.
  private var drawn: Frame?
  /// Whether the keys are about it.
  var isFocused = false {
    didSet { drawn = nil }
  }
  /// Whether it is to have the whole screen.
  var isWhole = false
  /// What the statements that are shown are for; nil for all.
  private(set) var filter: StatementPurpose?
  private(set) var isPaused = false
  /// How many newer statements are passed over.
  private(set) var offset = 0

  /// Whether the statements stay as they are: somebody reads them.
  var isFrozen: Bool { isPaused || offset > 0 }

  /// What it has room for in a layout.
  func request(_ layout: Layout) -> InspectorRequest {
    let plan = InspectorPlan(layout: layout)
    return InspectorRequest(
      cells: plan.map.columns.count * plan.map.rows.count, statementCount: plan.statementCount,
      offset: offset, filter: filter, isFrozen: isFrozen, nextToGoCount: max(0, plan.release.rows.count - 1))
  }

  /// Does what a key says that is about the statements.
  mutating func perform(_ action: Action, layout: Layout) {
    let visible = InspectorPlan(layout: layout).statementCount
    drawn = nil
    switch action {
    case .move(let rows): scroll(by: -rows, visible)
    case .moveHalfPages(let halves): scroll(by: -halves * max(1, visible / 2), visible)
    case .first: scroll(by: state.statementCount, visible)
    case .last: scroll(by: -offset, visible)
    case .filterStatements(let purpose):
      filter = filter == purpose ? nil : purpose
      offset = 0
    case .pause: if isFrozen { (isPaused, offset) = (false, 0) } else { isPaused = true }
    default: break
    }
  }

  private mutating func scroll(by rows: Int, _ visible: Int) {
    offset = max(0, min(offset + rows, state.statementCount - visible))
  }

  /// Takes what is to be shown in a layout.
  mutating func receive(_ state: InspectorState, _ layout: Layout) {
    self.state = state
    drawn = nil
    drawn = frame(layout)
  }

  /// The pane with its bar.
  func frame(_ layout: Layout) -> Frame {
    if let drawn, drawn.size == layout.size { return drawn }
    var frame = Frame(size: layout.size)
    if layout.hasBar { bar.draw(on: &frame, row: 0, margin: layout.margin) }
    draw(on: &frame, layout: layout)
    return frame
  }
}
