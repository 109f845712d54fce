import Cells
import Records

/// The inspector: the keys that open it and lead into it, and what it is told.
extension ScreenStack {
  /// Whether the inspector is open.
  public var isInspected: Bool { inspector != nil }

  /// What the inspector has room for, or nil where it is not seen.
  public var inspectorRequest: InspectorRequest? {
    guard let pane = panes.inspector else { return nil }
    return inspector?.request(pane.layout)
  }

  /// The records that are on the screen, in the list or by themselves.
  public var visibleRecords: [RecordID] {
    let rows = visiblePlaces.compactMap { list?.window.row(at: $0)?.id }
    return rows + shownRecords.subtracting(rows)
  }

  /// Opens the inspector or closes it.
  public mutating func toggleInspector() {
    guard inspector == nil else { return inspector = nil }
    inspector = Inspector()
    // Where there is no room for it beside the rest, it is seen while it is what the keys are about.
    if panes.inspector == nil { inspector?.isFocused = true }
  }

  /// Does what a key says that is about the panes; nil where it is about the screens.
  mutating func performOnPanes(_ action: Action) -> [Effect]? {
    switch action {
    case .toggleInspector: toggleInspector()
    case .inspectWhole: inspectWhole()
    case .toggleSplit:
      isSplit.toggle()
      settleList()
      if isSplit, size.columns < Panes.splitColumns { return [.say(Wording.tooNarrowToSplit)] }
    case .switchPane: switchPane()
    case .memoryWarning, .redraw, .suspend, .quit, .help: return nil
    default:
      guard mode == .inspector, let pane = panes.inspector else { return nil }
      inspector?.perform(action, layout: pane.layout)
    }
    return []
  }

  private mutating func inspectWhole() {
    if inspector == nil { inspector = Inspector() }
    let isWhole = inspector?.isWhole == true && inspector?.isFocused == true
    inspector?.isWhole = !isWhole
    inspector?.isFocused = !isWhole
    settleList()
  }

  private mutating func switchPane() {
    guard inspector != nil else { return }
    inspector?.isFocused.toggle()
    inspector?.isWhole = false
    settleList()
  }

  /// Gives the keys to the screens.
  mutating func leaveInspector() {
    inspector?.isFocused = false
    inspector?.isWhole = false
  }
}
