import Cells
import Records

/// Compares a record in memory and in the database, and shows what a write-back would do.
struct ComparisonPane: Hashable, Sendable {
  let comparison: RecordComparison
  private(set) var top = 0

  private static let sideColumns = 60
  private static let statementLines = 6
  private static let literalLength = 60
  private static let labelColumns = 16

  private struct Line {
    var left: [Span]
    var right: [Span]?
  }

  private var schema: Schema { comparison.record.schema }

  mutating func perform(_ action: Action, layout: Layout) {
    let page = max(1, bodyHeight(layout) / 2)
    let last = max(0, body(layout).count - bodyHeight(layout))
    switch action {
    case .move(let rows): top += rows
    case .moveHalfPages(let halves): top += halves * page
    case .first: top = 0
    case .last: top = last
    default: break
    }
    top = max(0, min(top, last))
  }

  // MARK: - Drawing

  func draw(on frame: inout Frame, layout: Layout, isChosen: Bool) {
    let (columns, rows) = (columns(layout), layout.content)
    guard !rows.isEmpty, !columns.isEmpty else { return }
    let (body, height) = (body(layout), bodyHeight(layout))
    let top = max(0, min(top, body.count - height))
    for (row, line) in zip(rows.prefix(height), body[top...]) {
      draw(line, on: &frame, row: row, columns, isHeading: isChosen && row == rows.lowerBound && top == 0)
    }
    let statement = statement(columns.count)
    guard height < rows.count else { return }
    let start = min(rows.lowerBound + body.count, rows.lowerBound + height)
    for (row, spans) in zip(start..<rows.upperBound, statement) {
      frame.write(spans, at: Position(column: columns.lowerBound, row: row), width: columns.count)
    }
  }

  private func draw(_ line: Line, on frame: inout Frame, row: Int, _ columns: Range<Int>, isHeading: Bool) {
    func shown(_ spans: [Span]) -> [Span] { isHeading ? spans.map { Span($0.text, .selected) } : spans }
    if isHeading { frame.fill(row: row, columns: columns, role: .selected) }
    guard let right = line.right else {
      frame.write(shown(line.left), at: Position(column: columns.lowerBound, row: row), width: columns.count)
      return
    }
    let half = half(columns.count)
    let middle = columns.lowerBound + half + 1
    frame.write(shown(line.left), at: Position(column: columns.lowerBound, row: row), width: half)
    frame.write("│", at: Position(column: middle, row: row), width: 1, role: isHeading ? .selected : .border)
    frame.write(shown(right), at: Position(column: middle + 2, row: row), width: half)
  }

  private func columns(_ layout: Layout) -> Range<Int> {
    layout.margin..<max(layout.margin, layout.size.columns - layout.margin)
  }

  private func isSideBySide(_ layout: Layout) -> Bool { columns(layout).count >= Self.sideColumns }

  private func half(_ columns: Int) -> Int { max(1, (columns - 3) / 2) }

  private func bodyHeight(_ layout: Layout) -> Int {
    let height = layout.content.count
    let statement = statement(columns(layout).count).count
    return height >= statement + 3 ? height - statement : height
  }

  // MARK: - Lines

  private func body(_ layout: Layout) -> [Line] {
    guard comparison.id != nil else {
      let text = comparison.record.isDraft ? ComparisonWording.draft : ComparisonWording.noRecord
      let lines = Wrap.lines(of: text, width: max(1, columns(layout).count), limit: 4)
      return lines.map { Line(left: [Span($0, .message)]) }
    }
    let width = isSideBySide(layout) ? half(columns(layout).count) : columns(layout).count
    let fields = fields(layout)
    let left = [heldHeading] + fields.map { heldLine($0, width) }
    let right = [rowHeading(width)] + (isMissing ? [] : fields.map { rowLine($0, width) })
    guard isSideBySide(layout) else { return (left + right).map { Line(left: $0) } }
    return left.indices.map { Line(left: left[$0], right: $0 < right.count ? right[$0] : []) }
  }

  /// If the fields do not all fit, those that changed or differ come first.
  private func fields(_ layout: Layout) -> [Int] {
    let all = Array(schema.fields.indices)
    let rows = (all.count + 1) * (isSideBySide(layout) ? 1 : 2)
    guard rows > bodyHeight(layout) else { return all }
    let isFirst = { (field: Int) in comparison.differs(field) || comparison.held?.originals[field] != nil }
    return all.filter(isFirst) + all.filter { !isFirst($0) }
  }

  private var isMissing: Bool { comparison.row == .missing }
  private var state: RecordState { comparison.held?.state ?? .known }

  private var heldHeading: [Span] {
    let sign: [Span] =
      switch state {
      case .known: []
      case .hydrated: [Span("● ", .hydrated)]
      case .dirty: [Span("◆ ", .dirty)]
      }
    return [Span(ComparisonWording.inMemory + "  ", .label)] + sign
      + [Span(ComparisonWording.held(state, comparison.byteCount), .dim)]
  }

  private func rowHeading(_ width: Int) -> [Span] {
    let name = Span(ComparisonWording.inDatabase, .label)
    guard let note = comparison.problem ?? (isMissing ? ComparisonWording.noRow : nil) else { return [name] }
    let both = [name, Span("  \(note)", .error)]
    return both.width <= width ? both : [Span(note, .error)]
  }

  private func label(_ field: Int, isChanged: Bool, _ width: Int) -> [Span] {
    let widest = schema.fields.map { TextWidth.width(of: $0.label) }.max() ?? 0
    let columns = min(Self.labelColumns, widest, max(1, 2 * width / 5))
    return [
      Span(isChanged ? "◆ " : "  ", .dirty),
      Span(schema.fields[field].label, isChanged ? .dirty : .label, columns: columns),
      Span("", .label, columns: 2),
    ]
  }

  private func heldLine(_ field: Int, _ width: Int) -> [Span] {
    let label = label(field, isChanged: comparison.held?.originals[field] != nil, width)
    guard let held = comparison.held
    else { return label + [known(field).map { value($0, field) } ?? Span(Wording.fault, .dim)] }
    return label + [shown(held, field, width - label.width)]
  }

  /// An unread record holds only the title and the key.
  private func known(_ field: Int) -> Value? {
    if schema.titleFields == [field] { return comparison.record.title }
    let column = schema.fields[field].column.lowercased()
    let place = schema.key.columns.firstIndex { $0.lowercased() == column }
    return place.flatMap { comparison.id?.values[$0] }
  }

  private func rowLine(_ field: Int, _ width: Int) -> [Span] {
    let label = label(field, isChanged: false, width)
    guard case .found(let row) = comparison.row else { return label + [Span(ComparisonWording.unread, .dim)] }
    return label + [shown(row, field, width - label.width)]
  }

  /// A differing text starts where the difference is visible.
  private func shown(_ record: RecordSnapshot, _ field: Int, _ width: Int) -> Span {
    var span = text(record, field)
    guard comparison.differs(field), let held = comparison.held, case .found(let row) = comparison.row
    else { return span }
    span.role = .dirty
    let texts = [text(held, field).text, text(row, field).text]
    guard texts[0] != texts[1] else {
      // Values that look the same differ in type.
      span.text = StatementLine.literal(record.values[field], length: Self.literalLength)
      return span
    }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    if common > width / 2, TextWidth.width(of: span.text) > width {
      span.text = "…" + span.text.dropFirst(common - width / 2)
    }
    return span
  }

  private func text(_ record: RecordSnapshot, _ field: Int) -> Span {
    if let blob = BlobSummary(record, field) { return Span(BlobWording.summary(blob), .content) }
    guard let large = record.large(at: field) else { return value(record.values[field], field) }
    let start = value(large.shown, field)
    return Span(ComparisonWording.cut(start.text, large.byteCount), start.role)
  }

  private func value(_ value: Value, _ field: Int) -> Span {
    if value.isNull { return Span(Wording.empty, .dim) }
    if value == "" { return Span(Wording.emptyTextSign, .dim) }
    let text = FieldWording.shown(value, in: schema.fields[field]).prefix(Self.longestText)
    return Span(Wording.line(String(text)), .content)
  }

  private static let longestText = 20_000

  private func statement(_ width: Int) -> [[Span]] {
    guard comparison.id != nil, width > 0 else { return [] }
    guard let update = comparison.update else { return [[Span(ComparisonWording.wouldWriteNothing, .dim)]] }
    let text = StatementLine.text(update.sql, with: update.values, length: Self.literalLength)
    let heading = Span(ComparisonWording.wouldWrite + "  ", .label)
    let lines = Wrap.lines(of: text, width: max(1, width - heading.text.count), limit: Self.statementLines)
    let indent = String(repeating: " ", count: heading.text.count)
    return lines.enumerated().map { [$0 == 0 ? heading : Span(indent, .label), Span($1, .content)] }
  }
}

enum ComparisonWording {
  static let title = "Memory and database"
  static let inMemory = "in memory"
  static let inDatabase = "in the database"
  static let noRecord = "There is no record here."
  static let draft = "A new record: it is typed here, and no row has it before it is saved."
  static let unread = "…"
  static let wouldWrite = "would write"
  static let wouldWriteNothing = "Nothing would be written."
  static let noRow = "no such row"

  static func held(_ state: RecordState, _ byteCount: Int) -> String {
    switch state {
    case .known: "key and title"
    case .hydrated: "\(InspectorWording.hydrated) · \(Wording.bytes(byteCount))"
    case .dirty: "\(InspectorWording.dirty) · \(Wording.bytes(byteCount))"
    }
  }

  static func cut(_ text: String, _ byteCount: Int) -> String { "\(Wording.bytes(byteCount)): \(text)" }
}
