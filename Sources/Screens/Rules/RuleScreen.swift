import Cells
import Queries
import Records

/// What a rule would do, row by row, before anything is changed; rows can be left out.
struct RuleScreen: Screen {
  let schema: Schema
  /// The rule, as it was typed.
  private let rule: String
  private var page = RulePage()
  /// The places of the lines that have the words.
  private var places: [Int] = []
  private var words = ""
  /// The rows that are left out.
  private var leftOut: Set<RecordID> = []
  private var selection = Selection()
  private(set) var prompt: Prompt?

  init(schema: Schema, rule: String) { (self.schema, self.rule) = (schema, rule) }

  var mode: Mode { prompt?.mode ?? .rule }
  var subject: Schema? { schema }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: RulePageWording.title(rule),
      right: .init(count > 0 && page.isComplete ? "Change" : ""))
  }

  /// How many rows are going to be changed.
  private var count: Int { max(0, page.changedCount - leftOut.count) }

  private var chosen: RulePage.Line? {
    places.indices.contains(selection.place) ? page.lines[places[selection.place]] : nil
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .save: prompt != nil || count > 0 && page.isComplete
    case .mark: chosen.map { $0.refusal == nil } ?? false
    case .move, .memoryWarning: false
    case .recall, .help: prompt == nil
    default: true
    }
  }

  func hint(for action: Action, _ layout: Layout) -> String? {
    action == .cancel && prompt != nil ? "all rows" : nil
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .find: prompt = Prompt(.find, words)
    case .edit(let edit): match { $0.apply(edit) }
    case .save where prompt != nil: prompt = nil
    case .cancel where prompt != nil, .cancel where !words.isEmpty: endFind()
    case .recall(let count): selection.perform(.move(-count), count: places.count, height: rows(layout).count)
    case .cancel: return Outcome(change: .pop, effects: [.rule(.close)])
    case .save: return save()
    case .mark: leaveOut(layout)
    default: selection.perform(action, count: places.count, height: rows(layout).count)
    }
    return .nothing
  }

  private func save() -> Outcome {
    guard page.isComplete else { return .effect(.say(RulePageWording.notYet)) }
    guard count > 0 else { return .effect(.say(RulePageWording.nothing)) }
    let all = Effect.rule(.change(.all(except: leftOut)))
    guard isNarrowed else { return Outcome(change: .pop, effects: [all]) }
    let shown = places.map { page.lines[$0] }.filter { $0.refusal == nil }.map(\.id)
    let chosen = Set(shown).subtracting(leftOut)
    var answers = [AlertScreen.Answer("Cancel")]
    if !chosen.isEmpty {
      answers.append(
        .init(RulePageWording.onlyShown, effects: [.rule(.change(.only(chosen)))], closesBelow: true))
    }
    answers.append(.init(RulePageWording.all, effects: [all], closesBelow: true))
    return .push(AlertScreen(RulePageWording.narrowed(chosen.count, of: count, schema), answers: answers))
  }

  /// Whether the words hide rows.
  private var isNarrowed: Bool { places.count < page.lines.count }

  /// Leaves out the selected row, or takes it in again, and goes to the one below.
  private mutating func leaveOut(_ layout: Layout) {
    guard let chosen, chosen.refusal == nil else { return }
    if leftOut.remove(chosen.id) == nil { leftOut.insert(chosen.id) }
    selection.perform(.move(1), count: places.count, height: rows(layout).count)
  }

  // MARK: Finding

  mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    match { $0.insert(text, isPaste: isPaste) }
    return .nothing
  }

  private mutating func match(_ edit: (inout Prompt) -> Void) {
    guard var prompt else { return }
    edit(&prompt)
    (self.prompt, words) = (prompt, prompt.line.text)
    places = Array(page.lines.indices)
    narrow()
    selection = Selection()
  }

  /// Shows all rows again, and keeps the selected one.
  private mutating func endFind() {
    let place = places.indices.contains(selection.place) ? places[selection.place] : 0
    (prompt, words, places) = (nil, "", Array(page.lines.indices))
    selection.place = place
  }

  /// Keeps only the lines that have the words.
  private mutating func narrow() {
    guard !words.isEmpty else { return }
    let matcher = Matcher(words)
    places.removeAll { place in
      let line = page.lines[place]
      let texts = [line.title, line.before, line.after, line.refusal ?? ""].map { Text($0) }
      return !matcher.matches(texts)
    }
  }

  mutating func receive(_ update: Update) {
    guard case .rule(let new) = update else { return }
    // Behind the first ones, lines are only added.
    let isLonger = page.lines.count > RulePage.firstCount && new.lines.count >= page.lines.count
    let start = isLonger ? page.lines.count : 0
    page = new
    if start == 0 { places = [] }
    var added = self
    added.places = Array(start..<new.lines.count)
    added.narrow()
    places += added.places
    // Among the first lines, a row may have been left out that turns out not to take the value.
    if page.isComplete { leftOut.subtract(page.lines.filter { $0.refusal != nil }.map(\.id)) }
  }

  mutating func settle(_ layout: Layout) {
    selection.place = max(0, min(selection.place, places.count - 1))
    selection.follow(count: places.count, height: rows(layout).count)
  }

  // MARK: Drawing

  /// The rows below the one that says how many rows change, and above the title.
  private func rows(_ layout: Layout) -> Range<Int> {
    layout.content.dropFirst().dropLast(hasTitleRow(layout) ? 1 : 0)
  }

  /// Whether titles are beside the values.
  private func hasTitles(_ layout: Layout) -> Bool { layout.size.columns >= 60 }

  /// Whether the last row has the title of the selected row, because there is no room beside the values.
  private func hasTitleRow(_ layout: Layout) -> Bool { !hasTitles(layout) && layout.content.count > 3 }

  func draw(on frame: inout Frame, layout: Layout) {
    guard let first = layout.content.first else { return }
    let width = layout.size.columns - 2 * layout.margin
    frame.write(
      RulePageWording.summary(
        page, leftOut: leftOut.count, shown: isNarrowed ? places.count : nil, schema),
      at: Position(column: layout.margin, row: first),
      width: width, role: .title)
    for (row, place) in zip(rows(layout), places.indices.dropFirst(selection.top)) {
      draw(page.lines[places[place]], row: row, isSelected: place == selection.place, on: &frame, layout)
    }
    guard hasTitleRow(layout), let chosen, let last = layout.content.last else { return }
    frame.write(
      chosen.title, at: Position(column: layout.margin, row: last), width: width, role: .dim)
  }

  private func draw(
    _ line: RulePage.Line, row: Int, isSelected: Bool, on frame: inout Frame, _ layout: Layout
  ) {
    if isSelected { frame.fill(row: row, role: .selected) }
    let role = { (role: Role) in isSelected ? .selected : role }
    let isLeftOut = leftOut.contains(line.id)
    let width = max(0, layout.size.columns - 2 * layout.margin - 2)
    let sign = line.refusal != nil ? "!" : isLeftOut ? "–" : " "
    frame.write(
      sign, at: Position(column: layout.margin, row: row), width: 1,
      role: role(line.refusal != nil ? .error : .dim))
    var column = layout.margin + 2
    if hasTitles(layout) {
      frame.write(line.title, at: Position(column: column, row: row), width: width / 3 - 1, role: role(.dim))
      column += width / 3
    }
    let rest = layout.size.columns - layout.margin - column
    let before = min(TextWidth.width(of: line.before), max(0, rest / 2 - 3))
    frame.write(line.before, at: Position(column: column, row: row), width: before, role: role(.content))
    column += before
    let after = line.refusal.map { " " + $0 } ?? (isLeftOut ? "" : " → " + line.after)
    frame.write(
      after, at: Position(column: column, row: row), width: max(0, rest - before),
      role: role(line.refusal != nil ? .error : .label))
  }
}
