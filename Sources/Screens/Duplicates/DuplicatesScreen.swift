import Cells
import Records

/// The groups of rows that may be the same, the surest first.
struct DuplicatesScreen: Screen {
  let schema: Schema
  /// What was found; nil until the search has ended.
  private var found: DuplicateList?
  private var selection = Selection()

  init(schema: Schema) { self.schema = schema }

  private var groups: [DuplicateGroup] { found?.groups ?? [] }

  var mode: Mode { .duplicates }

  var bar: Bar? {
    var bar = Bar(left: .init(Wording.back(to: schema.name)), title: DuplicateWording.title)
    if let found { bar.note = DuplicateWording.count(found) }
    return bar
  }

  var subject: Schema? { schema }

  private var chosen: DuplicateGroup? {
    groups.indices.contains(selection.place) ? groups[selection.place] : nil
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open, .callDifferent, .mergeAlike: !groups.isEmpty
    // The line of hints has room for what is special here.
    case .move, .memoryWarning: false
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back, .dismiss: return .pop
    case .open: return chosen.map { .effect(.duplicates(.compare($0.ids))) } ?? .nothing
    case .callDifferent: return chosen.map { .effect(.duplicates(.callDifferent($0.ids))) } ?? .nothing
    case .mergeAlike: return groups.isEmpty ? .nothing : .effect(.duplicates(.findAlike))
    default: selection.perform(action, count: groups.count, height: layout.content.count)
    }
    return .nothing
  }

  mutating func receive(_ update: Update) {
    switch update {
    case .duplicates(let new): found = new
    case .settledDuplicates(let ids):
      found?.groups.removeAll { !ids.isDisjoint(with: $0.ids) }
    default: break
    }
  }

  mutating func settle(_ layout: Layout) {
    selection.place = max(0, min(selection.place, groups.count - 1))
    selection.follow(count: groups.count, height: layout.content.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard !groups.isEmpty else {
      let text = found == nil ? DuplicateWording.searching : DuplicateWording.none(schema)
      return frame.writeEmpty(text, layout: layout)
    }
    for (row, place) in zip(layout.content, selection.top..<max(selection.top, groups.count)) {
      let group = groups[place]
      frame.writeEntry(
        Wording.title(group.title, schema),
        note: DuplicateWording.note(group, isNarrow: layout.size.columns < 60),
        isSelected: place == selection.place, row: row, layout: layout)
    }
  }
}
