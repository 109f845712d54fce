import Cells
import Queries
import Records

struct ListDrawing {
  let schema: Schema
  let window: ListWindow
  let selection: Selection
  let widths: ColumnWidths
  let matcher: Matcher
  let signs: (ListRow?) -> [Span]
  let signCount: Int
  let hasHeadings: Bool
  let heading: (Int) -> (text: String, note: String)

  func draw(on frame: inout Frame, layout: Layout) {
    let rows = rows(in: layout)
    let arrangement = arrangement(layout)
    if rows.lowerBound > layout.content.lowerBound { drawHeadings(on: &frame, layout, arrangement) }
    // A search that has found nothing yet has no row to wait for.
    let lines = ListLines(
      window, schema, from: selection.top, height: rows.count, hasHeadings: hasHeadings
    ).lines
    for (row, line) in zip(rows, lines) {
      switch line {
      case .heading(let place): drawHeading(of: place, row: row, layout, on: &frame)
      case .missing(let numbers):
        frame.write(
          ListWording.missing(numbers), at: Position(column: start(layout), row: row),
          width: layout.size.columns - start(layout) - layout.margin, role: .dim)
      case .row(let place):
        let isSelected = place == selection.place
        if isSelected { frame.fill(row: row, columns: 0..<end(layout, arrangement), role: .selected) }
        draw(window.row(at: place), Line(row: row, isSelected: isSelected), layout, arrangement, on: &frame)
      }
    }
    drawScrollMark(on: &frame, rows)
  }

  private func drawHeading(of place: Int, row: Int, _ layout: Layout, on frame: inout Frame) {
    let (text, note) = heading(place)
    let width = max(0, layout.size.columns - 2 * layout.margin)
    let used = frame.write(text, at: Position(column: layout.margin, row: row), width: width, role: .title)
    let left = width - used - 2
    guard left > 0 else { return }
    let noteStart = Position(column: layout.margin + used + 2, row: row)
    frame.write(note, at: noteStart, width: left, role: .dim)
  }

  func rows(in layout: Layout) -> Range<Int> { layout.content.dropFirst(Self.headingRows(window, layout)) }

  static func headingRows(_ window: ListWindow, _ layout: Layout) -> Int {
    let isWide = layout.size.columns >= ColumnWidths.narrowest
    return !window.columns.isEmpty && isWide && layout.content.count >= 4 ? 1 : 0
  }

  // MARK: - Parts of a line

  private struct Line {
    let row: Int
    let isSelected: Bool

    func role(_ role: Role) -> Role { isSelected ? .selected : role }
  }

  private func start(_ layout: Layout) -> Int {
    layout.margin + 2 * signCount - moved(layout) + (signedField(layout) == nil ? 0 : 1)
  }

  private func end(_ layout: Layout, _ arrangement: ColumnWidths.Arrangement) -> Int {
    layout.size.columns - (arrangement.columns.isEmpty ? 0 : layout.margin)
  }

  /// A field that a sign before the title shows in a narrow list: a book's status, or a loan's direction.
  private func signedField(_ layout: Layout) -> Int? {
    let field = schema.isOfLoans ? schema.field(named: "direction") : schema.isRead ? schema.statusField : nil
    guard layout.isFramed, let field, window.columns.contains(field), window.order.field != field
    else { return nil }
    let choices = schema.fields[field].kind.choices
    return !choices.isEmpty && choices.allSatisfy { FieldWording.sign(ofStatus: $0) != nil } ? field : nil
  }

  /// A mark takes the margin, so that titles stay in place.
  private func moved(_ layout: Layout) -> Int { signCount > 1 && layout.margin > 0 ? 2 : 0 }

  private func arrangement(_ layout: Layout) -> ColumnWidths.Arrangement {
    let columns = layout.size.columns
    let cells = columns - start(layout) - layout.margin - (columns >= 12 ? 2 : 0)
    guard columns >= ColumnWidths.narrowest else { return (cells, []) }
    return widths.layout(window, schema, besides: signedField(layout), cells: cells)
  }

  func sortedCells(in layout: Layout) -> Range<Int> {
    let (title, columns) = arrangement(layout)
    let cells = columns.first { $0.field == window.latestOrder.field }?.cells ?? 0..<max(0, title)
    return start(layout) + cells.lowerBound..<start(layout) + cells.upperBound
  }

  private func drawHeadings(
    on frame: inout Frame, _ layout: Layout, _ arrangement: ColumnWidths.Arrangement
  ) {
    let (title, columns) = arrangement
    let row = layout.content.lowerBound
    let start = start(layout)
    frame.write(
      ListWording.titleHeading(window, schema), at: Position(column: start, row: row), width: title,
      role: .label)
    for column in columns {
      let excess = ColumnWidths.excess(of: schema.field(at: column.field))
      frame.write(
        ListWording.heading(column.field, window, schema),
        at: Position(column: start + column.cells.lowerBound - excess, row: row),
        width: column.cells.count + excess,
        role: .label, align: schema.field(at: column.field).kind.holdsNumbers ? .right : .left)
    }
  }

  private func draw(
    _ item: ListRow?, _ line: Line, _ layout: Layout, _ arrangement: ColumnWidths.Arrangement,
    on frame: inout Frame
  ) {
    let signs = signs(item)
    for (place, sign) in signs.enumerated() where layout.showsHydration || sign.role != .hydrated {
      let column = layout.margin + (moved(layout) > 0 ? place - 1 : 2 * place)
      frame.write(
        sign.text, at: Position(column: column, row: line.row), width: 1, role: line.role(sign.role))
    }
    let column = start(layout)
    let (width, columns) = arrangement
    let place = Position(column: column, row: line.row)
    if let item, let field = signedField(layout) {
      let sign = sign(ofStatus: field, of: item)
      frame.write(
        sign.text, at: Position(column: column - 2, row: line.row), width: 1, role: line.role(sign.role))
    }
    let title = title(of: item, width: width)
    let used = write(title.text, at: place, width: width, line, role: title.role, on: &frame)
    if let item {
      let rest = Position(column: column + used, row: line.row)
      writeSeries(of: item, at: rest, width: width - used, line, on: &frame)
    }
    if let item { draw(item, columns, from: column, line, today: layout.today, on: &frame) }
    guard line.isSelected, layout.size.columns >= 12 else { return }
    let end = Position(column: layout.size.columns - layout.margin - 1, row: line.row)
    frame.write("›", at: end, width: 1, role: .selected)
  }

  private func draw(
    _ item: ListRow, _ columns: [ColumnWidths.Column], from start: Int, _ line: Line, today: CalendarDate?,
    on frame: inout Frame
  ) {
    for column in columns where item.values.indices.contains(column.value) {
      let shown = span(in: column, of: item, today)
      write(
        shown.text, at: Position(column: start + column.cells.lowerBound, row: line.row),
        width: column.cells.count, line, role: shown.role,
        align: schema.field(at: column.field).kind.holdsNumbers ? .right : .left, on: &frame)
    }
  }

  /// The series and the number, if they fit after the title and no column says them.
  private func writeSeries(
    of item: ListRow, at place: Position, width: Int, _ line: Line, on frame: inout Frame
  ) {
    guard window.fields.count > window.columns.count,
      let series = schema.seriesFields.first, !window.drawnFields(schema).contains(series)
    else { return }
    let parts = schema.seriesFields.map { field in
      ListLines.value(of: item, field, window, schema).map { schema.fields[field].text(of: $0) } ?? ""
    }
    let text = " · " + parts.filter { !$0.isEmpty }.joined(separator: " ")
    guard parts.first?.isEmpty == false, TextWidth.width(of: text) <= width else { return }
    write(text, at: place, width: width, line, role: .dim, on: &frame)
  }

  private func sign(ofStatus field: Int, of item: ListRow) -> Span {
    guard case .text(let status)? = ListLines.value(of: item, field, window, schema) else {
      return Span("", .content)
    }
    let role = FieldWording.role(of: .text(status), field, in: schema)
    return Span(FieldWording.sign(ofStatus: status.string) ?? "", role)
  }

  private func span(in column: ColumnWidths.Column, of item: ListRow, _ today: CalendarDate?) -> Span {
    let (field, value) = (column.field, item.values[column.value])
    if field == schema.starField, value == .null, let bar = bar(of: item) { return Span(bar, .action) }
    let text = ColumnWidths.text(of: value, schema.field(at: field))
    // A column that is there only for the order is dim.
    return Span(text, window.columns.contains(field) ? role(of: value, field, item, today) : .dim)
  }

  private func role(of value: ShownValue, _ field: Int, _ item: ListRow, _ today: CalendarDate?) -> Role {
    guard case .value(let value) = value else { return .content }
    if schema.isOfLoans, schema.field(named: "due") == field,
      schema.isOverdue(value, isBack: isBack(item), today: today)
    {
      return .error
    }
    return FieldWording.role(of: value, field, in: schema)
  }

  /// If the list cannot know that, nothing is overdue.
  private func isBack(_ item: ListRow) -> Bool {
    let isOpen = window.filter.split(separator: " ").contains("no:back_on")
    let known = schema.field(named: "back_on").flatMap { ListLines.value(of: item, $0, window, schema) }
    return known.map { !$0.isNull } ?? !isOpen
  }

  /// A bar of the pages read, in place of stars; nil if they are unknown.
  private func bar(of item: ListRow) -> String? {
    guard let status = schema.statusField, ListLines.value(of: item, status, window, schema) == "reading",
      let field = schema.progressField,
      case .integer(let percent)? = ListLines.value(of: item, field, window, schema)
    else { return nil }
    return FieldWording.bar(Double(percent) / 100)
  }

  private func title(of item: ListRow?, width: Int) -> Span {
    guard let item else { return Span("…", .dim) }
    let title = ColumnWidths.title(of: item, schema)
    let shown = schema.titleFields.count > 1 ? Self.keepingEnd(of: title, width: width) : title
    return Span(shown, item.title.isNull ? .dim : .content)
  }

  /// The last word of a title of several fields may be all that tells rows apart.
  private static func keepingEnd(of title: String, width: Int) -> String {
    guard let space = title.lastIndex(of: " "), TextWidth.width(of: title) > width else { return title }
    let room = width - TextWidth.width(of: title[space...])
    guard room >= width / 2, width > 0 else { return title }
    return TextWidth.fit(title[..<space], columns: room).map(\.text).joined() + title[space...]
  }

  @discardableResult
  private func write(
    _ text: String, at place: Position, width: Int, _ line: Line, role: Role, align: Frame.Alignment = .left,
    on frame: inout Frame
  ) -> Int {
    let used = frame.write(text, at: place, width: width, role: line.role(role), align: align)
    guard used > 0, !matcher.isEmpty else { return used }
    let start = align == .right ? place.column + max(0, width - used) : place.column
    // Matches beyond what is visible do not matter.
    let text = String(text.prefix(4 * width))
    for range in matcher.ranges(in: text) {
      let first = TextWidth.width(of: text[..<range.lowerBound])
      guard first < used else { break }
      let end = min(used, first + TextWidth.width(of: text[range]))
      frame.setRole(
        row: line.row, columns: start + first..<start + end, role: line.isSelected ? .selectedMatch : .match)
    }
    return used
  }

  private func drawScrollMark(on frame: inout Frame, _ rows: Range<Int>) {
    let count = window.count.value
    guard frame.size.columns >= 12, rows.count > 1, count > rows.count else { return }
    let offset = min(selection.top, count - rows.count) * (rows.count - 1) / (count - rows.count)
    let place = Position(column: frame.size.columns - 1, row: rows.lowerBound + offset)
    let isSelected = frame[place.column, place.row].role == .selected
    frame.write("▐", at: place, width: 1, role: isSelected ? .selected : .dim)
  }
}
