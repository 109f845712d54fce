import Cells
import Records

/// The panes: which of the screens are where, and the record beside the list.
extension ScreenStack {
  /// Whether the list and what goes on over it are side by side.
  public var isSideBySide: Bool {
    isSplit && size.columns >= Panes.splitColumns && listIndex != nil && !panes.isInspectorAlone
  }

  /// Where everything is.
  var panes: Panes {
    let wish: Panes.Inspector =
      switch inspector {
      case nil: .closed
      case let inspector? where inspector.isFocused: inspector.isWhole ? .whole : .focused
      case .some: .beside
      }
    return Panes(
      size: size, isSplit: isSplit && listIndex != nil, inspector: wish, isReadOnly: isReadOnly)
  }

  /// The layout of the pane that the top screen is in.
  var layout: Layout {
    let panes = panes
    return isListOnTop ? panes.list?.layout ?? panes.stack.layout : panes.stack.layout
  }

  /// The first screen that lies beside the list, if there is one.
  private var besideList: Int? {
    guard let listIndex else { return nil }
    return screens[(listIndex + 1)...].firstIndex { !$0.isOverlay }
  }

  /// Whether nothing but what is asked about it lies over the list.
  private var isListOnTop: Bool { listIndex != nil && besideList == nil }

  /// The row that is to be shown beside the list once the cursor rests; nil where it is, or nothing can be.
  public var restingRow: ListRow? {
    guard isSideBySide, isListOnTop, [.list, .listEditing, .find].contains(mode),
      let row = list?.selectedRow, preview?.shownRecord != row.id
    else { return nil }
    return row
  }

  /// The layout of the record beside the list, if it is seen.
  var previewLayout: Layout? { isSideBySide && isListOnTop ? panes.stack.layout : nil }

  /// Shows the selected row beside the list.
  public mutating func rest() -> [Effect] {
    guard let row = restingRow, let list else { return [] }
    preview = DetailScreen(schema: list.schema, row: row)
    return [.look(row.id)]
  }

  /// Has the record beside the list looked at again, since many rows have changed.
  public mutating func refreshPreview() {
    preview = nil
  }

  /// Draws the panes, that with the cursor last.
  func drawPanes(_ panes: Panes, on frame: inout Frame) {
    for rule in panes.rules {
      for row in rule.rows {
        frame.write("│", at: Position(column: rule.column, row: row), width: 1, role: .border)
      }
    }
    if let pane = panes.inspector, let inspector {
      frame.overlay(inspector.frame(pane.layout), at: pane.position)
    }
    guard !panes.isInspectorAlone else { return }
    guard let list = panes.list, let listIndex else { return draw(screens[...], panes.stack, on: &frame) }
    let split = besideList ?? screens.endIndex
    let (below, above) = (screens[listIndex..<split], screens[split...])
    if above.isEmpty {
      drawPreview(panes.stack, on: &frame)
      draw(below, list, on: &frame)
    } else {
      draw(below, list, on: &frame)
      draw(above, panes.stack, on: &frame)
    }
    if inspector?.isFocused == true { frame.cursor = nil }
  }

  private func draw(_ screens: ArraySlice<Screen>, _ pane: Panes.Pane, on frame: inout Frame) {
    var part = Frame(size: pane.layout.size)
    draw(screens, on: &part, pane.layout)
    frame.overlay(part, at: pane.position)
  }

  private func drawPreview(_ pane: Panes.Pane, on frame: inout Frame) {
    guard let preview else { return }
    var part = Frame(size: pane.layout.size)
    var bar = preview.bar
    // The keys are those of the list.
    bar?.left = .init("")
    bar?.right = .init("")
    if pane.layout.hasBar { bar?.draw(on: &part, row: 0, margin: pane.layout.margin) }
    preview.draw(on: &part, layout: pane.layout)
    frame.overlay(part, at: pane.position)
  }
}

extension Panes.Pane {
  /// The place of its top left cell.
  fileprivate var position: Position { Position(column: column, row: row) }
}
