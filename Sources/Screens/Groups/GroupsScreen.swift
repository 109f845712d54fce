import Cells
import Records

/// The groups of a sorted list, folded: each value with the number of its rows, in the order of the list.
struct GroupsScreen: Screen {
  let schema: Schema
  /// The field by whose values the rows are grouped.
  private let field: Int
  /// The groups; nil until they have been counted.
  private var found: RowGroups?
  private var selection = Selection()
  /// The place in the list whose group is to be selected as soon as there are groups.
  private var place: Int?

  init(schema: Schema, field: Int, at place: Int) {
    (self.schema, self.field, self.place) = (schema, field, place)
  }

  private var groups: [RowGroup] { found?.groups ?? [] }

  var mode: Mode { .groups }
  var subject: Schema? { schema }

  var bar: Bar? {
    var bar = Bar(
      left: .init(Wording.back(to: schema.name)), title: GroupWording.title(schema.field(at: field)))
    if let found { bar.note = GroupWording.count(found) }
    return bar
  }

  private var chosen: RowGroup? {
    groups.indices.contains(selection.place) ? groups[selection.place] : nil
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open, .groups, .copy: chosen != nil
    case .move, .memoryWarning: false
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back, .dismiss: return .pop
    case .open: return chosen.map { .effect(.groups(.find($0))) } ?? .nothing
    case .groups: return unfold()
    case .chooseTotal: return chooseTotal()
    case .copy:
      return chosen.map { .effect(.copyText(schema.field(at: field).text(of: $0.value))) } ?? .nothing
    default: selection.perform(action, count: groups.count, height: layout.content.count)
    }
    return .nothing
  }

  /// Goes to the first row of the group in the list.
  private func unfold() -> Outcome {
    guard let found, chosen != nil else { return .nothing }
    return Outcome(change: .pop, effects: [.groups(.unfold(found.firstPlace(of: selection.place)))])
  }

  /// Asks which numbers are added up.
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
    found = new
    guard let new, let place else { return }
    (selection.place, self.place) = (new.group(of: place), nil)
  }

  mutating func settle(_ layout: Layout) {
    selection.place = max(0, min(selection.place, groups.count - 1))
    selection.follow(count: groups.count, height: layout.content.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard !groups.isEmpty else {
      let text = found == nil ? GroupWording.counting + " …" : Wording.emptyList(schema, canAdd: false)
      return frame.writeEmpty(text, layout: layout)
    }
    let shown = schema.field(at: field)
    for (row, place) in zip(layout.content, selection.top..<max(selection.top, groups.count)) {
      let group = groups[place]
      frame.writeEntry(
        ListWording.value(of: group.value, shown), note: note(group, layout),
        isSelected: place == selection.place,
        row: row, layout: layout)
    }
  }

  private func note(_ group: RowGroup, _ layout: Layout) -> String {
    ListWording.count(
      of: group, total: found?.total.map { schema.fields[$0] }, isNarrow: layout.size.columns < 60)
  }
}
