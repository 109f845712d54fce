import Cells
import Records

/// Merges rows shown side by side, a column for each record, the one to keep first.
struct MergeScreen: Screen {
  private var sheet: MergeSheet
  private var selection = Selection()
  private var isMerged = false
  private var firstRow = 0

  init(_ sheet: MergeSheet) { self.sheet = sheet }

  private var schema: Schema { sheet.schema }
  private var fields: [Int] { sheet.fields }

  var mode: Mode { .merge }
  var isOver: Bool { isMerged }
  var subject: Schema? { schema }

  var bar: Bar? {
    Bar(
      left: .init("‹ Back"), title: MergeScreenWording.title(sheet.rows.count, schema),
      right: .init(MergeScreenWording.merge, isButton: true))
  }

  private var field: Int? { fields.indices.contains(selection.place) ? fields[selection.place] : nil }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .takeAll: field.map { MergedValue(schema.fields[$0]).canKeepAll } ?? false
    // This leaves room in the key line for the hints of this screen.
    case .move, .memoryWarning: false
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back, .cancel: return .pop
    case .open: return .effect(.duplicates(.ask(sheet.merge)))
    case .callDifferent: return .effect(.duplicates(.callDifferent(sheet.merge.ids)))
    case .moveAcross(let offset): choose(offset)
    case .takeAll: return takeAll()
    case .keepNext: sheet.keepNext()
    default: selection.perform(action, count: fields.count, height: height(layout))
    }
    return .nothing
  }

  private mutating func choose(_ offset: Int) {
    guard let field else { return }
    let taken = taken(field)
    let place = taken.count == 1 ? taken[0] + offset : offset < 0 ? 0 : sheet.rows.count - 1
    sheet.choose(.row(max(0, min(place, sheet.rows.count - 1))), for: field)
  }

  private func taken(_ field: Int) -> [Int] { sheet.rows.indices.filter { sheet.isTaken(field, from: $0) } }

  private mutating func takeAll() -> Outcome {
    guard let field else { return .nothing }
    guard MergedValue(schema.fields[field]).canKeepAll
    else { return .effect(.say(MergeScreenWording.cannotTakeAll(schema.fields[field]))) }
    sheet.choose(.all, for: field)
    return .nothing
  }

  mutating func receive(_ update: Update) {
    if case .settledDuplicates(let ids) = update, !ids.isDisjoint(with: sheet.merge.ids) { isMerged = true }
  }

  mutating func settle(_ layout: Layout) {
    selection.place = max(0, min(selection.place, fields.count - 1))
    selection.follow(count: fields.count, height: height(layout))
    if let field, let row = taken(field).first { firstRow = columns(layout).first(showing: row) }
  }

  // MARK: Drawing

  private func columns(_ layout: Layout) -> MergeColumns {
    MergeColumns(
      fields.map { schema.fields[$0].label }, count: sheet.rows.count, from: firstRow,
      width: layout.size.columns, margin: layout.margin)
  }

  private func height(_ layout: Layout) -> Int { max(1, layout.content.count - 1) }

  func draw(on frame: inout Frame, layout: Layout) {
    let columns = columns(layout)
    guard let head = layout.content.first else { return }
    drawHeadings(columns, on: &frame, row: head)
    for (row, place) in zip(layout.content.dropFirst(), selection.top..<max(selection.top, fields.count)) {
      draw(fields[place], columns, isSelected: place == selection.place, on: &frame, row: row)
    }
    drawWhole(columns, on: &frame, rows: layout.content.dropFirst(fields.count + 2))
  }

  /// Draws the whole text of each field that its line cuts, below the fields.
  private func drawWhole(_ columns: MergeColumns, on frame: inout Frame, rows: Range<Int>) {
    var rows = rows
    let width = columns.valueWidth - 2
    for field in fields {
      let texts = columns.shown.map { text(field, of: $0) ?? "" }
      guard !rows.isEmpty, texts.contains(where: { TextWidth.width(of: $0) > width }) else { continue }
      let label = Position(column: columns.labelStart, row: rows.lowerBound)
      frame.write(schema.fields[field].label, at: label, width: columns.labelWidth, role: .label)
      let wrapped = texts.map { Wrap.lines(of: $0, width: width, limit: rows.count) }
      for (place, lines) in zip(columns.shown, wrapped) {
        let role = sheet.isTaken(field, from: place) ? Role.content : .dim
        for (row, line) in zip(rows, lines) {
          let start = Position(column: columns.start(of: place) + 2, row: row)
          frame.write(line, at: start, width: width, role: role)
        }
      }
      rows = rows.dropFirst((wrapped.map(\.count).max() ?? 0) + 1)
    }
  }

  private func drawHeadings(_ columns: MergeColumns, on frame: inout Frame, row: Int) {
    for place in columns.shown {
      let text = MergeScreenWording.heading(
        place, sheet.merge.ids[place], of: sheet.rows.count, shown: columns.shown)
      frame.write(
        text, at: Position(column: columns.start(of: place), row: row), width: columns.valueWidth,
        role: place == 0 ? .title : .label)
    }
  }

  private func draw(
    _ field: Int, _ columns: MergeColumns, isSelected: Bool, on frame: inout Frame, row: Int
  ) {
    if isSelected { frame.fill(row: row, role: .selected) }
    func write(_ text: String, _ column: Int, _ width: Int, _ role: Role) {
      frame.write(
        text, at: Position(column: column, row: row), width: width, role: isSelected ? .selected : role)
    }
    if sheet.differing.contains(field) { write("≠", columns.signStart, 1, .dirty) }
    write(schema.fields[field].label, columns.labelStart, columns.labelWidth, .label)
    let texts = texts(field, width: columns.valueWidth - 2)
    let isSame = Set(sheet.rows.map { $0[field] }).count == 1
    let content = schema.fields[field].kind == .rating ? Role.stars : .content
    for place in columns.shown {
      let isTaken = !isSame && sheet.isTaken(field, from: place)
      let start = columns.start(of: place)
      write(isTaken ? "•" : "", start, 1, .action)
      write(texts[place], start + 2, columns.valueWidth - 2, isTaken ? content : .dim)
    }
  }

  private func text(_ field: Int, of place: Int) -> String? {
    let value = sheet.rows[place][field]
    if let blob = BlobSummary(value), blob.byteCount > 0 {
      // The sheet has only the beginning of more bytes.
      return BlobWording.summary(blob, isWhole: blob.byteCount < LargeValue.headLimit)
    }
    return MergedValue.isEmpty(value)
      ? nil : Wording.line(FieldWording.shown(value, in: schema.fields[field]))
  }

  /// The values of a field; texts with a long common beginning start near the first difference.
  private func texts(_ field: Int, width: Int) -> [String] {
    let texts = sheet.rows.indices.map { text(field, of: $0) }
    let said = texts.compactMap { $0 }
    let alikeCount = said.dropFirst().reduce(said.first.map(Array.init) ?? []) { start, text in
      Array(zip(start, text).prefix { $0 == $1 }.map(\.0))
    }.count
    let isFar = sheet.differing.contains(field) && alikeCount > max(4, width - 4)
    let cut = isFar ? alikeCount - max(2, width / 3) : 0
    return texts.map { text in
      guard let text else { return Wording.empty }
      return cut > 0 ? "…" + text.dropFirst(cut) : text
    }
  }
}

private struct MergeColumns {
  let signStart: Int
  let labelStart: Int
  let labelWidth: Int
  let shown: Range<Int>
  let valueWidth: Int

  private static let leastWidth = 12
  private static let widestLabel = 16

  init(_ labels: [String], count: Int, from first: Int, width: Int, margin: Int) {
    signStart = margin
    labelStart = margin + 2
    let longest = labels.reduce(0) { max($0, TextWidth.width(of: $1)) }
    labelWidth = min(longest, Self.widestLabel, max(4, width / 4))
    let room = max(1, width - labelStart - labelWidth - margin)
    let shownCount = max(1, min(count, room / (Self.leastWidth + 1)))
    valueWidth = max(3, room / shownCount - 1)
    let start = max(0, min(first, count - shownCount))
    shown = start..<start + shownCount
  }

  func start(of row: Int) -> Int { labelStart + labelWidth + 1 + (row - shown.lowerBound) * (valueWidth + 1) }

  func first(showing row: Int) -> Int { min(max(shown.lowerBound, row - shown.count + 1), row) }
}

private enum MergeScreenWording {
  static let merge = "Merge"

  static func title(_ count: Int, _ schema: Schema) -> String { "Merge \(Wording.count(count, schema))" }

  static func heading(_ place: Int, _ id: RecordID, of count: Int, shown: Range<Int>) -> String {
    let key = id.rowid.map { " \($0)" } ?? ""
    let more = (
      left: place == shown.lowerBound && place > 0 ? "‹ " : "",
      right: place == shown.upperBound - 1 && place < count - 1 ? " ›" : ""
    )
    return more.left + (place == 0 ? "stays\(key)" : "goes\(key)") + more.right
  }

  static func cannotTakeAll(_ field: Field) -> Message {
    .problem("\(field.label) holds one value. Only lists and long texts can keep those of all rows.")
  }
}
