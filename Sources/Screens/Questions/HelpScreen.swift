import Cells
import Queries
import Records

/// Every key that works on the screen below, from the key table, with a legend of the signs.
struct HelpScreen: Screen {
  private let topic: Mode
  private let isUnicode: Bool
  /// All lines, before the search.
  private let all: [Line]
  /// The search.
  private var words = ""
  private(set) var prompt: Prompt?
  private var top = 0

  /// A line of the help.
  private enum Line: Hashable {
    /// The title of a group.
    case heading(String)
    /// Keys or finder syntax, and the explanation.
    case entry(String, String)
    /// A text across the whole width.
    case text(String)
    /// Nothing.
    case blank
  }

  init(topic: Mode, keys: KeyMap = .standard, isUnicode: Bool = true) {
    (self.topic, self.isUnicode) = (topic, isUnicode)
    let hasFinder = [.list, .find].contains(topic)
    all =
      Self.legend + Self.lines(of: keys.bindings(in: topic), isUnicode: isUnicode)
      + (hasFinder ? Self.finder : [])
  }

  var mode: Mode { prompt?.mode ?? .help }

  var bar: Bar? { Bar(left: .init("‹ Back"), title: "Keys: " + topic.name) }

  private static let legend = [Line.text(QuestionWording.signs)]

  private static let finder =
    [.blank, .heading(QuestionWording.finderHeading)] + FinderHelp.forms.map { Line.entry($0.form, $0.finds) }

  /// The keys with their explanations, by group.
  private static func lines(of bindings: [KeyBinding], isUnicode: Bool) -> [Line] {
    var (lines, group) = ([Line](), "")
    for binding in bindings {
      if binding.group != group { lines += [.blank, .heading(binding.group)] }
      group = binding.group
      let words = binding.actions.map(\.key.word).joined(separator: " ")
      lines.append(.entry(isUnicode ? binding.keyNames : words, binding.does))
    }
    return lines
  }

  /// The lines that match the search.
  private var found: [Line] {
    guard !words.isEmpty else { return all }
    let matcher = Matcher(words)
    let found = all.filter { line in
      guard case .entry(let keys, let does) = line else { return false }
      return matcher.matches([Text(keys), Text(does)])
    }
    return found.isEmpty ? [.text(QuestionWording.noKeyFound(words))] : found
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .back where !words.isEmpty, .cancel: endFind(layout)
    case .back: return .pop
    case .find: prompt = Prompt(.find, words)
    case .edit(let edit): search { $0.apply(edit) }
    case .save: prompt = nil
    case .recall(let count): top -= count
    case .move(let offset): top += offset
    case .moveHalfPages(let halves): top += halves * max(1, layout.content.count / 2)
    case .first: top = 0
    case .last: top = .max / 2
    default: break
    }
    top = visibleTop(layout)
    return .nothing
  }

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    search { $0.insert(text, isPaste: isPaste) }
    return .nothing
  }

  /// Shows all lines again, from the first one that was found.
  private mutating func endFind(_ layout: Layout) {
    let first = words.isEmpty ? nil : found.first.flatMap { all.firstIndex(of: $0) }
    (prompt, words) = (nil, "")
    if let first { top = wrapped(all[..<first], columns: layout.size.columns).count }
  }

  private mutating func search(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    (self.prompt, words, top) = (prompt, prompt.line.text, 0)
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    guard case .move = action else { return true }
    return lines(columns: layout.size.columns).count > layout.content.count
  }

  /// The lines as sentences, for those who listen.
  var sentences: [String] {
    found.compactMap { line in
      switch line {
      case .heading(let text): text + "."
      case .entry(let keys, let does): "\(keys): \(does)."
      case .text, .blank: nil
      }
    }
  }

  private func visibleTop(_ layout: Layout) -> Int {
    max(0, min(top, lines(columns: layout.size.columns).count - layout.content.count))
  }

  // MARK: - Drawing

  private static let keysWidth = 22

  /// The lines wrapped to the screen: keys in their own column if there is room, otherwise above their explanation.
  private func lines(columns: Int) -> [Line] { wrapped(found[...], columns: columns) }

  private func wrapped(_ lines: ArraySlice<Line>, columns: Int) -> [Line] {
    lines.flatMap { line -> [Line] in
      if case .text(let text) = line {
        return Wrap.lines(of: text, width: columns - 2, limit: 4).map { .text($0) }
      }
      guard case .entry(let keys, let does) = line else { return [line] }
      guard columns >= 2 * Self.keysWidth else { return [.entry(keys, ""), .entry("", does)] }
      return Wrap.lines(of: does, width: columns - Self.keysWidth - 1, limit: 4).enumerated()
        .map { .entry($0 == 0 ? keys : "", $1) }
    }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let columns = frame.size.columns
    let isWide = columns >= 2 * Self.keysWidth
    for (row, line) in zip(layout.content, lines(columns: columns).dropFirst(visibleTop(layout))) {
      let place = Position(column: layout.margin, row: row)
      switch line {
      case .blank: break
      case .heading(let text): frame.write(text, at: place, width: columns - layout.margin, role: .title)
      case .text(let text): frame.write(text, at: place, width: columns - layout.margin, role: .dim)
      case .entry(let keys, let does):
        frame.write(keys, at: place, width: columns - layout.margin, role: .action)
        let indent = isWide ? Self.keysWidth : layout.margin + 2
        frame.write(does, at: Position(column: indent, row: row), width: columns - indent, role: .content)
      }
    }
  }
}
