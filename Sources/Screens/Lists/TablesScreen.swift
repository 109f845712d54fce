import Cells
import Queries
import Records

/// The tables and views of a database.
struct TablesScreen: Screen {
  private var tables: [TableEntry]
  /// The tables whose names match the search.
  private var shown: [TableEntry]
  private var words = ""
  private(set) var prompt: Prompt?
  private var selection = Selection()

  /// Makes the list of a database's tables.
  init(tables: [TableEntry]) {
    self.tables = tables
    shown = tables
  }

  var mode: Mode { prompt?.mode ?? .tables }

  var bar: Bar? { Bar(left: .init(""), title: ListWording.tablesTitle(words)) }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open: !shown.isEmpty
    case .move: shown.count > 1
    case .dismiss: !words.isEmpty
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .open: return open()
    case .find: prompt = Prompt(.find, words)
    case .sync: return .effect(.library(.sync("")))
    case .edit(let edit): change { $0.apply(edit) }
    case .save: prompt = nil
    case .cancel, .dismiss: endFind()
    // The search for a table has no history.
    case .recall(let count):
      selection.perform(.move(-count), count: shown.count, height: layout.content.count)
    default: selection.perform(action, count: shown.count, height: layout.content.count)
    }
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    change { $0.insert(text, isPaste: isPaste) }
    return .nothing
  }

  private func open() -> Outcome {
    guard shown.indices.contains(selection.place) else { return .nothing }
    return .effect(.openList(ListSource(table: shown[selection.place].id)))
  }

  /// Edits the search, and shows the matches.
  private mutating func change(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    self.prompt = prompt
    words = prompt.line.text
    find()
  }

  private mutating func endFind() {
    (prompt, words) = (nil, "")
    find()
  }

  /// Shows the matches; the selected table stays selected if it matches.
  private mutating func find() {
    let selected = shown.indices.contains(selection.place) ? shown[selection.place].id : nil
    let matcher = Matcher(words)
    shown = tables.filter { matcher.matches([Text($0.name)]) }
    selection.place = shown.firstIndex { $0.id == selected } ?? 0
  }

  mutating func receive(_ update: Update) {
    guard case .tables(let tables) = update else { return }
    self.tables = tables
    find()
  }

  func draw(on frame: inout Frame, layout: Layout) {
    if shown.isEmpty { frame.writeEmpty(ListWording.noTable(words), layout: layout) }
    var view = selection
    view.follow(count: shown.count, height: layout.content.count)
    for (row, index) in zip(layout.content, view.top..<max(view.top, shown.count)) {
      let (table, isSelected) = (shown[index], index == selection.place)
      frame.writeEntry(
        table.name, note: ListWording.note(on: table), isSelected: isSelected, row: row, layout: layout)
    }
  }
}
