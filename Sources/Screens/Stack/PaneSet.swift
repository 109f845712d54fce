import Cells
import Records

/// How the panes are arranged: whether the list is beside its records, where the borders are, and the inspector.
struct PaneSet: Sendable {
  /// Whether the list and the screens above it are side by side if there is room for both.
  var isSplit = false
  /// The record beside the list, which follows the cursor.
  var preview: (any Screen)?
  /// The inspector, if it is open.
  private(set) var inspector: Inspector?
  /// The dragged borders between the panes, as fractions of the screen's width from the left.
  private var borders: [Panes.Border: Double] = [:]
  /// The border being dragged.
  private var draggedBorder: Panes.Border?

  /// The panes on a screen of a given size.
  func panes(_ size: Size, hasList: Bool, isReadOnly: Bool) -> Panes {
    let wish: Panes.Inspector =
      switch inspector {
      case nil: .closed
      case let inspector? where inspector.isFocused: inspector.isWhole ? .whole : .focused
      case .some: .beside
      }
    return Panes(
      size: size, isSplit: isSplit && hasList, inspector: wish, isReadOnly: isReadOnly, shares: borders)
  }

  // MARK: - The lines between the panes

  /// Grabs the border at a place, or releases it; returns whether there is one.
  mutating func holdBorder(at place: Position?, of panes: Panes) -> Bool {
    draggedBorder = place.flatMap { place in
      panes.rules.first { $0.column == place.column && $0.rows.contains(place.row) }?.border
    }
    return draggedBorder != nil
  }

  /// Moves the grabbed border to a column.
  ///
  /// - Returns: Whether a border is grabbed.
  mutating func dragBorder(to column: Int, of columns: Int) -> Bool {
    guard let draggedBorder, columns > 0 else { return false }
    borders[draggedBorder] = Double(column) / Double(columns)
    return true
  }

  // MARK: - The inspector

  /// Whether the inspector has the focus.
  var isInspectorFocused: Bool { inspector?.isFocused == true }

  /// Opens the inspector, switches its page, or closes it.
  mutating func toggleInspector(_ page: InspectorPage) {
    guard inspector == nil else {
      if inspector?.page == page { inspector = nil } else { inspector?.page = page }
      return
    }
    inspector = Inspector(page: page)
  }

  /// Moves the focus to the inspector.
  mutating func focusInspector(isWhole: Bool) {
    inspector?.isFocused = true
    inspector?.isWhole = isWhole
  }

  /// Moves the focus back to the screens.
  mutating func leaveInspector() {
    inspector?.isFocused = false
    inspector?.isWhole = false
  }

  /// Shows the inspector on the whole screen, or beside the rest again; opens it if it is closed.
  mutating func toggleWholeInspector() {
    if inspector == nil { inspector = Inspector() }
    let isWhole = inspector?.isWhole == true && inspector?.isFocused == true
    inspector?.isWhole = !isWhole
    inspector?.isFocused = !isWhole
  }

  /// Moves the focus to the other pane, if the inspector is open.
  mutating func switchPane() {
    inspector?.isFocused.toggle()
    inspector?.isWhole = false
  }

  /// Performs an action on the inspector.
  mutating func perform(_ action: Action, in pane: Panes.Pane) -> [Effect] {
    if action == .open, inspector?.page == .store { return inspector?.chosen.map { [.explain($0)] } ?? [] }
    inspector?.perform(action, layout: pane.layout)
    return []
  }

  /// Passes an update on to the inspector.
  ///
  /// - Parameter pane: The inspector's pane, if it is visible.
  mutating func receive(_ update: Update, in pane: Panes.Pane?) {
    switch update {
    case .inspector(let state): if let pane { inspector?.receive(state, pane.layout) }
    case .comparison(let comparison): inspector?.receive(comparison)
    case .account(let account): inspector?.receive(account)
    default: break
    }
  }
}
