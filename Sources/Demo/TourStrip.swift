import Cells
import Screens

/// The strip above the browser: the step with its figures and statements, and what the tour is doing.
struct TourStrip {
  let tour: Tour
  let line: StripLine
  let path: String
  let pace: Duration
  let stop: StopPoint

  static func height(on size: Size) -> Int { size.rows >= 16 && size.columns >= 40 ? 8 : 0 }

  func draw(on frame: inout Frame) {
    let width = frame.size.columns - 2
    guard let step = tour.step else { return }
    frame.fill(row: 0, role: .bar)
    drawHead("\(tour.index + 1) of \(tour.steps.count)  \(step.title)", on: &frame, width: width)
    let isSplit = frame.size.columns >= ScreenSettings.splitColumns
    let isAsking = if case .question = line { true } else { false }
    let texts = isAsking ? [DemoWording.guessFirst] : text(of: step, isSplit: isSplit, width: width)
    for (row, text) in texts.enumerated() {
      frame.write(text, at: place(row + 1), width: width, role: .content)
    }
    func figures(_ label: String, _ figures: Figures) -> String {
      label + DemoWording.figures(figures, columns: width - label.count)
    }
    frame.write(figures("before  ", tour.before), at: place(3), width: width, role: .dim)
    frame.write(figures("now     ", tour.now), at: place(4), width: width, role: .message)
    frame.write("ran     " + DemoWording.statements(tour.ran), at: place(5), width: width, role: .message)
    frame.write(DemoWording.line(line, columns: width), at: place(6), width: width, role: lineRole)
    let rule = String(repeating: "─", count: frame.size.columns)
    frame.write(rule, at: Position(column: 0, row: 7), role: .border)
    let keys = DemoWording.tourKeys(pace: pace, stop: stop)
    frame.write(keys, at: Position(column: 0, row: 7), width: width, role: .border)
  }

  private func drawHead(_ head: String, on frame: inout Frame, width: Int) {
    let hint = DemoWording.tourHint(line, isDone: tour.isDone, isLast: tour.index + 1 == tour.steps.count)
    frame.write(head, at: place(0), width: width, role: .title)
    frame.write(hint, at: place(0), width: width, role: .action, align: .right)
    let (start, gap) = (TextWidth.width(of: head) + 3, 3)
    let room = width - start - gap - TextWidth.width(of: hint)
    guard width >= Self.wideWidth, TextWidth.width(of: path) <= room else { return }
    frame.write(path, at: Position(column: 1 + start, row: 0), width: room, role: .bar)
  }

  private func text(of step: DemoStep, isSplit: Bool, width: Int) -> [String] {
    let lines = DemoWording.text(of: step, bookCount: tour.bookCount, isSplit: isSplit)
    let isWide = width >= Self.wideWidth
    return isWide ? Wrap.lines(of: lines.joined(separator: " "), width: width, limit: 2) : lines
  }

  private static let wideWidth = 110

  private var lineRole: Role {
    switch line {
    case .question, .halt: .action
    case .playing, .result, .returned: .message
    case .rest: .dim
    }
  }

  private func place(_ row: Int) -> Position { Position(column: 1, row: row) }
}
