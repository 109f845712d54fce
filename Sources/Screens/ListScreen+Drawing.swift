import Cells
import Records
import TextSearch

extension ListScreen {
  var bar: Bar? { bar(isReadOnly: isReadOnly) }

  func bar(isReadOnly: Bool) -> Bar? {
    let back = (hasBack ? "‹ " : "") + (isReadOnly ? "" : "+")
    let add = hasMarks ? back + "  ✓ " + Wording.number(markCount) : back
    // Words that are still being typed are on the status line.
    let filter = prompt?.kind == .find ? "" : window.filter
    return Bar(
      left: .init(add, isEnabled: !isEditing),
      titles: Wording.listTitles(schema, source.scope, window.order, filter: filter),
      right: .init(isReadOnly ? Wording.readOnlySign : isEditing ? "Done" : "Edit", isEnabled: !isReadOnly))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard window.count != .exactly(0) else { return drawEmpty(on: &frame, layout: layout) }
    let matcher = Matcher(window.filter)
    for (row, place) in zip(layout.content, selection.top...) {
      let isSelected = place == selection.place
      // Where a search has found nothing yet there is no row to wait for.
      guard place < window.count.value || window.holds(place) else { continue }
      if isSelected { frame.fill(row: row, role: .selected) }
      let line = RowLine(row: row, columns: frame.size.columns, margin: layout.margin, isSelected: isSelected)
      draw(window.row(at: place), line, matcher, on: &frame)
    }
  }

  /// Where a row of the list is drawn.
  private struct RowLine {
    let row: Int
    let columns: Int
    let margin: Int
    let isSelected: Bool

    func role(_ role: Role) -> Role { isSelected ? .selected : role }
  }

  private func draw(_ item: ListRow?, _ line: RowLine, _ matcher: Matcher, on frame: inout Frame) {
    var column = line.margin
    for mark in signs(of: item) {
      frame.write(
        mark.text, at: Position(column: column, row: line.row), width: 1, role: line.role(mark.role))
      column += 2
    }
    let width = line.columns - column - line.margin - (line.columns >= 12 ? 2 : 0)
    let title = title(of: item)
    let place = Position(column: column, row: line.row)
    let used = frame.write(title.text, at: place, width: width, role: line.role(title.role))
    if title.role == .content { mark(matcher, in: title.text, at: place, width: used, line, on: &frame) }
    guard line.isSelected, line.columns >= 12 else { return }
    let end = Position(column: line.columns - line.margin - 1, row: line.row)
    frame.write("›", at: end, width: 1, role: .selected)
  }

  private func title(of item: ListRow?) -> Span {
    guard let item else { return Span("…", .dim) }
    return item.title.isNull
      ? Span(Wording.null, .dim) : Span(schema.text(ofTitle: item.title), .content)
  }

  /// Gives what the filter matches its own role, as far as the title is shown.
  private func mark(
    _ matcher: Matcher, in title: String, at place: Position, width: Int, _ line: RowLine,
    on frame: inout Frame
  ) {
    guard !matcher.isEmpty else { return }
    // However long the title is, not much more of it than is shown can matter.
    let title = String(title.prefix(4 * width))
    for range in matcher.ranges(in: title) {
      let start = TextWidth.width(of: title[..<range.lowerBound])
      guard start < width else { return }
      let end = min(width, start + TextWidth.width(of: title[range]))
      frame.setRole(
        row: line.row, columns: place.column + start..<place.column + end,
        role: line.isSelected ? .selectedMatch : .match)
    }
  }

  /// The signs before a title, a column each with a blank behind it.
  private func signs(of item: ListRow?) -> [Span] {
    var signs: [Span] = isEditing ? [Span("-", .action)] : []
    if hasMarks { signs.append(Span(item.map { marks.contains($0.id) } ?? false ? "✓" : " ", .action)) }
    switch item?.state {
    case .dirty where item?.isInConflict == true: signs.append(Span("!", .error))
    case nil, .known: signs.append(Span(" ", .content))
    case .hydrated: signs.append(Span("●", .hydrated))
    case .dirty: signs.append(Span("◆", .dirty))
    }
    return signs
  }

  private func drawEmpty(on frame: inout Frame, layout: Layout) {
    let canAdd = !isReadOnly && !layout.isReadOnly && !isEditing
    let text =
      window.filter.isEmpty
      ? Wording.emptyList(schema, canAdd: canAdd) : Wording.noMatch(window.filter, schema)
    frame.writeEmpty(text, layout: layout)
  }
}
