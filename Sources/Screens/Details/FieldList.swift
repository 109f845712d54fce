import Cells
import Queries
import Records

/// A record's fields as lines: a form with labels, or a page.
struct FieldList: Sendable {
  var fields: [Field]
  var values: [Value]
  var isPage = false
  var titleFields: [Int] = []
  var groups: [FieldGroup] = []
  var order: [Int] = []
  /// Whether groups have headings in a form, or blank rows on a page.
  private(set) var isSpacious = false
  /// The width of the picture or spine at the right; 0 if a picture is below its field.
  private(set) var asideWidth = 0
  private(set) var spineRows: [String] = []
  var links: [RecordSnapshot.Link] = []
  var titles: [Int: String] = [:]
  var conflicts: [Int] = []
  var changed: Set<Int> = []
  var blobs: [Int: BlobSummary] = [:]
  var notes: [Int: String] = [:]
  var missing: Set<Int> = []
  var pictures: [Int: Picture] = [:]
  var spine: Spine?
  var related: [RelatedRows] = []
  var editing: (any EditorScreen)?
  var selected: Int?
  var chosen: Set<Int> = []
  var isFolded = false
  var hasPlaceholder = false
  var today: CalendarDate?

  struct Line {
    var text: String
    var role: Role
    var indent: Int
    var end: Int
    var field: Int
    var aside: String?
    var isFirst = false
    var isLabel = false
    /// The column of the mark of a field that can be opened; nil for the right edge.
    var mark: Int?
    var isLong = false
    /// The selection fills only the text, because the row has other values.
    var isInline = false
    var hasSigns = false
    var pictureRow: Int?
    var editorRow: Int?
  }

  struct Span {
    var label: Int
    var labelWidth: Int?
    var value: Range<Int>
    var mark: Int?
  }

  static let lineLimit = 200
  /// Selected values of this many lines have a mark beside them.
  static let longCount = 4
  /// From here on, short fields share rows.
  private static let denseCount = 9
  static let denseColumns = 60
  static let besideColumns = 40
  /// A record of this few fields, without rows that point to it, keeps its labels.
  static let fewCount = 4
  private static let noField = -1

  /// The first line to show so that the selected field is visible, scrolling no further than needed.
  func top(from top: Int, layout: Layout) -> Int {
    let rows = rows(columns: layout.size.columns)
    let height = max(1, layout.content.count)
    var top = top
    if let selected, let first = rows.firstIndex(where: { shows(selected, in: $0) }) {
      let last = rows.lastIndex { shows(selected, in: $0) } ?? first
      top = max(top, last - height + 1)
      top = min(top, height == 1 && isLabelAlone(rows[first]) ? first + 1 : first)
    }
    return max(0, min(top, rows.count - height))
  }

  private func shows(_ field: Int, in row: [Line]) -> Bool {
    row.contains { $0.field == field && ($0.pictureRow == nil || asideWidth == 0) }
  }

  private func isLabelAlone(_ row: [Line]) -> Bool { row.allSatisfy(\.isLabel) }

  func field(halfPages halves: Int, layout: Layout) -> Int {
    let rows = rows(columns: layout.size.columns).map { $0.filter { $0.isFirst || $0.editorRow == 0 } }
    let start = rows.firstIndex { row in selected.map { shows($0, in: row) } ?? false } ?? 0
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
    if isSelected { frame.fill(row: row, columns: filled(line, columns), role: .selected) }
    let isFilled = isSelected && !(line.isLong && line.indent >= 2)
    let role: Role = isFilled ? .selected : line.role
    let position = Position(column: line.indent, row: row)
    if let pictureRow = line.pictureRow, let picture = pictures[line.field] {
      return frame.draw(picture, row: pictureRow, at: position, width: columns - line.indent)
    }
    let width = max(0, line.end - line.indent)
    let written = frame.write(line.text, at: position, width: width, role: role)
    if line.hasSigns, !isFilled {
      frame.write(FieldWording.spans(of: line.text, role), at: position, width: width)
    }
    if let address = address(of: line) {
      frame.link(address, row: row, columns: line.indent..<line.indent + written)
    }
    if let aside = line.aside {
      let place = Position(column: line.indent + written + 2, row: row)
      frame.write(aside, at: place, width: max(0, width - written - 2), role: isFilled ? .selected : .dim)
    }
    guard selected != nil, line.isFirst, !line.isInline, columns >= 12, canOpen(line.field) else { return }
    let end = Position(column: line.mark ?? columns - margin - 1, row: row)
    frame.write("›", at: end, width: 1, role: isFilled ? .selected : .dim)
  }

  private func filled(_ line: Line, _ columns: Int) -> Range<Int> {
    if line.isLong, line.indent >= 2 { return (line.indent - 2)..<(line.indent - 1) }
    if line.isInline { return line.indent..<line.end }
    if let mark = line.mark { return (line.indent - 1)..<(mark + 1) }
    return isPage || hasLabelsBeside(columns) ? (line.indent - 1)..<columns : 0..<columns
  }

  private func address(of line: Line) -> String? {
    guard !line.isLabel, fields.indices.contains(line.field), fields[line.field].kind == .url
    else { return nil }
    // The terminal would open an odd address without a question.
    return fields[line.field].address(of: values[line.field]).flatMap { URLText.isOdd($0) ? nil : $0 }
  }

  private func canOpen(_ field: Int) -> Bool {
    if field >= fields.count { return true }
    return !isPage && links.isEmpty || hasPlaceholder
      ? !fields[field].isGenerated : links.contains { $0.field == field }
  }

  var unhidden: [Int] { (order.isEmpty ? Array(fields.indices) : order).filter { !fields[$0].isHidden } }
  var shownFields: [Int] { unhidden.filter { !isFolded || !isEmpty($0) } }

  func isEmpty(_ field: Int) -> Bool { values[field].isNull || values[field] == "" }

  private var isDense: Bool { unhidden.count >= Self.denseCount }

  private func hasLabelsBeside(_ columns: Int) -> Bool {
    columns >= Self.besideColumns && (hasPlaceholder || unhidden.count > Self.fewCount)
  }

  mutating func fit(_ layout: Layout) {
    asideWidth = pictures.isEmpty && spine == nil ? 0 : Self.asideWidth(layout, isPage: isPage)
    if pictures.isEmpty, asideWidth > 0 {
      let (height, width) = (layout.content.count, asideWidth - 2)
      let size = height >= Self.tallCount ? Size(columns: min(width, 16), rows: 12) : Self.spineSize
      spineRows = height >= Self.spaciousCount ? spine?.initialRows(size) ?? [] : []
      asideWidth = spineRows.isEmpty ? 0 : size.columns + 2
    }
    let columns = layout.size.columns - asideWidth
    let hasHeadings = !groups.isEmpty && isDense && columns >= Self.besideColumns
    isSpacious = isPage ? layout.content.count >= Self.spaciousCount : hasHeadings
  }

  private static let spaciousCount = 12
  private static let spineSize = Size(columns: 12, rows: 8)
  private static let tallCount = 30

  private func aside(_ columns: Int) -> [Line] {
    let start = columns - asideWidth + 1
    guard asideWidth > 0 else { return [] }
    guard let field = pictures.keys.min(), let picture = pictures[field] else {
      return spineRows.map {
        Line(
          text: $0, role: spine?.role ?? .dim, indent: start, end: start + asideWidth - 2,
          field: Self.noField, isLabel: true)
      }
    }
    return picture.rows.indices.map {
      var line = Line(text: "", role: .picture, indent: start, end: columns, field: field)
      line.pictureRow = $0
      return line
    }
  }

  var asideCount: Int {
    guard asideWidth > 0 else { return 0 }
    return pictures.keys.min().flatMap { pictures[$0]?.rows.count } ?? spineRows.count
  }

  private func rows(columns: Int) -> [[Line]] {
    var rows = isPage ? pageRows(columns: columns) : formRows(columns: columns - asideWidth)
    rows += foldedRow(columns)
    for (row, line) in aside(columns).enumerated() {
      if row == rows.count { rows.append([]) }
      rows[row].append(line)
    }
    return rows
  }

  private func formRows(columns: Int) -> [[Line]] {
    let shown = shownFields
    guard hasLabelsBeside(columns) else { return shown.flatMap { rows(of: $0, in: plainSpan(columns)) } }
    return groupedRows(shown, labelWidth(of: shown, columns: columns), columns: columns)
  }

  /// Usually 16 at most, but up to a third of the row if two labels would be cut to the same text.
  func labelWidth(of targets: [Int], columns: Int) -> Int {
    let labels = Set(targets.map { sign(of: $0) + label(of: $0) })
    let longest = labels.map { TextWidth.width(of: $0) }.max() ?? 0
    let long = labels.filter { TextWidth.width(of: $0) > 16 }
    let widths = 16...max(16, min(longest, columns / 3))
    func isDistinct(_ width: Int) -> Bool {
      Set(long.map { TextWidth.fit($0, columns: width).map(\.text) }).count == long.count
    }
    return min(longest, widths.first(where: isDistinct) ?? widths.upperBound)
  }

  private func foldedRow(_ columns: Int) -> [[Line]] {
    let folded = unhidden.count - shownFields.count + related.count - Set(items.map(\.table)).count
    guard folded > 0 else { return [] }
    let note = Line(
      text: Wording.emptyFields(folded), role: .dim, indent: Self.pageStart(columns), end: columns,
      field: Self.noField, isLabel: true)
    return [[note]]
  }

  private func groupedRows(_ shown: [Int], _ labelWidth: Int, columns: Int) -> [[Line]] {
    let spans = Spans(columns: columns, labelWidth, isAside: asideWidth > 0)
    func dense(_ fields: [Int]) -> [[Line]] {
      guard isDense, columns >= Self.denseColumns else {
        return fields.flatMap {
          rows(of: $0, in: isBeside($0, labelWidth, columns) ? spans.whole : plainSpan(columns))
        }
      }
      return pairedRows(
        fields, in: spans, isShort: { isShort($0, in: spans) }, whole: { rows(of: $0, in: spans.whole) })
    }
    guard !groups.isEmpty else { return dense(shown) }
    return FieldGroup.allCases.flatMap { group -> [[Line]] in
      let fields = shown.filter { groups[$0] == group }
      guard let first = fields.first else { return [] }
      guard isSpacious, group != .head else { return dense(fields) }
      let heading = Line(
        text: group.rawValue, role: .title, indent: 1, end: columns, field: first, isLabel: true)
      return [[heading]] + dense(fields)
    }
  }

  /// Whether a label is beside its value: not if it would be cut, or if the value needs the whole width.
  private func isBeside(_ field: Int, _ labelWidth: Int, _ columns: Int) -> Bool {
    guard pictures[field] == nil || asideWidth > 0 else { return false }
    let isWhole = TextWidth.width(of: sign(of: field) + label(of: field)) <= labelWidth
    return columns >= Self.denseColumns || fields[field].kind != .longText && isWhole
  }

  struct Spans {
    let whole: Span
    let left: Span
    let right: Span

    init(columns: Int, middle: Int? = nil, _ labelWidth: Int, isAside: Bool = false) {
      let middle = middle ?? columns / 2
      whole = FieldList.denseSpan(3, columns - 3, labelWidth, mark: isAside ? columns - 2 : nil)
      left = FieldList.denseSpan(3, middle - 2, labelWidth, mark: middle - 1)
      right = FieldList.denseSpan(middle + 1, columns - 3, labelWidth, mark: columns - 2)
    }

    var halfWidth: Int { min(left.value.count, right.value.count) }
  }

  static func denseSpan(_ start: Int, _ end: Int, _ labelWidth: Int, mark: Int?) -> Span {
    let value = start + labelWidth + 2
    return Span(label: start, labelWidth: labelWidth, value: value..<max(value, end), mark: mark)
  }

  private func pairedRows(
    _ targets: [Int], in spans: Spans, isShort: (Int) -> Bool, whole: (Int) -> [[Line]]
  ) -> [[Line]] {
    var (rows, rest) = ([[Line]](), targets[...])
    while !rest.isEmpty { rows += nextRows(&rest, in: spans, isShort: isShort, whole: whole) }
    return rows
  }

  func nextRows(
    _ rest: inout ArraySlice<Int>, in spans: Spans, isShort: (Int) -> Bool, whole: (Int) -> [[Line]]
  ) -> [[Line]] {
    guard let first = rest.popFirst() else { return [] }
    guard let second = rest.first, isShort(first), isShort(second) else { return whole(first) }
    rest.removeFirst()
    return Self.beside(rows(of: first, in: spans.left), rows(of: second, in: spans.right))
  }

  private static func beside(_ left: [[Line]], _ right: [[Line]]) -> [[Line]] {
    (0..<max(left.count, right.count)).map {
      ($0 < left.count ? left[$0] : []) + ($0 < right.count ? right[$0] : [])
    }
  }

  /// In a group, the kind decides, so that a field keeps its place whatever its value.
  func isShort(_ field: Int, in spans: Spans) -> Bool {
    let width = spans.halfWidth
    if !groups.isEmpty { return FieldGroup.isShort(fields[field]) }
    guard fields[field].kind != .longText, !fields[field].kind.isBytes else { return false }
    guard pictures[field] == nil, notes[field] == nil, blobs[field] == nil else { return false }
    guard !values[field].isNull, !missing.contains(field) else { return true }
    let (text, aside) = (self.text(of: field), FieldWording.aside(values[field], in: fields[field]))
    let asideWidth = aside.map { TextWidth.width(of: $0) + 2 } ?? 0
    return Wrap.lines(of: text, width: width, limit: 2).count == 1
      && TextWidth.width(of: text) + asideWidth <= width
  }

  private func plainSpan(_ columns: Int) -> Span {
    let indent = Self.indent(columns)
    return Span(
      label: columns >= 30 ? 3 : 0, value: indent..<(indent + Self.width(columns)),
      mark: asideWidth > 0 ? columns - 2 : nil)
  }

  func text(of index: Int) -> String {
    if let item = item(index) { return RelatedWording.line(item, of: related[item.table]).text }
    let text =
      (blobs[index] ?? BlobSummary(values[index])).map { BlobWording.summary($0) }
      ?? FieldWording.shown(values[index], in: fields[index])
    if let title = titles[index] { return "\(title) (\(text))" }
    guard let link = links.first(where: { $0.field == index }), case .text(let title) = link.title
    else { return text }
    return "\(title.string) (\(text))"
  }

  func sign(of index: Int) -> String {
    conflicts.contains(index) ? "! " : changed.contains(index) ? "◆ " : ""
  }

  func label(of target: Int) -> String {
    item(target).map { RelatedWording.label(related[$0.table]) } ?? fields[target].label
  }

  /// The rows of a table have one label in common.
  func rows(of target: Int, in span: Span) -> [[Line]] {
    let isRepeated = item(target).map { $0.table == item(target - 1)?.table } ?? false
    let label = Line(
      text: isRepeated ? "" : sign(of: target) + label(of: target), role: role(of: target) ?? .label,
      indent: span.label, end: span.labelWidth.map { span.label + $0 } ?? span.value.upperBound,
      field: target, isLabel: true)
    let lines = lines(of: target, in: span)
    guard span.labelWidth != nil else { return (isRepeated ? [] : [[label]]) + lines.map { [$0] } }
    return [[label] + lines.prefix(1)] + lines.dropFirst().map { [$0] }
  }

  func role(of target: Int) -> Role? {
    conflicts.contains(target) ? .error : changed.contains(target) ? .dirty : nil
  }

  func lines(of target: Int, in span: Span) -> [Line] {
    guard let item = item(target) else { return valueLines(of: target, in: span) }
    let (text, role) = RelatedWording.line(item, of: related[item.table], today: today)
    return lines(text, role, of: target, in: span)
  }

  func lines(_ text: String, _ role: Role, of target: Int, in span: Span) -> [Line] {
    let wrapped = Wrap.lines(of: text, width: span.value.count, limit: Self.lineLimit)
    let isReading = item(target).map { related[$0.table].schema.table.isSameName(as: "reading") } ?? false
    return wrapped.enumerated().map { place, text in
      Line(
        text: text, role: role, indent: span.value.lowerBound, end: span.value.upperBound, field: target,
        isFirst: place == 0, mark: span.mark, isLong: wrapped.count >= Self.longCount, hasSigns: isReading)
    }
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
    let note = notes[index] ?? (wrapped.count > Self.lineLimit ? "…" : nil) ?? (isBeside ? nil : aside)
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

  /// The area at the right of a wide screen, otherwise the width of a value and half of the rows.
  static func pictureRoom(_ layout: Layout, isPage: Bool) -> Size {
    let aside = asideWidth(layout, isPage: isPage)
    if aside > 0 { return Size(columns: aside - 2, rows: layout.content.count) }
    return Size(columns: width(layout.size.columns), rows: layout.content.count / 2)
  }

  static func asideWidth(_ layout: Layout, isPage: Bool) -> Int {
    layout.size.columns >= (isPage ? 42 : 90) ? min(42, layout.size.columns / 3) : 0
  }

  func isVisible(_ field: Int, layout: Layout, top: Int) -> Bool {
    visibleFields(layout: layout, top: top).contains(field)
  }

  func visibleFields(layout: Layout, top: Int) -> Set<Int> {
    let lines = rows(columns: layout.size.columns).dropFirst(top).prefix(layout.content.count).joined()
    return Set(lines.filter { !$0.isLabel && $0.pictureRow == nil }.map(\.field))
  }

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

  func field(beside field: Int, _ offset: Int, columns: Int) -> Int? {
    let row = rows(columns: columns).first { $0.contains { $0.field == field && $0.isFirst } }
    let fields = row?.filter(\.isFirst).map(\.field) ?? []
    guard let place = fields.firstIndex(of: field), fields.indices.contains(place + offset)
    else { return nil }
    return fields[place + offset]
  }

  // MARK: - Targets

  /// The selectable elements from the top: visible fields, and rows that point to the record.
  var targets: [Int] { isPage ? blocks.flatMap(\.targets) : shownFields }

  /// The target in a cell, or to its left.
  func target(at place: Position, layout: Layout, top: Int) -> Int? {
    let (rows, row) = (rows(columns: layout.size.columns), top + place.row - layout.content.lowerBound)
    guard layout.content.contains(place.row), rows.indices.contains(row) else { return nil }
    let line = rows[row].last { $0.indent <= place.column } ?? rows[row].first
    return line.flatMap { $0.field == Self.noField ? nil : $0.field }
  }

  var items: [RelatedItem] { RelatedItem.items(of: related, foldsEmpty: isFolded) }

  func item(_ target: Int) -> RelatedItem? {
    guard target >= fields.count else { return nil }
    let (place, items) = (target - fields.count, items)
    return items.indices.contains(place) ? items[place] : nil
  }

  var unfolded: FieldList {
    var list = self
    list.isFolded = false
    return list
  }

  func target(matching matcher: Matcher) -> Int? { targets.first { matcher.matches([Text(label(of: $0))]) } }
}
