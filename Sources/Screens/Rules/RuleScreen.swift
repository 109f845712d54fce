import Cells
import Records

/// Shows what a rule would change; rows can be left out before.
struct RuleScreen: LinesScreen {
  let schema: Schema
  var lines = LineList<RulePage.Line>()
  private let rule: String
  private var page = RulePage()
  private var leftOut: Set<RecordID> = []

  init(schema: Schema, rule: String) { (self.schema, self.rule) = (schema, rule) }

  var kind: Mode { .rule }
  var subject: Schema? { schema }
  var columns: [String] { ["title", "before", "after", "refused"] }
  var nothing: String { "" }

  var bar: Bar? {
    Bar(
      left: .init("Cancel"), title: RulePageWording.title(rule) + titleEnd,
      right: .init(count > 0 && page.isComplete ? "Change" : "", isButton: true))
  }

  private var count: Int { max(0, page.changedCount - leftOut.count) }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .save: lines.prompt != nil || count > 0 && page.isComplete
    case .mark: lines.chosen.map { $0.refusal == nil } ?? false
    case .move, .memoryWarning: false
    default: offersLines(action) ?? true
    }
  }

  mutating func answer(_ action: Action) -> Outcome? {
    switch action {
    case .cancel where !lines.isFinding, .dismiss where !lines.isFinding, .back:
      return Outcome(change: .pop, effects: [.rule(.close)])
    case .save: return save()
    case .mark:
      leaveOut()
      return .nothing
    default: return nil
    }
  }

  private mutating func save() -> Outcome {
    guard page.isComplete else { return .effect(.say(RulePageWording.notYet)) }
    guard count > 0 else { return .effect(.say(RulePageWording.nothing)) }
    lines = lines.read
    let all = Effect.rule(.change(.all(except: leftOut)))
    guard lines.isNarrowed else { return Outcome(change: .pop, effects: [all]) }
    let shown = lines.shown.filter { $0.refusal == nil }.map(\.id)
    let chosen = Set(shown).subtracting(leftOut)
    var answers = [AlertScreen.Answer("Cancel")]
    if !chosen.isEmpty {
      answers.append(
        .init(RulePageWording.onlyShown, effects: [.rule(.change(.only(chosen)))], closesBelow: true))
    }
    answers.append(.init(RulePageWording.all, effects: [all], closesBelow: true))
    return .push(AlertScreen(RulePageWording.narrowed(chosen.count, of: count, schema), answers: answers))
  }

  private mutating func leaveOut() {
    guard let chosen = lines.chosen, chosen.refusal == nil else { return }
    if leftOut.remove(chosen.id) == nil { leftOut.insert(chosen.id) }
    lines.selection.place = min(lines.selection.place + 1, lines.count - 1)
  }

  mutating func receive(_ update: Update) {
    guard case .rule(let new) = update else { return }
    // After the first batch, lines are only appended.
    if page.lines.count > RulePage.firstCount, new.lines.count >= page.lines.count {
      lines.append(new.lines[page.lines.count...])
    } else {
      let chosen = lines.chosen?.id
      lines.replace(new.lines) { $0.id == chosen }
    }
    page = new
    // A row that was left out may turn out not to take the value.
    if page.isComplete { leftOut.subtract(page.lines.filter { $0.refusal != nil }.map(\.id)) }
  }

  // MARK: Drawing

  func rows(_ layout: Layout) -> Range<Int> {
    layout.content.dropFirst().dropLast(hasTitleRow(layout) ? 1 : 0)
  }

  private func hasTitles(_ layout: Layout) -> Bool { layout.size.columns >= 60 }

  private func hasTitleRow(_ layout: Layout) -> Bool { !hasTitles(layout) && layout.content.count > 3 }

  func draw(on frame: inout Frame, layout: Layout) {
    guard let first = layout.content.first else { return }
    let width = layout.size.columns - 2 * layout.margin
    frame.write(
      RulePageWording.summary(
        page, leftOut: leftOut.count, shown: lines.isNarrowed ? lines.count : nil, schema),
      at: Position(column: layout.margin, row: first), width: width, role: .title)
    drawLines(on: &frame, layout: layout)
    guard hasTitleRow(layout), let chosen = lines.chosen, let last = layout.content.last else { return }
    frame.write(chosen.title, at: Position(column: layout.margin, row: last), width: width, role: .dim)
  }

  func draw(_ line: RulePage.Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout) {
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

extension RulePage.Line: TextLine {
  package var texts: [String] { [title, before, after, refusal ?? ""] }
}

private enum RulePageWording {
  static func title(_ rule: String) -> String { Wording.shortened(rule, to: 60) }
  static let notYet = Message("Not all rows have been looked at yet.")
  static let nothing = Message("No row would change.")
  static let (onlyShown, all) = ("Shown", "All")

  /// Asks whether to change also the rows that the search hides.
  static func narrowed(_ shown: Int, of all: Int, _ schema: Schema) -> Message {
    let verb = shown == 1 ? "is" : "are"
    return Message(
      "\(Wording.number(shown)) of \(Wording.count(all, schema)) \(verb) shown. Change only those shown, or all?"
    )
  }

  /// `shown` is nil if all lines match.
  static func summary(_ page: RulePage, leftOut: Int, shown: Int?, _ schema: Schema) -> String {
    let isEmpty = page.count == 0
    if isEmpty { return page.isComplete ? "There are no rows." : "Looking at the rows …" }
    let changed = max(0, page.changedCount - leftOut)
    var parts = ["\(Wording.count(changed, schema)) \(changed == 1 ? "changes" : "change")"]
    if let shown { parts.append("\(Wording.number(shown)) shown") }
    if leftOut > 0 { parts.append("\(Wording.number(leftOut)) left out") }
    if page.refusedCount > 0 { parts.append("\(Wording.number(page.refusedCount)) cannot") }
    if page.sameCount > 0 { parts.append("\(Wording.number(page.sameCount)) stay as they are") }
    if page.changedCount + page.refusedCount > RulePage.lineLimit {
      parts.append("the first \(Wording.number(RulePage.lineLimit)) are shown")
    }
    if page.untriedCount > 0 {
      parts.append("constraints tried with \(Wording.number(page.count - page.untriedCount)) only")
    }
    return parts.joined(separator: " · ") + (page.isComplete ? "" : " …")
  }
}
