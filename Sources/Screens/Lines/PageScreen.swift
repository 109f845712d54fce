import Cells
import Records

/// A screen whose lines can have several rows, and not all of which can be selected.
///
/// A key that moves selects the next line in sight or just out of it, and otherwise scrolls.
package protocol PageScreen: LinesScreen {
  func rows(of line: Line, width: Int) -> [[Span]]
  func spoken(_ line: Line) -> String
}

extension PageScreen {
  package var nothing: String { "" }

  package func offers(_ action: Action, _ layout: Layout) -> Bool { offersPage(action, layout) }

  package func offersPage(_ action: Action, _ layout: Layout) -> Bool {
    guard case .move = action else { return offersLines(action) ?? true }
    let isCut = (starts(layout)?.last ?? 0) > rows(layout).count
    return isCut || lines.shown.lazy.filter(\.isSelectable).prefix(2).count > 1
  }

  package func spoken(_ line: Line) -> String { line.texts.filter { !$0.isEmpty }.joined(separator: ": ") }

  package func starts(_ layout: Layout) -> [Int]? {
    lines.shown.reduce(into: [0]) { starts, line in
      starts.append(starts[starts.count - 1] + rows(of: line, width: layout.textWidth).count)
    }
  }

  package func draw(_ line: Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout) {
    let visible = rows(layout)
    for (row, spans) in zip(row..., rows(of: line, width: layout.textWidth)) where visible.contains(row) {
      if isSelected { frame.fill(row: row, role: .selected) }
      frame.write(
        isSelected ? spans.map { Span($0.text, .selected, columns: $0.columns) } : spans,
        at: Position(column: layout.margin, row: row), width: layout.textWidth)
    }
  }
}

extension Layout {
  fileprivate var textWidth: Int { max(1, size.columns - 2 * margin) }
}
