import Cells
import Queries
import Records

/// How the database declares its tables, as a tree of lines.
struct SchemaScreen: Screen {
  private var tables: [TableDeclaration]
  /// The lines that the search shows.
  private var shown: [SchemaLines.Line] = []
  private var words = ""
  private(set) var prompt: Prompt?
  private var selection = Selection()

  init(_ tables: [TableDeclaration]) {
    self.tables = tables
    find()
  }

  var mode: Mode { prompt?.mode ?? .schema }

  var bar: Bar? {
    Bar(left: .init("‹ Back"), title: SchemaWording.title + (words.isEmpty ? "" : " “\(words)”"))
  }

  private var chosen: SchemaLines.Line? {
    shown.indices.contains(selection.place) ? shown[selection.place] : nil
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .open, .copy: chosen != nil
    case .move: shown.count > 1
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .dismiss where !words.isEmpty: endFind()
    case .back, .dismiss: return .pop
    case .open: return open()
    case .copy: return chosen?.sql.map { .effect(.copyText($0)) } ?? .nothing
    case .find: prompt = Prompt(.find, words)
    case .edit(let edit): change { $0.apply(edit) }
    case .save: prompt = nil
    case .cancel: endFind()
    // This search has no history.
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

  /// Opens the list of the table, or goes to the table that the line names.
  private mutating func open() -> Outcome {
    switch chosen?.target {
    case .rows(let table)?: return .effect(.openList(ListSource(table: table)))
    case .table(let name)?:
      endFind()
      if let place = shown.firstIndex(where: { $0.depth == 0 && $0.text.isSameName(as: name) }) {
        selection.place = place
      }
    case nil: break
    }
    return .nothing
  }

  private mutating func change(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    (self.prompt, words) = (prompt, prompt.line.text)
    find()
    selection = Selection()
  }

  private mutating func endFind() {
    let chosen = chosen
    (prompt, words) = (nil, "")
    find()
    selection.place = shown.firstIndex { $0 == chosen } ?? 0
  }

  /// Shows the lines that have the words, each below the line of its table.
  private mutating func find() {
    let matcher = Matcher(words)
    shown = tables.flatMap { table in
      let lines = SchemaLines.lines(of: table)
      let found = lines.dropFirst().filter {
        words.isEmpty || matcher.matches([Text($0.text + " " + $0.note)])
      }
      let isFound = words.isEmpty || !found.isEmpty || matcher.matches([Text(lines[0].text)])
      return isFound ? [lines[0]] + found : []
    }
  }

  mutating func receive(_ update: Update) {
    guard case .tables(let entries) = update else { return }
    let before = tables
    for place in tables.indices {
      tables[place].table.count = entries.first { $0.id == tables[place].table.id }?.count
    }
    if tables != before { find() }
  }

  mutating func settle(_ layout: Layout) {
    selection.follow(count: shown.count, height: layout.content.count)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    if shown.isEmpty { frame.writeEmpty(SchemaWording.noLine(words), layout: layout) }
    var view = selection
    view.follow(count: shown.count, height: layout.content.count)
    for (row, index) in zip(layout.content, view.top..<max(view.top, shown.count)) {
      let line = shown[index]
      let name = String(repeating: "  ", count: line.depth) + line.text
      // A note that does not fit at the end of the row follows the name.
      let width = TextWidth.width(of: name) + TextWidth.width(of: line.note) + 2
      let isNoted =
        layout.entryIndent + max(width, TextWidth.width(of: line.note) + 14) + layout.margin
        <= frame.size.columns
      frame.writeEntry(
        isNoted || line.note.isEmpty ? name : name + "  " + line.note, role: role(of: line),
        note: isNoted ? line.note : "", isSelected: index == selection.place, row: row, layout: layout)
    }
  }

  private func role(of line: SchemaLines.Line) -> Role {
    switch line.depth {
    case 0: .title
    case 1: .content
    default: .dim
    }
  }
}
