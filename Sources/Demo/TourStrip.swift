import Cells
import Screens

/// What the demonstration says above the browser: the step, two lines about it, the figures before and after, and the
/// statements between them.
struct TourStrip {
  let tour: Tour
  /// Whether the tour is pressing the keys, or what they began goes on.
  let isPlaying: Bool

  /// The rows that it takes of a terminal, none if that is too small for both.
  static func height(on size: Size) -> Int { size.rows >= 16 && size.columns >= 40 ? 7 : 0 }

  /// Draws the strip on the first rows of a frame.
  func draw(on frame: inout Frame) {
    let width = frame.size.columns - 2
    guard let step = tour.step else { return }
    frame.fill(row: 0, role: .bar)
    frame.write(
      "\(tour.index + 1) of \(tour.steps.count)  \(step.title)", at: place(0), width: width, role: .title)
    let hint = DemoWording.tourHint(
      isDone: tour.isDone, isPlaying: isPlaying, isLast: tour.index + 1 == tour.steps.count)
    frame.write(hint, at: place(0), width: width, role: .action, align: .right)
    for (row, line) in DemoWording.text(of: step).enumerated() {
      frame.write(line, at: place(row + 1), width: width, role: .content)
    }
    frame.write("before  " + DemoWording.figures(tour.before), at: place(3), width: width, role: .dim)
    frame.write("now     " + DemoWording.figures(tour.now), at: place(4), width: width, role: .message)
    frame.write("ran     " + DemoWording.statements(tour.ran), at: place(5), width: width, role: .message)
    let line = String(repeating: "─", count: frame.size.columns)
    frame.write(line, at: Position(column: 0, row: 6), role: .border)
  }

  private func place(_ row: Int) -> Position { Position(column: 1, row: row) }
}
