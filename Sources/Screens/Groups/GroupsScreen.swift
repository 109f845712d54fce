import Cells
import Records

/// The groups of the field that the list is sorted by, or of its authors, with their counts and sums.
struct GroupsScreen: LinesScreen {
  let schema: Schema
  var lines = LineList<Line>()
  private let field: Int
  /// The groups, once for each field added up; empty until they have been counted.
  private var found: [RowGroups] = []
  private var counted: Counted
  private var place: Int?
  /// What to select and show first again after a change of the groups.
  private var kept: (value: Value, top: Int)?

  /// A group as a number, so that many lines take little memory.
  struct Line: TextLine {
    let number: Int
    fileprivate let counted: Counted

    var group: RowGroup { counted.groups[number] }

    var texts: [String] {
      [ListWording.value(of: group.value, counted.field), String(group.count)]
        + counted.figures.map { $0.text(number, group) }
    }
    var values: [Value] {
      let isNumber = counted.field.kind.holdsNumbers && counted.field.kind != .rating
      let name = isNumber ? group.value : Value.text(Text(ListWording.value(of: group.value, counted.field)))
      return [name, .integer(Int64(group.count))] + counted.figures.map { $0.value(number, group) }
    }

    func note(isNarrow: Bool) -> String {
      let noted = counted.noted
      guard !noted.isEmpty
      else { return ListWording.count(of: group, total: counted.total, isNarrow: isNarrow) }
      let count = (label: "", text: Wording.number(group.count), width: counted.countWidth)
      return GroupWording.note(
        [count] + noted.map { ($0.field.label, $0.text(number, group), $0.width) }, isNarrow: isNarrow)
    }

    /// The numbers in columns; nil if the line names a sum and its average.
    fileprivate var cells: [Span]? {
      guard !counted.noted.isEmpty else { return nil }
      let count = Span(Wording.number(group.count), .dim)
      let figures = counted.noted.map { figure in
        let text = figure.text(number, group)
        return Span(text.isEmpty ? "" : text + figure.sign, figure.sign.isEmpty ? .dim : .stars)
      }
      return zip([count] + figures, counted.widths).map {
        Span(GroupWording.cell($0.text, width: $1), $0.role)
      }
    }
  }

  fileprivate final class Counted: Sendable {
    let groups: [RowGroup]
    /// The field of the groups, and the field added up if there is only one.
    let (field, total): (Field, Field?)
    /// All sums and averages, and those shown if there are several fields.
    let (figures, noted): ([Figure], [Figure])
    let countWidth: Int
    let (headings, widths): ([String], [Int])
    let largest: Int

    init(_ found: [RowGroups], of field: Field, in schema: Schema) {
      (self.field, groups) = (field, found.first?.groups ?? [])
      let totals = found.compactMap { each in each.total.map { (schema.fields[$0], each.groups) } }
      figures = totals.flatMap { total, groups in
        // Stars do not add up.
        (total.kind == .rating ? [true] : [false, true]).map { Figure(total, groups, isAverage: $0) }
      }
      let isAlone = totals.count == 1 && figures.count == 2
      total = isAlone ? totals[0].0 : nil
      noted = isAlone ? [] : figures.filter { $0.isAverage == ($0.field.kind == .rating) }
      largest = groups.reduce(0) { max($0, $1.count) }
      countWidth = Wording.number(largest).count
      headings = [schema.name] + noted.map(\.field.label)
      let least = [countWidth] + noted.map { $0.width + $0.sign.count }
      widths = zip(headings, least).map { max(TextWidth.width(of: $0), $1) }
    }
  }

  fileprivate struct Figure: Sendable {
    let field: Field
    let isAverage: Bool
    private let groups: [RowGroup]
    let width: Int
    var sign: String { field.kind == .rating ? " ★" : "" }

    init(_ field: Field, _ groups: [RowGroup], isAverage: Bool) {
      (self.field, self.groups, self.isAverage) = (field, groups, isAverage)
      let largest = groups.max { $0.sum < $1.sum }
      let sum = largest.flatMap { ListWording.totals(of: $0, field) }?.sum ?? ""
      width = isAverage ? Self.averageWidth : sum.count
    }

    private static let averageWidth = 4

    /// Nil if no row of the group has a number, or if rows have changed since the other groups were counted.
    private func group(_ place: Int, _ group: RowGroup) -> RowGroup? {
      guard groups.indices.contains(place), groups[place].numberCount > 0, groups[place].value == group.value
      else { return nil }
      return groups[place]
    }

    func text(_ place: Int, _ other: RowGroup) -> String {
      let totals = group(place, other).flatMap { ListWording.totals(of: $0, field) }
      return totals.map { isAverage ? $0.average : $0.sum } ?? ""
    }

    func value(_ place: Int, _ other: RowGroup) -> Value {
      let number = group(place, other).flatMap { isAverage ? $0.average : $0.sum }
      return number.map { .real($0) } ?? .null
    }
  }

  init(schema: Schema, field: Int, at place: Int) {
    (self.schema, self.field, self.place) = (schema, field, place)
    counted = Counted([], of: schema.field(at: field), in: schema)
  }

  var kind: Mode { .groups }
  var subject: Schema? { schema }
  var columns: [String] {
    [counted.field.label, "rows"]
      + counted.figures.map { GroupWording.heading(of: $0.field, isAverage: $0.isAverage) }
  }
  var nothing: String {
    found.isEmpty ? GroupWording.counting + " …" : Wording.emptyList(schema, canAdd: false)
  }

  var bar: Bar? {
    var bar = Bar(
      left: .init(Wording.back(to: schema.name)),
      title: GroupWording.title(counted.field) + titleEnd)
    if let found = found.first { bar.note = GroupWording.count(found) }
    return bar
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .groups: lines.chosen != nil
    case .move, .memoryWarning: false
    default: offersLines(action) ?? true
    }
  }

  mutating func answer(_ action: Action) -> Outcome? {
    switch action {
    case .open: lines.chosen.map { .effect(.groups(.find($0.group))) } ?? .nothing
    case .groups: unfold()
    case .chooseTotal: chooseTotal()
    default: nil
    }
  }

  func rows(_ layout: Layout) -> Range<Int> {
    let hasColumns = layout.size.columns >= Self.wide && !counted.noted.isEmpty
    return layout.content.dropFirst(hasColumns && layout.content.count >= 4 ? 1 : 0)
  }

  private static let wide = 60
  private static let leastBar = 8

  func draw(on frame: inout Frame, layout: Layout) {
    guard layout.size.columns >= Self.wide, lines.count > 0
    else { return drawLines(on: &frame, layout: layout) }
    let shown = lines.visible(in: rows(layout)).map { row, line, isSelected in
      (row, line, isSelected, line.cells ?? [Span(line.note(isNarrow: false), .dim)])
    }
    let width = layout.size.columns - layout.entryIndent - layout.margin
    let notes = shown.reduce(0) { max($0, $1.3.width) }
    let longest = shown.reduce(0) { max($0, TextWidth.width(of: $1.1.texts[0])) }
    let name = max(1, min(longest, width - notes - Self.leastBar - 4))
    let barWidth = max(0, width - name - notes - 4)
    if rows(layout).lowerBound > layout.content.lowerBound { drawHeadings(on: &frame, layout) }
    for (row, line, isSelected, cells) in shown {
      let start: [Span] = [
        Span(line.texts[0], .content, columns: name),
        Span("", .dim, columns: barWidth + 4 + notes - cells.width),
      ]
      let spans = (start + cells).map { isSelected ? Span($0.text, .selected, columns: $0.columns) : $0 }
      if isSelected { frame.fill(row: row, role: .selected) }
      frame.write(spans, at: Position(column: layout.entryIndent, row: row), width: width)
      let bar = BlockBar.row(Double(line.group.count), of: Double(counted.largest), width: barWidth)
      let barStart = layout.entryIndent + name + 2
      frame.writeBar(bar, row: row, columns: barStart..<barStart + barWidth)
    }
  }

  private func drawHeadings(on frame: inout Frame, _ layout: Layout) {
    let headings = zip(counted.headings, counted.widths).map {
      Span(GroupWording.cell($0, width: $1), .label)
    }
    let (row, width, start) = (layout.content.lowerBound, headings.width, layout.entryIndent)
    frame.write(counted.field.label, at: Position(column: start, row: row), width: 20, role: .label)
    let place = Position(column: layout.size.columns - layout.margin - width, row: row)
    frame.write(headings, at: place, width: width)
  }

  func copy(of line: Line) -> String { counted.field.text(of: line.group.value) }

  private func unfold() -> Outcome {
    guard let found = found.first, let chosen = lines.chosen else { return .nothing }
    return Outcome(change: .pop, effects: [.groups(.unfold(found.firstPlace(of: chosen.number)))])
  }

  private func chooseTotal() -> Outcome {
    let numbers = schema.fields.indices.filter {
      schema.fields[$0].kind.holdsNumbers && $0 != schema.keyField
    }
    guard !numbers.isEmpty else { return .effect(.say(GroupWording.noNumbers)) }
    let choices =
      [EffectChoice(name: GroupWording.none, effect: .groups(.total(nil)))]
      + numbers.map { EffectChoice(name: schema.fields[$0].label, effect: .groups(.total($0))) }
    let selected = found.first?.total.flatMap { numbers.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return .push(
      MenuScreen(
        schema: schema,
        purpose: .effects(heading: GroupWording.totalHeading, choices, selected: selected)))
  }

  mutating func receive(_ update: Update) {
    // Groups of another field are for the headings of a list.
    guard case .groups(let new) = update, new == nil || new?.field == field else { return }
    if let chosen = lines.chosen { kept = (chosen.group.value, lines.selection.top) }
    take(new)
    let (counted, kept, wanted) = (counted, kept, place.flatMap { new?.group(of: $0) })
    if new != nil { place = nil }
    if let order = lines.order, !columns.indices.contains(order.column) { lines.endOrder() }
    lines.replace(counted.groups.indices.map { Line(number: $0, counted: counted) }) {
      wanted == nil ? $0.group.value == kept?.value : $0.number == wanted
    }
    if new != nil, let kept { lines.selection.top = kept.top }
  }

  private mutating func take(_ new: RowGroups?) {
    if let new, let place = found.firstIndex(where: { $0.total == new.total }) {
      found[place] = new
    } else {
      found = new.map { found + [$0] } ?? []
    }
    counted = Counted(found, of: schema.field(at: field), in: schema)
  }
}

/// A screen's request about the groups of a sorted list.
public enum GroupEffect: Hashable, Sendable {
  /// The answer is `Update.groups`.
  case open
  /// Show the authors, whatever the order; the answers are `Update.groups`, one for each field added up.
  case openAuthors
  /// Add up a field, or none; the answer is `Update.groups`.
  case total(Int?)
  case find(RowGroup)
  /// Show the list with headings, selecting the row at a place.
  case unfold(Int)
}
