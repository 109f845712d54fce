import Cells
import Records

/// Draws the session's costs, beside what the 2008 sample would have run.
struct AccountPane {
  let account: SessionAccount

  static let leastRows = 9

  private static let nameColumns = 14
  private static let numberColumns = 12

  func draw(on frame: inout Frame, layout: Layout, isChosen: Bool) {
    let columns = layout.margin..<max(layout.margin, layout.size.columns - layout.margin)
    var rows = layout.content
    guard let first = rows.first, !columns.isEmpty else { return }
    if isChosen { frame.fill(row: first, columns: columns, role: .selected) }
    let heading = line("", AccountWording.session, AccountWording.sample, isChosen ? .selected : .label)
    frame.write(heading, at: Position(column: columns.lowerBound, row: first), width: columns.count)
    let table = AccountWording.rows(account).map { line($0.name, $0.session, $0.sample, .content) }
    let sentences = AccountWording.sentences(account).flatMap {
      Wrap.lines(of: $0, width: columns.count, limit: 4).map { [Span($0, .message)] }
    }
    rows = rows.dropFirst()
    for (row, spans) in zip(rows, table + [[]] + sentences) {
      frame.write(spans, at: Position(column: columns.lowerBound, row: row), width: columns.count)
    }
  }

  func drawLine(on frame: inout Frame, row: Int, margin: Int) {
    let width = frame.size.columns - 2 * margin
    let forms = AccountWording.lines(account)
    guard let form = forms.first(where: { TextWidth.width(of: $0) <= width }) ?? forms.last else { return }
    frame.write(form, at: Position(column: margin, row: row), width: width, role: .message)
  }

  private func line(_ name: String, _ session: String, _ sample: String, _ role: Role) -> [Span] {
    [
      Span(InspectorWording.filled(name, Self.nameColumns), role == .selected ? .selected : .label),
      Span(InspectorWording.padded(session, Self.numberColumns), role),
      Span(InspectorWording.padded(sample, Self.numberColumns), role),
    ]
  }
}
