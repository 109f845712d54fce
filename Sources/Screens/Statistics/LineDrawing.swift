import Cells
import Statistics

/// Draws a chart's values as a line that rises from the bottom left, with points for comparison.
struct LineDrawing {
  private let values, others: [Double]
  private let cell: Int
  private let largest: Double

  /// `others` are the points; the line reaches each value at the end of its cell.
  init(_ chart: Chart, beside others: [Double], count: Int, cell: Int) {
    values = chart.bars.map(\.value)
    (self.others, self.cell) = (others, cell)
    largest = max(values.max() ?? 0, others.max() ?? 0)
  }

  var rows: [ChartRow] {
    var rows = (0..<ChartDrawing.height).map { _ in ChartRow() }
    for (column, level) in levels(others).enumerated() where column % 2 == 1 {
      rows[row(level)].pieces.append(piece("·", column, .dim))
    }
    let levels = levels(values)
    for (column, (level, next)) in zip(levels, levels.dropFirst() + levels.suffix(1)).enumerated() {
      guard next > level else {
        rows[row(level)].pieces.append(piece("─", column, .hydrated))
        continue
      }
      rows[row(level)].pieces.append(piece("┘", column, .hydrated))
      for between in level + 1..<next { rows[row(between)].pieces.append(piece("│", column, .hydrated)) }
      rows[row(next)].pieces.append(piece("┌", column, .hydrated))
    }
    return rows
  }

  private func row(_ level: Int) -> Int { ChartDrawing.height - 1 - level }

  private func piece(_ text: String, _ column: Int, _ role: Role) -> ChartRow.Piece {
    ChartRow.Piece(column: column, width: 1, text: text, role: role)
  }

  /// The level of each column, from 0 at the bottom, interpolated between the values.
  private func levels(_ values: [Double]) -> [Int] {
    guard largest > 0 else { return values.flatMap { _ in Array(repeating: 0, count: cell) } }
    return zip([0] + values, values).flatMap { before, value in
      (1...cell).map { step in
        let height = before + (value - before) * Double(step) / Double(cell)
        return Int((height / largest * Double(ChartDrawing.height - 1)).rounded())
      }
    }
  }
}
