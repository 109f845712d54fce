import Cells
import Records

/// The groups of a sorted list, folded: each value with the number of its rows, in the order of the list.
struct GroupsScreen: LinesScreen {
  let schema: Schema
  var lines = LineList<Line>()
  private let field: Int
  private var found: RowGroups?
  /// The place in the list whose group is selected once there are groups.
  private var place: Int?

  /// A group, stored as its number so that very many lines take little memory.
  struct Line: TextLine {
    let number: Int
    fileprivate let counted: Counted

    var group: RowGroup { counted.groups[number] }

    var texts: [String] {
      let texts = [ListWording.value(of: group.value, counted.field), String(group.count)]
      guard let total = counted.total else { return texts }
      let totals = ListWording.totals(of: group, total)
      return texts + [totals?.sum ?? "", totals?.average ?? ""]
    }
    var values: [Value] {
      let isNumber = counted.field.kind.holdsNumbers && counted.field.kind != .rating
      let name = isNumber ? group.value : Value.text(Text(texts[0]))
      let values = [name, .integer(Int64(group.count))]
      guard counted.total != nil else { return values }
      let isTotalled = group.numberCount > 0
      return values + [isTotalled ? .real(group.sum) : .null, group.average.map { .real($0) } ?? .null]
    }

    func note(isNarrow: Bool) -> String {
      ListWording.count(of: group, total: counted.total, isNarrow: isNarrow)
    }
  }

  /// The counted groups, shared by all lines.
  fileprivate final class Counted: Sendable {
    let groups: [RowGroup]
    let (field, total): (Field, Field?)

    init(_ groups: [RowGroup], of field: Field, total: Field?) {
      (self.groups, self.field, self.total) = (groups, field, total)
    }
  }

  init(schema: Schema, field: Int, at place: Int) {
    (self.schema, self.field, self.place) = (schema, field, place)
  }

  var kind: Mode { .groups }
  var subject: Schema? { schema }
  var columns: [String] {
    let total = found?.total.map { schema.fields[$0].label }
    return [schema.field(at: field).label, "rows"]
      + (total.map { ["sum of \($0)", "average of \($0)"] } ?? [])
  }
  var nothing: String {
    found == nil ? GroupWording.counting + " …" : Wording.emptyList(schema, canAdd: false)
  }

  var bar: Bar? {
    var bar = Bar(
      left: .init(Wording.back(to: schema.name)),
      title: GroupWording.title(schema.field(at: field)) + titleEnd)
    if let found { bar.note = GroupWording.count(found) }
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

  func copy(of line: Line) -> String { schema.field(at: field).text(of: line.group.value) }

  private func unfold() -> Outcome {
    guard let found, let chosen = lines.chosen else { return .nothing }
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
    let selected = found?.total.flatMap { numbers.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return .push(
      MenuScreen(
        schema: schema,
        purpose: .effects(heading: GroupWording.totalHeading, choices, selected: selected)))
  }

  mutating func receive(_ update: Update) {
    guard case .groups(let new) = update else { return }
    let counted = Counted(
      new?.groups ?? [], of: schema.field(at: field), total: new?.total.map { schema.fields[$0] })
    let chosen = lines.chosen?.group.value
    let wanted = place.flatMap { new?.group(of: $0) }
    if new != nil { place = nil }
    if found?.total != new?.total { lines.endOrder() }
    found = new
    lines.replace(counted.groups.indices.map { Line(number: $0, counted: counted) }) {
      wanted == nil ? $0.group.value == chosen : $0.number == wanted
    }
  }
}
