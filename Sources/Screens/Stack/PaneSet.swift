import Cells
import Records

/// How the panes are arranged: the split, the dragged borders and the inspector.
struct PaneSet: Sendable {
  var isSplit = false
  var preview: (any Screen)?
  private(set) var inspector: Inspector?
  /// Fractions of the terminal's width from the left.
  private var borders: [Panes.Border: Double] = [:]
  private var draggedBorder: Panes.Border?

  func panes(
    _ size: Size, hasList: Bool, isReadOnly: Bool, showsHydration: Bool, today: CalendarDate?
  ) -> Panes {
    let wish: Panes.Inspector =
      switch inspector {
      case nil: .closed
      case let inspector? where inspector.isFocused: inspector.isWhole ? .whole : .focused
      case .some: .beside
      }
    return Panes(
      size: size, isSplit: isSplit && hasList, inspector: wish, isReadOnly: isReadOnly,
      showsHydration: showsHydration, today: today, shares: borders)
  }

  // MARK: - The lines between the panes

  /// Grabs the border at a place, or releases it; returns whether there is a border.
  mutating func holdBorder(at place: Position?, of panes: Panes) -> Bool {
    draggedBorder = place.flatMap { place in
      panes.rules.first { $0.column == place.column && $0.rows.contains(place.row) }?.border
    }
    return draggedBorder != nil
  }

  mutating func dragBorder(to column: Int, of columns: Int) -> Bool {
    guard let draggedBorder, columns > 0 else { return false }
    borders[draggedBorder] = Double(column) / Double(columns)
    return true
  }

  // MARK: - The inspector

  var isInspectorFocused: Bool { inspector?.isFocused == true }

  mutating func toggleInspector(_ page: InspectorPage) {
    guard inspector == nil else {
      if inspector?.page == page { inspector = nil } else { inspector?.page = page }
      return
    }
    inspector = Inspector(page: page)
  }

  mutating func focusInspector(isWhole: Bool) {
    inspector?.isFocused = true
    inspector?.isWhole = isWhole
  }

  mutating func leaveInspector() {
    inspector?.isFocused = false
    inspector?.isWhole = false
  }

  mutating func toggleWholeInspector() {
    if inspector == nil { inspector = Inspector() }
    let isWhole = inspector?.isWhole == true && inspector?.isFocused == true
    inspector?.isWhole = !isWhole
    inspector?.isFocused = !isWhole
  }

  mutating func switchPane() {
    inspector?.isFocused.toggle()
    inspector?.isWhole = false
  }

  mutating func perform(_ action: Action, in pane: Panes.Pane) -> [Effect] {
    if action == .open, inspector?.page == .store { return inspector?.chosen.map { [.explain($0)] } ?? [] }
    inspector?.perform(action, layout: pane.layout)
    return []
  }

  mutating func receive(_ update: Update, in pane: Panes.Pane?) {
    switch update {
    case .inspector(let state): if let pane { inspector?.receive(state, pane.layout) }
    case .comparison(let comparison): inspector?.receive(comparison)
    case .account(let account): inspector?.receive(account)
    default: break
    }
  }
}
