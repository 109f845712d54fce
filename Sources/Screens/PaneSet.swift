import Cells
import Records

/// What the person has made of the panes: whether the list is beside its records, where the lines are, and the inspector.
struct PaneSet: Sendable {
  /// Whether the list and the screens over it are side by side if there is room for both.
  var isSplit = false
  /// Whether the record beside the list is the selected one once the cursor rests, and not only one that was opened.
  var followsCursor = true
  /// The record beside the list, which follows the cursor.
  var preview: (any Screen)?
  /// The pane that shows the store at work, if it is open.
  private(set) var inspector: Inspector?
  /// Where the lines between the panes were dragged to, as parts of the columns from the left.
  private var borders: [Panes.Border: Double] = [:]
  /// The line that is being dragged.
  private var draggedBorder: Panes.Border?

  /// Where everything is on a screen of some size.
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

  /// Takes hold of the line between two panes that is at a place, or lets go; returns whether there is one.
  mutating func holdBorder(at place: Position?, of panes: Panes) -> Bool {
    draggedBorder = place.flatMap { place in
      panes.rules.first { $0.column == place.column && $0.rows.contains(place.row) }?.border
    }
    return draggedBorder != nil
  }

  /// Moves the line that is held to a column.
  ///
  /// - Returns: Whether one is held.
  mutating func dragBorder(to column: Int, of columns: Int) -> Bool {
    guard let draggedBorder, columns > 0 else { return false }
    borders[draggedBorder] = Double(column) / Double(columns)
    return true
  }

  // MARK: - The inspector

  /// Whether the keys are about the inspector.
  var isInspectorFocused: Bool { inspector?.isFocused == true }

  /// Opens the inspector, has it show something else, or closes it.
  mutating func toggleInspector(_ page: InspectorPage) {
    guard inspector == nil else {
      if inspector?.page == page { inspector = nil } else { inspector?.page = page }
      return
    }
    inspector = Inspector(page: page)
  }

  /// Gives the keys to the inspector.
  mutating func focusInspector(isWhole: Bool) {
    inspector?.isFocused = true
    inspector?.isWhole = isWhole
  }

  /// Gives the keys back to the screens.
  mutating func leaveInspector() {
    inspector?.isFocused = false
    inspector?.isWhole = false
  }

  /// Shows the inspector on the whole screen, or no more; it is opened for that.
  mutating func toggleWholeInspector() {
    if inspector == nil { inspector = Inspector() }
    let isWhole = inspector?.isWhole == true && inspector?.isFocused == true
    inspector?.isWhole = !isWhole
    inspector?.isFocused = !isWhole
  }

  /// Gives the keys to the other pane, if the inspector is open.
  mutating func switchPane() {
    inspector?.isFocused.toggle()
    inspector?.isWhole = false
  }

  /// Does what a key says that is about what the inspector shows.
  mutating func perform(_ action: Action, in pane: Panes.Pane) -> [Effect] {
    if action == .open, inspector?.page == .store { return inspector?.chosen.map { [.explain($0)] } ?? [] }
    inspector?.perform(action, layout: pane.layout)
    return []
  }

  /// Takes what the inspector shows.
  ///
  /// - Parameter pane: Where it is, if it is seen.
  mutating func receive(_ update: Update, in pane: Panes.Pane?) {
    switch update {
    case .inspector(let state): if let pane { inspector?.receive(state, pane.layout) }
    case .comparison(let comparison): inspector?.receive(comparison)
    case .account(let account): inspector?.receive(account)
    default: break
    }
  }
}
