import Cells
import Records

/// One question or one message, as an overlay.
public struct AlertScreen: Screen {
  package let message: Message
  package let answers: [Answer]
  private let dismissal: Message?
  private(set) var selected: Int
  private var top = 0

  /// A button, with its effects.
  public struct Answer: Hashable, Sendable {
    package let text: String
    package let effects: [Effect]
    package let isDestructive: Bool
    package let closesBelow: Bool
    /// Whether the button's letter only selects it, and Enter presses it.
    let needsEnter: Bool

    /// Makes a button; without effects, it only closes the alert, and with `closesBelow` also the screen below.
    public init(
      _ text: String, effects: [Effect] = [], isDestructive: Bool = false, closesBelow: Bool = false,
      needsEnter: Bool = false
    ) {
      self.needsEnter = needsEnter || effects.contains(where: \.needsEnter)
      (self.text, self.effects, self.isDestructive, self.closesBelow) = (
        text, effects, isDestructive, closesBelow
      )
    }
  }

  /// Makes an alert; `dismissal` is shown if it is closed without an answer.
  ///
  /// Esc gives the first answer, and a destructive answer comes last. The first answer is selected if all others are
  /// destructive, or if `isCautious`.
  ///
  /// - Precondition: `answers` is not empty.
  public init(_ message: Message, answers: [Answer], dismissal: Message? = nil, isCautious: Bool = false) {
    precondition(!answers.isEmpty)
    (self.message, self.answers, self.dismissal) = (message, answers, dismissal)
    selected = isCautious ? 0 : answers.indices.dropFirst().first { !answers[$0].isDestructive } ?? 0
  }

  package var isOverlay: Bool { true }
  package var mode: Mode { .alert }

  package var bar: Bar? { nil }

  package mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .open: return give(answers[selected])
    case .cancel: return Outcome(change: .pop, effects: dismissal.map { [.say($0)] } ?? [])
    case .nextPart(let offset): selected = (selected + offset + answers.count) % answers.count
    case .move(let offset): top += offset
    case .moveHalfPages(let halves): top += halves * max(1, room(layout) / 2)
    default: break
    }
    return .nothing
  }

  private func give(_ answer: Answer) -> Outcome {
    Outcome(change: answer.closesBelow ? .popBoth : .pop, effects: answer.effects)
  }

  package mutating func insert(_ text: String, isPaste: Bool) -> Outcome {
    let letters = letters
    guard !isPaste, let place = letters.firstIndex(where: { $0.letter == text.lowercased() }) else {
      return .nothing
    }
    guard answers[place].needsEnter else { return give(answers[place]) }
    selected = place
    return .effect(.say(QuestionWording.confirmed(by: answers[place].text)))
  }

  private static let keys: Set<String> = Set(
    KeyMap.standard.bindings(in: .alert).flatMap(\.actions).compactMap {
      if case .character(let character) = $0.key { String(character) } else { nil }
    })

  /// An answer's letter is the first one that is neither a key nor an earlier answer's.
  private var letters: [(letter: String, place: String.Index)] {
    var taken = Self.keys
    return answers.map { answer in
      let text = answer.text
      let place =
        text.indices.first { text[$0].isLetter && !taken.contains(text[$0].lowercased()) } ?? text.startIndex
      let letter = text.isEmpty ? "" : text[place].lowercased()
      taken.insert(letter)
      return (letter, place)
    }
  }

  /// Letters are underlined; without colours, brackets show the buttons.
  private var buttons: [[Span]] {
    zip(answers, letters).enumerated().map { index, button in
      let (answer, (_, place)) = button
      let (role, letterRole): (Role, Role) =
        index == selected
        ? (.selected, .selectedMatch)
        : answer.isDestructive ? (.danger, .dangerLetter) : (.button, .buttonLetter)
      let end = answer.text.index(place, offsetBy: 1, limitedBy: answer.text.endIndex) ?? place
      return [
        Span("[" + answer.text[..<place], role), Span(String(answer.text[place..<end]), letterRole),
        Span(answer.text[end...] + "]", role),
      ]
    }
  }

  private var buttonsWidth: Int { buttons.reduce(0) { $0 + $1.width } + 2 * (buttons.count - 1) }

  // MARK: Drawing

  private static let lineLimit = 500

  private func width(_ layout: Layout) -> Int {
    min(max(TextWidth.width(of: message.text), buttonsWidth), Box.maximumWidth(layout))
  }

  private func room(_ layout: Layout) -> Int {
    max(0, Box.maximumHeight(layout) - (Box.hasBorder(layout) ? 1 : 0) - buttonLines(layout).count)
  }

  /// The buttons of each line; without room for all lines, one that starts with the selected button.
  private func buttonLines(_ layout: Layout) -> [Range<Int>] {
    let (widths, width) = (buttons.map(\.width), width(layout))
    var (lines, used) = ([0..<0], 0)
    for (index, button) in widths.enumerated() {
      if index > 0, used + 2 + button > width { lines.append(index..<index) }
      used = lines[lines.count - 1].isEmpty ? button : used + 2 + button
      lines[lines.count - 1] = lines[lines.count - 1].lowerBound..<index + 1
    }
    let room = Box.maximumHeight(layout) - (Box.hasBorder(layout) ? 1 : 0)
    return lines.count == 1 || lines.count < room ? lines : [selected..<buttons.count]
  }

  private func lines(_ layout: Layout) -> [String] {
    room(layout) == 0 ? [] : Wrap.lines(of: message.text, width: width(layout), limit: Self.lineLimit)
  }

  package func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .move, .moveHalfPages: lines(layout).count > room(layout)
    default: true
    }
  }

  package mutating func settle(_ layout: Layout) {
    top = max(0, min(top, lines(layout).count - room(layout)))
  }

  private func shownLines(_ layout: Layout) -> [String] {
    let (lines, room) = (lines(layout), room(layout))
    var shown = Array(lines.dropFirst(top).prefix(room))
    if top + room < lines.count, let last = shown.popLast() {
      shown.append(TextWidth.width(of: last) < width(layout) ? last + "…" : last.dropLast() + "…")
    }
    return shown
  }

  /// Without room for everything, the question is cut, and scrolls.
  package func draw(on frame: inout Frame, layout: Layout) {
    let (width, lines) = (width(layout), shownLines(layout))
    let (buttons, gap) = (buttonLines(layout), Box.hasBorder(layout) ? 1 : 0)
    let box = Box(width: width, height: lines.count + gap + buttons.count, layout: layout)
    box.draw(on: &frame)
    for (index, line) in lines.enumerated() {
      let place = Position(column: box.left, row: box.top + index)
      frame.write(line, at: place, width: width, role: message.isProblem ? .error : .content)
    }
    for (row, places) in zip((box.top + lines.count + gap)..., buttons) {
      draw(places, on: &frame, row: row, columns: box.left..<box.left + width)
    }
  }

  private func draw(_ places: Range<Int>, on frame: inout Frame, row: Int, columns: Range<Int>) {
    let buttons = buttons[places]
    let needed = buttons.reduce(-2) { $0 + $1.width + 2 }
    var column = max(columns.lowerBound, columns.upperBound - needed)
    for button in buttons where column < columns.upperBound {
      let width = min(button.width, columns.upperBound - column)
      frame.write(button, at: Position(column: column, row: row), width: width)
      column += width + 2
    }
  }

  // MARK: - Questions

  /// Asks whether to delete rows; Enter alone never deletes.
  ///
  /// `title` is that of a single, unmarked row; `all` counts what else is deleted.
  public static func deleting(
    _ rows: RowSet, _ count: RowCount, _ schema: Schema, title: String? = nil, hiddenCount: Int = 0,
    in all: DeletionCount? = nil
  ) -> AlertScreen {
    var effect = Effect.deleteRows(rows)
    if title != nil, case .rows(let ids) = rows, let id = ids.first { effect = .delete(id) }
    let question =
      (title.map { QuestionWording.deleteQuestion($0) }
        ?? QuestionWording.deleteQuestion(count, schema, hiddenCount: hiddenCount))
      + QuestionWording.along(all, with: title == nil ? count : .exactly(1))
    let delete = Answer("Delete", effects: [effect], isDestructive: true)
    return AlertScreen(Message(question), answers: [Answer("Cancel"), delete])
  }

  /// Asks whether to delete rows that conflict with another one, and then to perform the effect.
  ///
  /// Enter alone never does. `reason` names the unique values in a sentence; `all` counts what else is deleted.
  public static func replacing(
    _ ids: [RecordID], _ reason: String, _ title: String, in all: DeletionCount?, _ effect: Effect
  ) -> AlertScreen {
    let replace = Answer("Replace", effects: [.replace(ids, effect)], isDestructive: true)
    let question =
      "\(reason) \(QuestionWording.replaceQuestion(title))"
      + QuestionWording.along(all, with: .exactly(ids.count))
    return AlertScreen(Message(question), answers: [Answer("Cancel"), replace])
  }

  /// Asks whether to change the fields of a table by the shown statement.
  ///
  /// Enter alone never removes a field.
  public static func changingField(_ question: String, _ change: FieldChange, _ table: TableID) -> AlertScreen
  {
    let isRemoval = if case .removal = change { true } else { false }
    let answer = Answer(
      QuestionWording.answer(change), effects: [.changeField(table, change)], isDestructive: isRemoval)
    return AlertScreen(Message(question), answers: [Answer("Cancel"), answer])
  }

  /// Asks whether to discard changes to rows that another program has changed; Enter alone never does.
  public static func givingUp(_ count: Int) -> AlertScreen {
    let discard = Answer("Discard", effects: [.resolveAll(.theirs, isConfirmed: true)], isDestructive: true)
    return AlertScreen(QuestionWording.givingUpQuestion(count), answers: [Answer("Cancel"), discard])
  }

  package static func discarding(_ schema: Schema) -> AlertScreen {
    let discard = Answer("Discard", isDestructive: true, closesBelow: true, needsEnter: true)
    let save = Answer("Save", effects: [.goOn(.end)])
    return AlertScreen(
      QuestionWording.discardQuestion(schema), answers: [Answer("Go on editing"), save, discard])
  }

  package static func savingEmpty(_ schema: Schema, _ save: [Effect]) -> AlertScreen {
    AlertScreen(
      QuestionWording.emptyQuestion(schema),
      answers: [Answer("Go on editing"), Answer("Save", effects: save)], isCautious: true)
  }

  package static func opening(_ address: String) -> AlertScreen {
    AlertScreen(
      Wording.openQuestion(address),
      answers: [Answer("Cancel"), Answer("Open", effects: [.openAddress(address)])],
      isCautious: URLText.isOdd(address))
  }

  package static func makingDefault(_ path: String) -> AlertScreen {
    AlertScreen(
      QuestionWording.defaultQuestion(path),
      answers: [Answer("Not now"), Answer("Make default", effects: [.library(.makeDefault(path))])],
      isCautious: true)
  }

  package static func leaving(_ field: Field) -> AlertScreen {
    let discard = Answer("Discard", isDestructive: true, closesBelow: true)
    let save = Answer("Save", effects: [.goOn(.save)])
    return AlertScreen(
      QuestionWording.leaveQuestion(field), answers: [Answer("Go on editing"), save, discard])
  }

  /// Asks whether to skip a step, for a reason in a sentence; Enter alone never does.
  public static func passingOver(_ step: String, _ reason: String, isRedo: Bool) -> AlertScreen {
    AlertScreen(
      QuestionWording.passOverQuestion(step, reason, isRedo: isRedo),
      answers: [Answer("Cancel"), Answer(QuestionWording.passOver, effects: [.passOver(isRedo: isRedo)])],
      isCautious: true)
  }
}
