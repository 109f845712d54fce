import Cells
import Records

/// Steps of the edit log, changes of a step, or unsaved changes of a dead session; newest first.
///
/// The screen holds only some lines, and requests more when the selection comes near their ends.
struct HistoryScreen: LinesScreen {
  let source: HistorySource
  var lines: LineList<HistoryLine>
  private var window: LineWindow<HistoryLine>
  private var words = ""
  private var isFinding = false

  init(_ source: HistorySource, _ lines: [HistoryLine]) {
    self.source = source
    self.lines = LineList(lines, isPart: true)
    window = LineWindow(lines, partSize: HistorySource.partSize)
  }

  var kind: Mode { .history }
  var columns: [String] { HistoryWording.columns }
  var nothing: String {
    isFinding ? Wording.finding : words.isEmpty ? HistoryWording.noHistory : Wording.noMatch(words)
  }
  /// The export reads the whole history, because the screen holds only a part.
  var exported: ExportExtent? {
    if case .changes(let step) = source { .history(step: step, words: words) } else { .history(words: words) }
  }
  var canExport: Bool { source != .abandoned }

  var bar: Bar? {
    Bar(left: .init(isOfStep ? Wording.back(to: HistoryWording.history) : "‹ Back"), title: title + titleEnd)
  }

  private var title: String {
    switch source {
    case .steps: HistoryWording.history
    case .changes: HistoryWording.changesOfStep
    case .abandoned: HistoryWording.abandoned
    }
  }

  private var isOfStep: Bool { if case .changes = source { true } else { false } }

  mutating func answer(_ action: Action) -> Outcome? {
    switch action {
    case .back where lines.isFinding: endFind()
    case .open: lines.chosen.map { .effect(opening($0)) } ?? .nothing
    case .first: window.wantedTop.map { .effect(read($0)) }
    case .last: window.wantedBottom.map { .effect(read($0)) }
    default: nil
    }
  }

  private mutating func endFind() -> Outcome {
    lines.endFind()
    return missing(height: 1)
  }

  private func opening(_ line: HistoryLine) -> Effect {
    if line.state == .abandoned, line.count == 1, source != .abandoned { return .askToRestore }
    return line.count > 1 ? .openHistory(.changes(ofStep: line.number)) : .openRecord(line.id)
  }

  mutating func missing(height: Int) -> Outcome {
    if words != lines.words { return .effect(find()) }
    return window.wanted(near: lines.selection.place, rows: height).map { .effect(read($0)) } ?? .nothing
  }

  /// Reads the first matches; after the search, reads the lines around the selected one.
  private mutating func find() -> Effect {
    (words, isFinding) = (lines.words, !lines.words.isEmpty)
    guard isFinding else { return read(lines.chosen.map { .around($0.number) } ?? .first) }
    lines.selection = Selection()
    return read(.first)
  }

  private func read(_ part: LinePart) -> Effect {
    .readHistory(part, of: source, limit: HistorySource.partSize, words: words)
  }

  func copy(of line: HistoryLine) -> String { line.full }

  var again: Effect? {
    if isFinding { return read(.first) }
    guard source != .abandoned else { return nil }
    return .readHistory(window.again.part, of: source, limit: window.again.limit, words: words)
  }

  /// Whether the listed step no longer exists.
  var isOver: Bool { isOfStep && lines.all.isEmpty && words.isEmpty }

  mutating func receive(_ update: Update) {
    guard case .history(let part, source, let new, let isFinding) = update else { return }
    let (selected, wasFinding) = (lines.chosen?.number, self.isFinding)
    self.isFinding = isFinding
    let change = window.receive(part, new)
    lines.replace(window.lines)
    switch change {
    // The person may have gone down during the search.
    case .isAtTop where wasFinding && !new.isEmpty: break
    case .isAtTop: lines.selection = Selection()
    case .isAtBottom: lines.selection = Selection(place: max(0, new.count - 1), top: 0)
    case .isAt(let place): lines.selection = Selection(place: place)
    case .moved(let offset): lines.selection.shift(by: offset)
    }
    if case .upTo = part, let place = lines.all.firstIndex(where: { $0.number == selected }) {
      lines.selection.shift(by: place - lines.selection.place)
    }
  }

  // MARK: - Drawing

  func draw(on frame: inout Frame, layout: Layout) {
    guard lines.count > 0 else { return frame.writeEmpty(nothing, layout: layout) }
    let lines = lines.all
    let form = Form(lines, columns: frame.size.columns, margin: layout.margin)
    var view = self.lines.selection
    view.follow(count: lines.count, height: layout.content.count)
    let chosen = form.rows(of: lines[view.place], limit: max(1, layout.content.count - 2))
    let hidden = max(0, view.place - view.top + chosen.count - layout.content.count)
    var rows = layout.content.makeIterator()
    for index in (view.top + hidden)..<lines.count {
      let isChosen = index == view.place
      for (offset, text) in (isChosen ? chosen : [lines[index].what]).enumerated() {
        guard let row = rows.next() else { return }
        if isChosen { frame.fill(row: row, role: .selected) }
        draw(offset == 0 ? lines[index] : nil, text, form, isChosen, on: &frame, row: row)
      }
    }
  }

  private func draw(
    _ line: HistoryLine?, _ text: String, _ form: Form, _ isChosen: Bool, on frame: inout Frame, row: Int
  ) {
    func write(_ span: Span, column: Int, width: Int) {
      let place = Position(column: column, row: row)
      frame.write(span.text, at: place, width: width, role: isChosen ? .selected : span.role)
    }
    let end = form.indent + form.width(line)
    write(Span(text, .content), column: form.indent, width: max(0, end - form.indent))
    guard let line else { return }
    write(form.sign(line), column: form.margin, width: min(2, form.columns - form.margin))
    if form.timeWidth > 0 {
      let blanks = form.timeWidth - TextWidth.width(of: line.time)
      write(Span(line.time, .dim), column: form.margin + 2 + blanks, width: form.timeWidth - blanks)
    }
    guard form.hasStates else { return }
    let state = HistoryWording.state(of: line)
    let width = TextWidth.width(of: state)
    write(Span(state, .dim), column: form.columns - form.margin - width, width: width)
  }

  private struct Form {
    let columns: Int
    let margin: Int
    let timeWidth: Int

    init(_ lines: [HistoryLine], columns: Int, margin: Int) {
      (self.columns, self.margin) = (columns, margin)
      timeWidth = columns < 36 ? 0 : lines.reduce(0) { max($0, TextWidth.width(of: $1.time)) }
    }

    var indent: Int { margin + 2 + (timeWidth > 0 ? timeWidth + 2 : 0) }
    var hasStates: Bool { columns >= 60 }

    func width(_ line: HistoryLine?) -> Int {
      let state = line.map { max(11, TextWidth.width(of: HistoryWording.state(of: $0)) + 2) } ?? 0
      return max(0, columns - margin - indent - (hasStates ? state : 0))
    }

    func sign(_ line: HistoryLine) -> Span {
      switch line.state {
      case .pending: Span("◆", .dirty)
      case .abandoned: Span("!", .error)
      case .written, .undone, .discarded: Span("", .content)
      }
    }

    func rows(of line: HistoryLine, limit: Int) -> [String] {
      let width = max(1, width(line))
      guard !hasStates, limit > 1 else { return Wrap.lines(of: line.full, width: width, limit: limit) }
      return Wrap.lines(of: line.full, width: width, limit: limit - 1) + [HistoryWording.state(of: line)]
    }
  }
}
