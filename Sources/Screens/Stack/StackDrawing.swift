import Cells
import Records

struct StackDrawing {
  let stack: Stack
  let paneSet: PaneSet
  let panes: Panes
  let isReadOnly: Bool

  private var screens: [any Screen] { stack.screens }

  func draw(on frame: inout Frame) {
    if panes.isSingle {
      draw(screens[...], on: &frame, panes.stack.layout)
    } else {
      drawPanes(on: &frame)
    }
  }

  private func drawPanes(on frame: inout Frame) {
    for rule in panes.rules {
      for row in rule.rows {
        frame.write("│", at: Position(column: rule.column, row: row), width: 1, role: .border)
      }
    }
    if let pane = panes.inspector, let inspector = paneSet.inspector {
      frame.overlay(inspector.frame(pane.layout), at: pane.position)
    }
    guard !panes.isInspectorAlone else { return }
    guard let list = panes.list, let listIndex = stack.listIndex else {
      return draw(screens[...], panes.stack, on: &frame)
    }
    let split = stack.besideList ?? screens.endIndex
    let (below, above) = (screens[listIndex..<split], screens[split...])
    if above.isEmpty {
      drawPreview(panes.stack, on: &frame)
      draw(below, list, on: &frame)
    } else {
      draw(below, list, on: &frame, isResting: true)
      draw(above, panes.stack, on: &frame)
    }
    if paneSet.isInspectorFocused { frame.cursor = nil }
  }

  private func draw(
    _ screens: ArraySlice<any Screen>, _ pane: Panes.Pane, on frame: inout Frame, isResting: Bool = false
  ) {
    var part = Frame(size: pane.layout.size)
    let hasFocus = !isResting && !paneSet.isInspectorFocused
    draw(screens, on: &part, pane.layout, rule: pane.rule(hasFocus: hasFocus))
    if !hasFocus { part.rest() }
    frame.overlay(part, at: pane.position)
    pane.drawFrame(on: &frame, hasFocus: hasFocus)
  }

  private func drawPreview(_ pane: Panes.Pane, on frame: inout Frame) {
    guard paneSet.preview != nil || pane.isFramed else { return }
    var part = Frame(size: pane.layout.size)
    var bar = Bar(titles: paneSet.preview?.bar?.titles ?? [""])
    (bar.rule, bar.isFramed) = (pane.rule(hasFocus: false), pane.isFramed)
    if pane.layout.hasBar { bar.draw(on: &part, row: 0, margin: pane.layout.margin) }
    var layout = pane.layout
    layout.hasFocus = false
    paneSet.preview?.draw(on: &part, layout: layout)
    frame.overlay(part, at: pane.position)
    pane.drawFrame(on: &frame, hasFocus: false)
  }

  private func draw(
    _ screens: ArraySlice<any Screen>, on frame: inout Frame, _ layout: Layout, rule: Role? = nil
  ) {
    let first = screens.lastIndex { !$0.isOverlay } ?? screens.startIndex
    for index in first..<screens.endIndex {
      let screen = screens[index]
      if layout.hasBar, var bar = bar(of: index, layout) {
        (bar.rule, bar.isFramed) = (rule, layout.isFramed)
        bar.draw(on: &frame, row: 0, margin: layout.margin)
      }
      // The form below draws it.
      if let editor = screen.fieldEditor, editor.isInside, index > first { continue }
      // Screens below a question or a menu are not in focus.
      if index > first { frame.rest() }
      frame.cursor = nil
      guard let form = screen.form else {
        screen.draw(on: &frame, layout: layout)
        continue
      }
      let above = index + 1 < screens.endIndex ? screens[index + 1].fieldEditor : nil
      form.draw(on: &frame, layout: layout, editing: above?.isInside == true ? above : nil)
    }
  }

  private func bar(of index: Int, _ layout: Layout) -> Bar? {
    let screen = screens[index]
    guard var bar = screen.bar(isReadOnly: isReadOnly || screen.isReadOnly) else { return nil }
    if index > 0, screen.namesScreenBelow, let below = screens[index - 1].bar?.titles.last {
      bar.left.text = Wording.back(to: below)
    }
    // The place is on the status line, where the lesson has the meter.
    if index == stack.listIndex, !layout.showsHydration { bar.note = "" }
    return bar
  }
}

extension Panes.Pane {
  fileprivate var position: Position { Position(column: column, row: row) }

  /// The bar of a frame is always on a line, another one only with the focus.
  fileprivate func rule(hasFocus: Bool) -> Role? { isFramed ? edge(hasFocus) : hasFocus ? .border : nil }

  private func edge(_ hasFocus: Bool) -> Role { hasFocus ? .focusedBorder : .border }

  fileprivate func drawFrame(on frame: inout Frame, hasFocus: Bool) {
    guard isFramed else { return }
    let (left, right) = (column - 1, column + layout.size.columns)
    let (bottom, role) = (row + layout.size.rows, edge(hasFocus))
    for line in row...bottom {
      let ends = line == row ? ("╭", "╮") : line == bottom ? ("╰", "╯") : ("│", "│")
      frame.write(ends.0, at: Position(column: left, row: line), width: 1, role: role)
      frame.write(ends.1, at: Position(column: right, row: line), width: 1, role: role)
    }
    let width = layout.size.columns
    let line = String(repeating: "─", count: width)
    frame.write(line, at: Position(column: column, row: bottom), width: width, role: role)
  }
}
