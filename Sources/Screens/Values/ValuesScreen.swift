import Cells
import Records

/// The distinct values of a field with their counts, most frequent first.
///
/// There may be millions, of which only the visible ones are here. The screen is therefore not a `LinesScreen`: the
/// browser finds and exports the values.
struct ValuesScreen: Screen {
  let schema: Schema
  let field: Int
  private var window = ValuesWindow.unknown
  private var selection = Selection()
  private(set) var prompt: Prompt?
  private var edited: ValueLine?

  init(schema: Schema, field: Int) { (self.schema, self.field) = (schema, field) }

  var mode: Mode { prompt?.mode ?? .values }
  var canExport: Bool { true }
  var exported: ExportExtent? { .values(field: field, words: window.words) }
  var isReadOnly: Bool { schema.isReadOnly }

  var bar: Bar? {
    let name = ValueWording.values(of: schema.field(at: field), in: schema, window)
    return Bar(
      left: .init(Wording.back(to: schema.name)),
      titles: [
        schema.related(at: field)?.part == .all
          ? name : name + " · " + ValueWording.valueCount(window.count, in: window.rowCount, schema),
        name + " · " + ValueWording.valueCount(window.count), name,
      ])
  }

  func visiblePlaces(_ layout: Layout) -> Range<Int> {
    selection.top..<selection.top + max(1, layout.content.count)
  }

  func visibleValues(_ layout: Layout) -> Range<Int>? { visiblePlaces(layout) }
  var subject: Schema? { schema }

  private var isOwn: Bool { schema.fields.indices.contains(field) }
  /// Parts of lists are, for example, shelves.
  private var isOfParts: Bool { schema.joinedFields.contains(field) }

  private var chosen: ValueLine? { window.line(at: selection.place) }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open, .copy: chosen != nil
    case .setField: chosen != nil && (isOwn || isOfParts)
    case .move: window.count.value > 1
    case .dismiss: !window.words.isEmpty
    case .recall, .help: prompt == nil
    default: true
    }
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    action == .cancel && prompt != nil ? "all values" : nil
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .find: prompt = Prompt(.find, window.words)
    case .edit(let edit): return match { $0.apply(edit) }
    case .save where prompt != nil: prompt = nil
    case .cancel where prompt != nil, .dismiss where !window.words.isEmpty: return endFind()
    case .recall(let count):
      selection.perform(.move(-count), count: window.count.value, height: layout.content.count)
    case .dismiss, .back: return .pop
    case .open: return chosen.map { .effect(.findValue(field: field, $0.value)) } ?? .nothing
    case .setField: return edit()
    case .copy:
      return chosen.map { .effect(.copyText(schema.field(at: field).text(of: $0.value))) } ?? .nothing
    default: selection.perform(action, count: window.count.value, height: layout.content.count)
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    match { $0.insert(text, isPaste: isPaste) }
  }

  private mutating func match(_ edit: (inout Prompt) -> Void) -> Outcome {
    guard var prompt else { return .nothing }
    let before = prompt.line.text
    edit(&prompt)
    self.prompt = prompt
    guard prompt.line.text != before else { return .nothing }
    selection.place = 0
    return .effect(.matchValues(prompt.line.text))
  }

  private mutating func endFind() -> Outcome {
    prompt = nil
    return .effect(.matchValues("", keeping: chosen?.value))
  }

  private mutating func edit() -> Outcome {
    edited = chosen
    guard let chosen, isOwn || isOfParts else { return .nothing }
    if isOfParts {
      let label = ValueWording.renaming(schema.field(at: field))
      return .edit(Field(column: "", label: label, kind: .text, isRequired: true), holding: chosen.value)
    }
    if chosen.count > 1, let problem = FieldWording.problem(settingMany: field, in: schema) {
      return .effect(.say(problem))
    }
    return .edit(schema.field(at: field), holding: chosen.value).adding(
      .checkIsChangeable(schema.id, field: field))
  }

  /// An unchanged value needs no question.
  mutating func accept(_ value: Value, title: String?) -> Acceptance {
    guard let edited, edited.value != value else { return .taken(.nothing) }
    let text =
      isOfParts
      ? ValueWording.renameQuestion(edited.value, to: value, schema.field(at: field))
      : ValueWording.changeQuestion(edited, to: value, schema.field(at: field), schema)
    let effect = Effect.changeValue(field: field, from: edited.value, to: value)
    let answers: [AlertScreen.Answer] = [
      .init("Cancel"), .init(isOfParts ? "Rename" : "Change", effects: [effect]),
    ]
    return .taken(.push(AlertScreen(Message(text), answers: answers)))
  }

  mutating func receive(_ update: Update) {
    guard case .values(let new) = update else { return }
    window = new
    if let place = new.kept { selection.place = place }
    if case .exactly(let count) = new.count { selection.place = max(0, min(selection.place, count - 1)) }
  }

  mutating func settle(_ layout: Layout) {
    selection.follow(count: max(window.count.value, selection.place + 1), height: layout.content.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard window.count != .exactly(0) else {
      let text =
        window.words.isEmpty ? Wording.emptyList(schema, canAdd: false) : ValueWording.noMatch(window.words)
      return frame.writeEmpty(text, layout: layout)
    }
    let places = visiblePlaces(layout)
    let lines = places.compactMap { window.line(at: $0) }
    let columns = ValueColumns(lines, schema.field(at: field), hasShares: hasShares, layout)
    for (row, place) in zip(layout.content, places) {
      guard let line = window.line(at: place) else { continue }
      draw(line, row: row, isSelected: place == selection.place, columns, on: &frame)
    }
  }

  private func draw(
    _ line: ValueLine, row: Int, isSelected: Bool, _ columns: ValueColumns, on frame: inout Frame
  ) {
    if isSelected { frame.fill(row: row, role: .selected) }
    let span = ValueWording.span(of: line.value, schema.field(at: field))
    let place = { Position(column: $0, row: row) }
    let role = { (role: Role) in isSelected ? .selected : role }
    frame.write(
      span.text, at: place(columns.value.lowerBound), width: columns.value.count, role: role(span.role))
    let bar = BlockBar.row(
      Double(line.count), of: Double(max(1, window.largestCount)), width: columns.bar.count)
    frame.writeBar(bar, row: row, columns: columns.bar, role: line.isEmpty ? .dim : .hydrated)
    frame.write(
      Wording.number(line.count), at: place(columns.count.lowerBound), width: columns.count.count,
      role: role(.content), align: .right)
    frame.write(
      share(of: line), at: place(columns.share.lowerBound), width: columns.share.count, role: role(.dim),
      align: .right)
  }

  /// A row of a list can have several values, which divide no rows.
  private var hasShares: Bool {
    schema.field(at: field).kind != .list && schema.related(at: field)?.part != .all
  }

  /// Empty while the rows are counted or narrowed.
  private func share(of line: ValueLine) -> String {
    guard case .exactly = window.count, window.words.isEmpty, window.rowCount > 0 else { return "" }
    let percent = 100 * Double(line.count) / Double(window.rowCount)
    return percent < 1 ? "<1 %" : "\(Int(percent.rounded())) %"
  }
}

extension ValueLine {
  fileprivate var isEmpty: Bool { value.isNull || value == "" }
}

private struct ValueColumns {
  let value: Range<Int>
  let bar: Range<Int>
  let count: Range<Int>
  /// Empty without room, or if the values have no shares.
  let share: Range<Int>

  private static let leastBar = 8
  /// From this width on, a screen has room for shares; and their width.
  private static let (wide, shareWidth) = (60, 7)

  init(_ lines: [ValueLine], _ field: Field, hasShares: Bool, _ layout: Layout) {
    let start = layout.margin + (layout.size.columns >= 30 ? 2 : 0)
    let end = max(start, layout.size.columns - start)
    let countWidth = lines.map { TextWidth.width(of: Wording.number($0.count)) }.max() ?? 0
    let hasRoom = hasShares && layout.size.columns >= Self.wide
    share = max(start, end - (hasRoom ? Self.shareWidth : 0))..<end
    count = max(start, share.lowerBound - countWidth)..<share.lowerBound
    let room = max(0, count.lowerBound - 2 - start)
    let longest = lines.map { TextWidth.width(of: ValueWording.span(of: $0.value, field).text) }.max() ?? 0
    let width = min(longest, max(0, room - 2 - Self.leastBar))
    let barWidth = room - width - 2
    guard barWidth >= Self.leastBar else {
      (value, bar) = (start..<start + room, start..<start)
      return
    }
    value = start..<start + width
    bar = start + width + 2..<start + room
  }
}
