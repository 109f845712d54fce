import Cells
import Records

/// Draws the memory in use as numbers and graphs, with marks for warnings.
///
/// Each graph starts at zero, and ends at the highest value shown.
struct MemoryLines {
  let history: [MemoryFigures]

  private static let labelWidth = 10
  private static let numberWidth = 9

  private var figures: [(name: String, value: (MemoryFigures) -> Int)] {
    let all: [(String, (MemoryFigures) -> Int?)] = [
      (InspectorWording.recordBytes, { $0.records }), (InspectorWording.sqliteBytes, { $0.sqlite }),
      (InspectorWording.anonymousBytes, { $0.anonymous }), (InspectorWording.residentBytes, { $0.resident }),
      (InspectorWording.freeBytes, { $0.free }),
      (InspectorWording.keptBytes, { $0.disk }),
    ]
    guard let last = history.last else { return [] }
    return all.filter { $0.1(last) != nil }.map { (name, value) in (name, { value($0) ?? 0 }) }
  }

  func draw(on frame: inout Frame, _ plan: InspectorPlan) {
    guard let last = history.last, !plan.figures.rows.isEmpty else { return }
    guard plan.figureHeight > 0 else {
      let text = figures.map { "\(Wording.bytes($0.value(last))) \($0.name)" }.joined(separator: " · ")
      let place = Position(column: plan.figures.columns.lowerBound, row: plan.figures.rows.lowerBound)
      frame.write(text, at: place, width: plan.figures.columns.count, role: .dim)
      return
    }
    for (index, figure) in figures.enumerated() {
      let bottom = plan.figures.rows.lowerBound + (index + 1) * plan.figureHeight - 1
      let place = Position(column: plan.figures.columns.lowerBound, row: bottom)
      let number = InspectorWording.padded(Wording.bytes(figure.value(last)), Self.numberWidth)
      frame.write(
        [Span(InspectorWording.filled(figure.name, Self.labelWidth), .label), Span(number, .content)],
        at: place,
        width: plan.figures.columns.count)
      draw(points(of: figure.value, plan), on: &frame, plan, bottom: bottom)
    }
    drawMarks(on: &frame, plan)
  }

  private func lineStart(_ plan: InspectorPlan) -> Int {
    plan.figures.columns.lowerBound + Self.labelWidth + Self.numberWidth + 1
  }

  private func width(_ plan: InspectorPlan) -> Int {
    max(0, plan.figures.columns.upperBound - lineStart(plan))
  }

  /// One second per column, the newest last; nil for seconds without figures.
  private func columns(_ plan: InspectorPlan) -> [MemoryFigures?] {
    let width = width(plan)
    let shown = history.suffix(width)
    return [MemoryFigures?](repeating: nil, count: width - shown.count) + shown.map { $0 }
  }

  private func points(of value: (MemoryFigures) -> Int, _ plan: InspectorPlan) -> [Int?] {
    columns(plan).map { $0.map(value) }
  }

  private func draw(_ points: [Int?], on frame: inout Frame, _ plan: InspectorPlan, bottom: Int) {
    let most = max(1, points.compactMap { $0 }.max() ?? 1)
    for (offset, point) in points.enumerated() {
      guard let point, point > 0 else { continue }
      let cells = BlockBar.column(Double(point), of: Double(most), height: plan.figureHeight)
      for (level, cell) in cells.enumerated() {
        let place = Position(column: lineStart(plan) + offset, row: bottom - level)
        frame.write(cell, at: place, width: 1, role: .dim)
      }
    }
  }

  private func drawMarks(on frame: inout Frame, _ plan: InspectorPlan) {
    guard let row = plan.marks.rows.first else { return }
    let place = Position(column: plan.marks.columns.lowerBound, row: row)
    frame.write(
      [Span("▲", .dirty), Span(" " + InspectorWording.warningMark, .dim)], at: place,
      width: lineStart(plan) - 2)
    for (offset, figures) in columns(plan).enumerated() where figures?.isAfterWarning == true {
      frame.write("▲", at: Position(column: lineStart(plan) + offset, row: row), width: 1, role: .dirty)
    }
  }
}
