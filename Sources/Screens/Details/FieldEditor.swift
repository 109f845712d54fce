import Cells
import Queries
import Records

/// A field and the text typed for it, for the text and date editors.
package struct FieldEditor: Sendable {
  let field: Field
  let original: Value
  private(set) var line: LineEditor
  private(set) var isNull: Bool
  /// Saving requires a typed text or NULL first.
  private var isUndecided = false
  var problem: Message?
  /// The value in the database, if different.
  private var held: Value?
  var isInForm = false
  var today: CalendarDate?
  var canAddAnother = true
  /// The table whose rows are named in the text, if the text is the list of a joining table.
  var parts: Schema?
  var help: String?
  private var start: (text: String, isNull: Bool)
  private(set) var isLong: Bool
  private(set) var top = WrappedText.Place()
  private var suggestions: SuggestionList?
  private var completions: [SuggestionList.Completion] = []
  private var completion = 0
  /// The last typed letter if it was capitalized, and the resulting text.
  private var capital: (letter: String, text: String)?
  private var goal: Int?

  init(field: Field, value: Value) {
    self.field = field
    original = value
    isNull = value.isNull
    let text = field.text(of: value)
    line = LineEditor(text)
    start = (text, value.isNull)
    isLong = field.kind == .longText
    suggestions = Self.choices(of: field)
    showLines()
  }

  private static func choices(of field: Field) -> SuggestionList? {
    let choices = field.kind.choices
    if choices.isEmpty { return nil }
    let ranks = choices.enumerated().map { ($1, choices.count - $0) }
    return SuggestionList(Dictionary(ranks, uniquingKeysWith: max))
  }

  var note: String {
    if let parts { return RelatedWording.note(on: suggestions?.unknownParts(of: line.text) ?? [], parts) }
    let note =
      line.text.isEmpty
      ? help ?? FieldWording.placeholder(field)
      : FieldWording.note(line.text, in: field, today: today)
    return noted((note ?? "") + (isSecondCopy ? " · " + FieldWording.isbnTaken : ""))
  }

  private var isSecondCopy: Bool {
    guard field.kind == .isbn, let suggestions, let typed = ISBNText.thirteen(line.text) else { return false }
    return ISBNText.thirteen(field.text(of: original)) != typed && suggestions.holds(isbn: typed)
  }

  mutating func noteWritten() { held = nil }

  func noted(_ note: String) -> String {
    guard let held else { return note }
    return FieldWording.held(held, in: field) + (note.isEmpty ? "" : " · " + note)
  }

  /// Edits a field of many records.
  init(field: Field) {
    // Numbers and dates have no empty value, so an empty text means NULL.
    self.init(field: field, value: field.kind.isText ? "" : .null)
    isNull = false
    isUndecided = true
    start.isNull = false
  }

  var isChanged: Bool { !line.text.utf8.elementsEqual(start.text.utf8) || isNull != start.isNull }

  /// Keeps a text for yanking, unless something has been killed already.
  mutating func keepReady(_ text: String) { line.keepReady(text) }

  var bar: Bar { Bar(left: .init("Cancel"), title: field.label, right: .init("Save", isButton: true)) }

  /// The typed text with dates instead of relative days; an unchanged text stays as it is.
  func dated() throws(FieldError) -> String {
    let isTyped = !line.text.utf8.elementsEqual(field.text(of: original).utf8)
    return isTyped ? try field.dated(line.text, today: today) : line.text
  }

  func value() throws(FieldError) -> Value {
    if isNull { return try field.null() }
    if line.text.isEmpty, original.isNull, start.isNull, let null = try? field.null() { return null }
    // For many records, an empty text is a value; for numbers and dates, it means NULL.
    let isText = original.isNull && field.kind.isText
    return try field.value(of: try dated(), replacing: isText ? "" : original)
  }

  mutating func save(then step: FormStep? = nil) -> Outcome {
    guard !isUndecided else {
      problem = Wording.undecided
      return .nothing
    }
    do {
      return Outcome(change: .offer(try value()), effects: step.map { [.goOn($0)] } ?? [])
    } catch {
      problem = FieldWording.problem(error, in: field)
      return .nothing
    }
  }

  mutating func setNull() {
    do {
      _ = try field.null()
      let text = line.text
      line = LineEditor("")
      line.keepReady(text)
      completions = []
      isNull = true
      isUndecided = false
      problem = nil
    } catch {
      problem = FieldWording.problem(error, in: field)
    }
  }

  mutating func edit(_ action: LineEditor.Action) {
    problem = nil
    goal = nil
    if action == .right || action == .end, takeCompletion() { return }
    line.apply(action)
    takeCapitalBack(action)
    settle()
    complete()
  }

  private mutating func type(_ text: String) {
    let before = line.text[..<line.cursorIndex].last
    let isFirst = before.map { $0.isWhitespace || "([“\"".contains($0) } ?? true
    let upper = text.uppercased()
    capital = nil
    guard field.capitalizesWords, isFirst, text.count == 1, upper.count == 1, upper != text
    else { return line.apply(.insert(text)) }
    line.apply(.insert(upper))
    capital = (text, line.text)
  }

  private mutating func takeCapitalBack(_ action: LineEditor.Action) {
    defer { capital = nil }
    guard action == .deleteBack, let capital else { return }
    var whole = line
    whole.apply(.insert(capital.letter.uppercased()))
    if whole.text == capital.text { line.apply(.insert(capital.letter)) }
  }

  /// Returns whether lines were joined, because the editor is single-line.
  @discardableResult
  mutating func insert(_ text: String, isPaste: Bool) -> Bool {
    problem = nil
    goal = nil
    if !isPaste {
      type(text)
    } else if isLong {
      line.insert(pastedLines: text)
    } else {
      line.insert(pasted: text)
    }
    settle()
    complete()
    return isPaste && !isLong && text.contains(where: \.isNewline)
  }

  mutating func replace(_ text: String) {
    problem = nil
    line = LineEditor(text)
    completions = []
    isNull = false
    isUndecided = false
    (top, goal) = (WrappedText.Place(), nil)
    showLines()
  }

  /// Takes the external editor's text and shows its problem; returns whether the text has changed.
  mutating func take(_ text: String) -> Bool {
    guard !text.utf8.elementsEqual(line.text.utf8) else { return false }
    replace(text)
    do {
      _ = try value()
    } catch {
      problem = FieldWording.problem(error, in: field)
    }
    return true
  }

  // MARK: Suggestions

  mutating func take(_ list: SuggestionList) {
    suggestions = list
    if !line.text.utf8.elementsEqual(field.text(of: original).utf8) { complete() }
  }

  mutating func suggest(_ offset: Int) {
    if let text = stepped(offset) { return replace(text) }
    if completions.isEmpty { return complete(isAsked: true) }
    completion = (completion + offset + completions.count) % completions.count
  }

  private func stepped(_ offset: Int) -> String? {
    let value = isNull ? nil : try? field.value(of: line.text, replacing: .null)
    guard value != nil || line.text.isEmpty else { return nil }
    if field.kind == .rating {
      let stars = (value.flatMap(field.stars) ?? 0) - Double(offset) / 2
      return field.text(of: .real(max(0, min(stars, Double(Field.mostStars)))))
    }
    let choices = field.kind.choices
    guard !choices.isEmpty else { return nil }
    let place = value.flatMap { choices.firstIndex(of: field.text(of: $0)) }
    let next = place.map { $0 + offset } ?? (offset > 0 ? 0 : choices.count - 1)
    return choices[(next + choices.count) % choices.count]
  }

  private mutating func complete(isAsked: Bool = false) {
    let isWhole = suggestions?.holds(whole: line.text) ?? false
    guard isAsked || !isWhole else { return completions = [] }
    let shown = completions.isEmpty ? nil : completions[completion].text
    let isAtEnd = line.cursorIndex == line.text.endIndex && !isLong
    completions = isAtEnd ? suggestions?.completions(of: line.text) ?? [] : []
    completion = completions.firstIndex { $0.text == shown } ?? 0
  }

  var hasCompletion: Bool { !completions.isEmpty && line.cursorIndex == line.text.endIndex }

  mutating func takeCompletion() -> Bool {
    guard hasCompletion else { return false }
    let text = completions[completion].text
    line = LineEditor(text)
    settle()
    complete()
    return true
  }

  private func drawCompletion(on frame: inout Frame, columns: Range<Int>) {
    guard !completions.isEmpty, let cursor = frame.cursor, columns.contains(cursor.column) else { return }
    let rest = completions[completion].rest
    frame.write(rest, at: cursor, width: columns.upperBound - cursor.column, role: .dim)
    frame.cursor = cursor
  }

  private mutating func showLines() {
    if field.kind == .text, line.text.utf8.contains(0x0A) { isLong = true }
  }

  private mutating func settle() {
    guard !line.text.isEmpty else { return }
    isNull = false
    isUndecided = false
  }

  /// Draws the text and the problem or `note` below it; returns the row after them.
  @discardableResult
  func draw(on frame: inout Frame, layout: Layout, note: String = "") -> Int {
    let indent = layout.fieldIndent
    let width = frame.size.columns - indent - layout.margin
    let row = layout.content.lowerBound + (layout.content.count >= 4 ? 1 : 0)
    let position = Position(column: indent, row: row)
    return draw(on: &frame, at: position, width: width, end: layout.content.upperBound, note: note)
  }

  @discardableResult
  func draw(on frame: inout Frame, note: String = "") -> Int {
    draw(
      on: &frame, at: Position(column: 0, row: 0), width: frame.size.columns, end: frame.size.rows, note: note
    )
  }

  func rowCount(width: Int, note: String = "") -> Int {
    1 + Wrap.lines(of: problem?.text ?? note, width: max(1, width), limit: Self.lineLimit(width)).count
  }

  /// A narrow column has room for less in each line of the note.
  private static func lineLimit(_ width: Int) -> Int { width < 30 ? 5 : 2 + 160 / width }

  private func draw(on frame: inout Frame, at position: Position, width: Int, end: Int, note: String) -> Int {
    let row = position.row
    line.draw(on: &frame, at: position, width: width, role: problem == nil ? .content : .wrong)
    drawCompletion(on: &frame, columns: position.column..<position.column + max(0, width))
    if isNull {
      frame.write(Wording.empty, at: position, width: width, role: .dim)
      frame.cursor = position
    }
    guard row + 1 < end else { return row + 1 }
    let below = Wrap.lines(of: problem?.text ?? note, width: max(1, width), limit: Self.lineLimit(width))
    for (row, line) in zip((row + 1)..<end, below) {
      let role: Role = problem == nil ? .dim : .error
      frame.write(line, at: Position(column: position.column, row: row), width: width, role: role)
    }
    return row + 1 + below.count
  }

  // MARK: - Several lines

  mutating func insertNewLine() {
    guard field.kind.isText else { return }
    isLong = true
    insert("\n", isPaste: false)
  }

  mutating func moveLine(_ count: Int, _ layout: Layout) {
    let text = wrapped(layout)
    let (place, column) = text.cursor
    let goal = goal ?? column
    line.move(to: text.index(at: goal, of: text.place(count, after: place)))
    self.goal = goal
  }

  func height(_ layout: Layout) -> Int { max(1, rows(layout).count) }

  mutating func follow(_ layout: Layout) {
    if isLong { top = wrapped(layout).top(from: top, height: height(layout)) }
  }

  private func width(_ layout: Layout) -> Int {
    max(1, layout.size.columns - layout.fieldIndent - layout.margin)
  }

  private func wrapped(_ layout: Layout) -> WrappedText {
    WrappedText(editor: line, width: max(1, width(layout) - 1))
  }

  private func problemLines(_ layout: Layout) -> [String] {
    guard layout.content.count >= 3, let text = problem?.text ?? (held == nil ? nil : noted(""))
    else { return [] }
    return Wrap.lines(of: text, width: width(layout), limit: problem == nil ? 1 : 2)
  }

  private func rows(_ layout: Layout) -> Range<Int> {
    let first = layout.content.lowerBound + (layout.content.count >= 4 ? 1 : 0)
    return first..<max(first + 1, layout.content.upperBound - problemLines(layout).count)
  }

  func drawLines(on frame: inout Frame, layout: Layout) {
    let text = wrapped(layout)
    let top = text.top(from: top, height: height(layout))
    let rows = rows(layout)
    for (row, line) in zip(rows, text.rows(from: top, count: rows.count)) {
      let position = Position(column: layout.fieldIndent, row: row)
      frame.write(line.shown(of: self.line.text), at: position, width: width(layout), role: .content)
      if line.contains(self.line.cursorIndex) {
        let before = TextWidth.width(of: self.line.text[line.start..<self.line.cursorIndex])
        frame.cursor = Position(column: position.column + min(before, width(layout) - 1), row: row)
      }
    }
    if isNull {
      let position = Position(column: layout.fieldIndent, row: rows.lowerBound)
      frame.write(Wording.empty, at: position, width: width(layout), role: .dim)
    }
    let problems = problemLines(layout)
    for (row, line) in zip((layout.content.upperBound - problems.count)..., problems) {
      frame.write(
        line, at: Position(column: layout.fieldIndent, row: row), width: width(layout),
        role: problem == nil ? .dim : .error)
    }
  }

  // MARK: - Screens

  /// Makes the editor of a field; bytes come from a file.
  ///
  /// Without an initial value, something must be typed before saving. A text editor must be able to give its
  /// value back unchanged. `held` is the value in the database, if different.
  static func screen(
    for field: Field, holding value: Value?, writtenAs held: Value? = nil, isInForm: Bool = false,
    help: String? = nil
  ) -> any Screen {
    if !field.isGenerated, field.takesFile(for: value ?? .null) {
      return FileScreen(reading: field, inPlaceOf: value)
    }
    let field = value.map(field.typing) ?? field
    var editor = value.map { FieldEditor(field: field, value: $0) } ?? FieldEditor(field: field)
    editor.isInForm = isInForm
    (editor.held, editor.help) = (held, help)
    return switch field.kind {
    case .date, .dateTime: DateScreen(editor: editor)
    default: FieldScreen(editor: editor)
    }
  }
}

extension Wrap.Row {
  fileprivate func contains(_ place: String.Index) -> Bool {
    place >= start && (place < next && place <= end || place == end && endsLine)
  }
}
