import Cells
import Queries
import Records

/// A record's fields as labelled groups of lines, shared by details and drafts.
struct FieldList: Sendable {
  var fields: [Field]
  var values: [Value]
  /// The group of each field; empty if the fields have no groups.
  var groups: [FieldGroup] = []
  var order: [Int] = []
  private(set) var hasHeadings = false
  /// The width of the first picture, which is at the right; 0 if it is below its field.
  private(set) var asideWidth = 0
  var links: [RecordSnapshot.Link] = []
  var titles: [Int: String] = [:]
  var conflicts: [Int] = []
  var changed: Set<Int> = []
  /// The summaries of fields that hold bytes; other fields show their values.
  var blobs: [Int: BlobSummary] = [:]
  var notes: [Int: String] = [:]
  var missing: Set<Int> = []
  var pictures: [Int: Picture] = [:]
  var related: [RelatedRows] = []
  var editing: (any EditorScreen)?
  var selected: Int?
  var chosen: Set<Int> = []
  /// Whether fields without a value are only counted.
  var isFolded = false
  /// Whether the selected field shows a placeholder if it is empty.
  var hasPlaceholder = false

  private struct Line {
    var text: String
    var role: Role
    var indent: Int
    var end: Int
    var field: Int
    var aside: String?
    /// Whether the line ends with the mark of a field that can be opened.
    var isFirst = false
    var isLabel = false
    /// The column of that mark, if it is not at the right edge.
    var mark: Int?
    /// Whether the selection is only a mark beside the value, because the value is long.
    var isLong = false
    var pictureRow: Int?
    var editorRow: Int?
  }

  private struct Span {
    var label: Int
    var labelWidth: Int?
    var value: Range<Int>
    /// The column of the mark after the value, if it is not at the right edge.
    var mark: Int?
  }

  /// The maximum number of lines of one value; a longer value ends with `…`.
  private static let lineLimit = 200
  /// From this many lines on, a selected value has a mark beside it instead of being filled with colour.
  private static let longCount = 4
  /// From this many fields on, labels are beside their values, and short fields share a row.
  static let denseCount = 9
  private static let denseColumns = 60

  /// The first line to show so that the selected field is visible, scrolling from `top` no further than needed.
  func top(from top: Int, layout: Layout) -> Int {
    let rows = rows(columns: layout.size.columns)
    let height = max(1, layout.content.count)
    var top = top
    if let selected, let first = rows.firstIndex(where: { Self.shows(selected, in: $0) }) {
      let last = rows.lastIndex { Self.shows(selected, in: $0) } ?? first
      // If the field does not fit, its beginning is shown; in a single row, the value instead of the label.
      top = max(top, last - height + 1)
      top = min(top, height == 1 && isLabelAlone(rows[first]) ? first + 1 : first)
    }
    return max(0, min(top, rows.count - height))
  }

  private static func shows(_ field: Int, in row: [Line]) -> Bool { row.contains { $0.field == field } }

  private func isLabelAlone(_ row: [Line]) -> Bool { row.allSatisfy(\.isLabel) }

  func field(halfPages halves: Int, layout: Layout) -> Int {
    let rows = rows(columns: layout.size.columns).map { $0.filter { $0.isFirst || $0.editorRow == 0 } }
    let start = rows.firstIndex { row in selected.map { Self.shows($0, in: row) } ?? false } ?? 0
    let target = max(0, min(start + halves * max(1, layout.content.count / 2), rows.count - 1))
    let way = halves > 0 ? Array(target..<rows.count) : Array((0...max(0, target)).reversed())
    let others = way.lazy.compactMap { row -> Int? in
      let found = rows[row].map(\.field).filter { $0 != selected && fields.indices.contains($0) }
      return halves > 0 ? found.first : found.last
    }
    let order = unhidden
    return others.first ?? (halves > 0 ? order.last : order.first) ?? selected ?? 0
  }

  func draw(on frame: inout Frame, layout: Layout, top: Int) {
    for (row, lines) in zip(layout.content, rows(columns: frame.size.columns).dropFirst(top)) {
      for line in lines { draw(line, on: &frame, row: row, margin: layout.margin) }
      for line in lines where line.editorRow == 0 {
        drawEditor(on: &frame, line, row: row, end: layout.content.upperBound)
      }
    }
  }

  private func drawEditor(on frame: inout Frame, _ line: Line, row: Int, end: Int) {
    guard let editing else { return }
    let (indent, width) = (line.indent, max(1, line.end - line.indent))
    let height = min(end - row, editing.rowCount(width: width))
    var part = Frame(size: Size(columns: width, rows: height))
    editing.drawInside(&part)
    frame.overlay(part, at: Position(column: indent, row: row))
  }

  private func draw(_ line: Line, on frame: inout Frame, row: Int, margin: Int) {
    guard line.editorRow == nil else { return }
    let columns = frame.size.columns
    let isSelected = line.field == selected && !line.isLabel && line.pictureRow == nil
    // If fields share a row, only the selected one is filled; a long text only gets a mark.
    let filled = line.mark.map { (line.indent - 1)..<($0 + 1) } ?? (line.indent - 1)..<columns
    if isSelected, line.isLong, line.indent >= 2 {
      frame.fill(row: row, columns: (line.indent - 2)..<(line.indent - 1), role: .selected)
    } else if isSelected, line.mark != nil || isDense(columns) {
      frame.fill(row: row, columns: filled, role: .selected)
    } else if isSelected {
      frame.fill(row: row, role: .selected)
    }
    let isFilled = isSelected && !(line.isLong && line.indent >= 2)
    let role: Role = isFilled ? .selected : line.role
    let position = Position(column: line.indent, row: row)
    if let pictureRow = line.pictureRow, let picture = pictures[line.field] {
      return frame.draw(picture, row: pictureRow, at: position, width: columns - line.indent)
    }
    let width = max(0, line.end - line.indent)
    let written = frame.write(line.text, at: position, width: width, role: role)
    if let address = address(of: line) {
      frame.link(address, row: row, columns: line.indent..<line.indent + written)
    }
    if let aside = line.aside {
      let place = Position(column: line.indent + written + 2, row: row)
      frame.write(aside, at: place, width: max(0, width - written - 2), role: isFilled ? .selected : .dim)
    }
    guard selected != nil, line.isFirst, columns >= 12, canOpen(line.field) else { return }
    let end = Position(column: line.mark ?? columns - margin - 1, row: row)
    frame.write("›", at: end, width: 1, role: isFilled ? .selected : .dim)
  }

  private func address(of line: Line) -> String? {
    guard !line.isLabel, fields.indices.contains(line.field), fields[line.field].kind == .url else {
      return nil
    }
    // An odd address is no hyperlink, because the terminal would open it without a question.
    return fields[line.field].address(of: values[line.field]).flatMap { URLText.isOdd($0) ? nil : $0 }
  }

  private func canOpen(_ field: Int) -> Bool {
    if field >= fields.count { return true }
    return links.isEmpty && related.isEmpty || hasPlaceholder
      ? !fields[field].isGenerated : links.contains { $0.field == field }
  }

  private var unhidden: [Int] {
    (order.isEmpty ? Array(fields.indices) : order).filter { !fields[$0].isHidden }
  }

  private var shownFields: [Int] { unhidden.filter { !isFolded || !isEmpty($0) } }

  private func isEmpty(_ field: Int) -> Bool { values[field].isNull || values[field] == "" }

  private func isDense(_ columns: Int) -> Bool {
    columns >= Self.denseColumns && unhidden.count >= Self.denseCount
  }

  /// Shows headings if everything but the pictures fits, and the picture at the right if the screen is wide enough.
  mutating func fit(_ layout: Layout) {
    asideWidth = pictures.isEmpty ? 0 : Self.asideWidth(layout)
    hasHeadings = !groups.isEmpty && isDense(layout.size.columns - asideWidth)
    var fields = self
    fields.pictures = [:]
    let count = hasHeadings ? fields.fieldRows(columns: layout.size.columns - asideWidth).count : 0
    hasHeadings = hasHeadings && count <= layout.content.count
  }

  private func rows(columns: Int) -> [[Line]] {
    var rows = fieldRows(columns: columns - asideWidth)
    guard asideWidth > 0, let field = pictures.keys.min(), let picture = pictures[field] else { return rows }
    for row in picture.rows.indices {
      if row == rows.count { rows.append([]) }
      var line = Line(
        text: "", role: .picture, indent: columns - asideWidth + 1, end: columns, field: field)
      line.pictureRow = row
      rows[row].append(line)
    }
    return rows
  }

  private func fieldRows(columns: Int) -> [[Line]] {
    let shown = shownFields
    let items = RelatedItem.items(of: related, foldsEmpty: isFolded)
    let folded = unhidden.count - shown.count + related.count - Set(items.map(\.table)).count
    let labels = shown.map { TextWidth.width(of: fields[$0].label) + (sign(of: $0).isEmpty ? 0 : 2) }
    let relatedLabels = items.map { TextWidth.width(of: RelatedWording.label(related[$0.table])) }
    let labelWidth = min(16, (labels + relatedLabels).max() ?? 0)
    let rows =
      isDense(columns)
      ? groupedRows(shown, labelWidth, columns: columns)
      : shown.flatMap { self.rows(of: $0, in: plainSpan(columns)) }
    var span = isDense(columns) ? Self.denseSpan(3, columns - 3, labelWidth) : plainSpan(columns)
    if asideWidth > 0 { span.mark = columns - 2 }
    let ofRelated = items.enumerated().map { place, item in
      let isFirst = place == 0 || items[place - 1].table != item.table
      return self.rows(of: item, fields.count + place, isFirst: isFirst, in: span)
    }
    return rows + ofRelated.flatMap { $0 } + foldedRow(folded, columns)
  }

  private func foldedRow(_ folded: Int, _ columns: Int) -> [[Line]] {
    guard folded > 0, let last = fields.indices.last else { return [] }
    let indent = columns >= 30 ? 3 : 0
    let note = Line(
      text: Wording.emptyFields(folded), role: .dim, indent: indent, end: columns, field: last, isLabel: true)
    return [[note]]
  }

  private func rows(of item: RelatedItem, _ field: Int, isFirst: Bool, in span: Span) -> [[Line]] {
    let rows = related[item.table]
    let label = Line(
      text: isFirst ? RelatedWording.label(rows) : "", role: .label, indent: span.label,
      end: span.labelWidth.map { span.label + $0 } ?? span.value.upperBound, field: field, isLabel: true)
    let (text, role) = RelatedWording.line(item, of: rows)
    let wrapped = Wrap.lines(
      of: text, width: span.value.count, limit: rows.joined == nil ? 1 : Self.longCount)
    let values = wrapped.enumerated().map { place, text in
      Line(
        text: text, role: role, indent: span.value.lowerBound, end: span.value.upperBound, field: field,
        isFirst: place == 0, mark: span.mark)
    }
    guard span.labelWidth != nil else { return (isFirst ? [[label]] : []) + values.map { [$0] } }
    return [[label] + values.prefix(1)] + values.dropFirst().map { [$0] }
  }

  private func groupedRows(_ shown: [Int], _ labelWidth: Int, columns: Int) -> [[Line]] {
    guard !groups.isEmpty else { return denseRows(shown, labelWidth, columns: columns) }
    return FieldGroup.allCases.flatMap { group -> [[Line]] in
      let fields = shown.filter { groups[$0] == group }
      guard let first = fields.first else { return [] }
      let rows = denseRows(fields, labelWidth, columns: columns)
      guard hasHeadings, group != .head else { return rows }
      let heading = Line(
        text: group.rawValue, role: .title, indent: 1, end: columns, field: first, isLabel: true)
      return [[heading]] + rows
    }
  }

  private func denseRows(_ shown: [Int], _ labelWidth: Int, columns: Int) -> [[Line]] {
    let middle = columns / 2
    var whole = Self.denseSpan(3, columns - 3, labelWidth)
    if asideWidth > 0 { whole.mark = columns - 2 }
    var (left, right) = (
      Self.denseSpan(3, middle - 2, labelWidth), Self.denseSpan(middle + 1, columns - 3, labelWidth)
    )
    (left.mark, right.mark) = (middle - 1, columns - 2)
    var (rows, index) = ([[Line]](), 0)
    while index < shown.count {
      let pair = shown[index...].prefix(2)
      if pair.count == 2, pair.allSatisfy({ isShort($0, width: min(left.value.count, right.value.count)) }) {
        rows += Self.beside(self.rows(of: pair[index], in: left), self.rows(of: pair[index + 1], in: right))
        index += 2
      } else {
        rows += self.rows(of: shown[index], in: whole)
        index += 1
      }
    }
    return rows
  }

  private static func beside(_ left: [[Line]], _ right: [[Line]]) -> [[Line]] {
    (0..<max(left.count, right.count)).map {
      ($0 < left.count ? left[$0] : []) + ($0 < right.count ? right[$0] : [])
    }
  }

  /// In a group, only the kind of field decides, so that the field stays in place whatever its value.
  private func isShort(_ field: Int, width: Int) -> Bool {
    if !groups.isEmpty { return FieldGroup.isShort(fields[field]) }
    guard fields[field].kind != .longText, !fields[field].kind.isBytes else { return false }
    guard pictures[field] == nil, notes[field] == nil, blobs[field] == nil else { return false }
    guard !values[field].isNull, !missing.contains(field) else { return true }
    let (text, aside) = (self.text(of: field), FieldWording.aside(values[field], in: fields[field]))
    let asideWidth = aside.map { TextWidth.width(of: $0) + 2 } ?? 0
    return Wrap.lines(of: text, width: width, limit: 2).count == 1
      && TextWidth.width(of: text) + asideWidth <= width
  }

  private static func denseSpan(_ start: Int, _ end: Int, _ labelWidth: Int) -> Span {
    Span(label: start, labelWidth: labelWidth, value: (start + labelWidth + 2)..<end)
  }

  private func plainSpan(_ columns: Int) -> Span {
    let indent = Self.indent(columns)
    return Span(
      label: columns >= 30 ? 3 : 0, value: indent..<(indent + Self.width(columns)),
      mark: asideWidth > 0 ? columns - 2 : nil)
  }

  private func text(of index: Int) -> String {
    let text =
      (blobs[index] ?? BlobSummary(values[index])).map(BlobWording.summary)
      ?? FieldWording.shown(values[index], in: fields[index])
    if let title = titles[index] { return "\(title) (\(text))" }
    guard let link = links.first(where: { $0.field == index }), case .text(let title) = link.title else {
      return text
    }
    return "\(title.string) (\(text))"
  }

  private func sign(of index: Int) -> String {
    conflicts.contains(index) ? "! " : changed.contains(index) ? "◆ " : ""
  }

  private func rows(of index: Int, in span: Span) -> [[Line]] {
    let label = Line(
      text: sign(of: index) + fields[index].label,
      role: conflicts.contains(index) ? .error : changed.contains(index) ? .dirty : .label,
      indent: span.label, end: span.labelWidth.map { span.label + $0 } ?? span.value.upperBound, field: index,
      isLabel: true)
    let lines = valueLines(of: index, in: span)
    guard span.labelWidth != nil else { return [[label]] + lines.map { [$0] } }
    return [[label] + lines.prefix(1)] + lines.dropFirst().map { [$0] }
  }

  private func valueLines(of index: Int, in span: Span) -> [Line] {
    let (indent, width) = (span.value.lowerBound, span.value.count)
    func line(_ text: String, _ role: Role = .content) -> Line {
      Line(text: text, role: role, indent: indent, end: span.value.upperBound, field: index, mark: span.mark)
    }
    if index == selected, let editing {
      return (0..<editing.rowCount(width: width)).map {
        var row = line("")
        row.editorRow = $0
        return row
      }
    }
    if missing.contains(index) { return [line(Wording.fault, .dim)] }
    guard !isEmpty(index) else { return [emptyLine(of: index, line("", .dim))] }
    let text = text(of: index)
    let wrapped = Wrap.lines(of: text, width: width, limit: Self.lineLimit + 1)
    let aside = FieldWording.aside(values[index], in: fields[index])
    let isBeside = aside.map { TextWidth.width(of: text) + 2 + TextWidth.width(of: $0) <= width } ?? false
    let note =
      notes[index] ?? (wrapped.count > Self.lineLimit ? "…" : nil) ?? (isBeside ? nil : aside)
    let texts = wrapped.prefix(Self.lineLimit).enumerated().map {
      var row = line($1)
      (row.aside, row.isFirst, row.isLong) = (
        isBeside ? aside : nil, $0 == 0, wrapped.count >= Self.longCount
      )
      return row
    }
    let noted = (note.map { Wrap.lines(of: $0, width: width, limit: 3) } ?? []).map {
      var row = line($0, .dim)
      row.isLong = wrapped.count >= Self.longCount
      return row
    }
    let isAside = asideWidth > 0 && index == pictures.keys.min()
    let pictured = (isAside ? 0..<0 : pictures[index]?.rows.indices ?? 0..<0).map {
      var row = line("", .picture)
      row.pictureRow = $0
      return row
    }
    return texts + noted + pictured
  }

  /// Draws NULL and an empty text differently.
  private func emptyLine(of index: Int, _ line: Line) -> Line {
    var line = line
    line.text = values[index].isNull ? Wording.empty : Wording.emptyTextSign
    line.isFirst = true
    guard hasPlaceholder, index == selected else { return line }
    line.aside = chosen.contains(index) ? FieldWording.chooses : FieldWording.placeholder(fields[index])
    return line
  }

  private static func indent(_ columns: Int) -> Int { columns >= 30 ? 5 : min(1, columns - 1) }

  private static func width(_ columns: Int) -> Int {
    max(1, columns - indent(columns) - (columns >= 12 ? 3 : 0))
  }

  /// A third of a wide screen at its right, otherwise the columns of a value, and half of the rows.
  static func pictureRoom(_ layout: Layout) -> Size {
    let aside = asideWidth(layout)
    if aside > 0 { return Size(columns: aside - 2, rows: layout.content.count) }
    return Size(columns: width(layout.size.columns), rows: layout.content.count / 2)
  }

  /// The columns at the right of a screen for a picture; 0 if the screen is too narrow.
  static func asideWidth(_ layout: Layout) -> Int {
    layout.size.columns >= asideColumns ? min(42, layout.size.columns / 3) : 0
  }

  private static let asideColumns = 90

  func isVisible(_ field: Int, layout: Layout, top: Int) -> Bool {
    visibleFields(layout: layout, top: top).contains(field)
  }

  func visibleFields(layout: Layout, top: Int) -> Set<Int> {
    let lines = rows(columns: layout.size.columns).dropFirst(top).prefix(layout.content.count).joined()
    return Set(lines.filter(\.isFirst).map(\.field))
  }

  /// The field above a field on the screen, or below it if the offset is positive: on the same side if possible.
  func field(from field: Int, rows offset: Int, columns: Int) -> Int? {
    let rows = rows(columns: columns)
    guard let start = rows.firstIndex(where: { $0.contains { $0.field == field && $0.isFirst } }),
      let indent = rows[start].first(where: { $0.field == field && $0.isFirst })?.indent
    else { return nil }
    var row = start + offset.signum()
    while rows.indices.contains(row) {
      let found = rows[row].filter { $0.isFirst && $0.field != field }
      if let nearest = found.min(by: { abs($0.indent - indent) < abs($1.indent - indent) }) {
        return nearest.field
      }
      row += offset.signum()
    }
    return nil
  }

  /// The field to the right of a field, or to its left if the offset is negative.
  func field(beside field: Int, _ offset: Int, columns: Int) -> Int? {
    let row = rows(columns: columns).first { $0.contains { $0.field == field && $0.isFirst } }
    let fields = row?.filter(\.isFirst).map(\.field) ?? []
    guard let place = fields.firstIndex(of: field), fields.indices.contains(place + offset) else {
      return nil
    }
    return fields[place + offset]
  }

  // MARK: - Targets

  /// The selectable elements: the visible fields, then the rows that point to the record.
  var targets: [Int] {
    let items = RelatedItem.items(of: related, foldsEmpty: isFolded)
    return shownFields + items.indices.map { fields.count + $0 }
  }

  var unfolded: FieldList {
    var list = self
    list.isFolded = false
    return list
  }

  func target(matching matcher: Matcher) -> Int? {
    let items = RelatedItem.items(of: related, foldsEmpty: isFolded)
    let labels = shownFields.map { fields[$0].label } + items.map { RelatedWording.label(related[$0.table]) }
    return zip(targets, labels).first { matcher.matches([Text($0.1)]) }?.0
  }
}
