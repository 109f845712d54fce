import Cells
import Queries
import Records
import Testing

@testable import Screens

/// The fields made for books on a screen: what is shown of them, and how they are typed.
@Suite("Fields made for books")
struct BookFieldTests {
  private static let status = Field.Kind.choice(["to read", "reading", "read"])

  private static func editor(_ kind: Field.Kind, _ value: Value = .null) -> FieldScreen {
    FieldScreen(editor: FieldEditor(field: Field(column: "x", label: "X", kind: kind), value: value))
  }

  /// What the editor shows, line by line, without empty ones.
  private func lines(_ screen: FieldScreen) -> [String] {
    var frame = Frame(size: Size(60, 4))
    screen.drawInside(&frame)
    return frame.textPlane.split(separator: "\n").map { $0.trimmingPrefix("|").prefix { $0 != "|" } }
      .map { String($0.reversed().drop(while: { $0 == " " }).reversed()) }.filter { !$0.isEmpty }
  }

  private func typed(_ text: String, _ kind: Field.Kind, _ actions: [Action] = []) -> FieldScreen {
    var screen = Self.editor(kind)
    _ = screen.insert(text, isPaste: false)
    for action in actions { _ = screen.perform(action, layout: Layout(size: Size(60, 4))) }
    return screen
  }

  @Test(
    "What is typed is shown as what it is, and stepped through",
    arguments: [
      ("2", .rating, [], ["2", "★★☆☆☆"]), ("2", .rating, [.suggest(-1)], ["2.5", "★★½☆☆"]),
      ("5", .rating, [.suggest(-1)], ["5", "★★★★★"]),
      ("r", status, [], ["reading", "to read · reading · read"]),
      // What completed the former text does not stand behind the next one.
      ("rea", status, [.suggest(1)], ["read", nil]), ("rea", status, [.setNull], ["–", nil]),
      ("read", status, [], ["read", nil]), ("0-306-4061", .isbn, [], [nil, "2 more digits"]),
      ("0-306-40615-2", .isbn, [], [nil, "the check digit is correct"]),
      ("0-306-40615-3", .isbn, [], [nil, "the check digit should be 2"]),
      ("abc", .isbn, [], [nil, "not an ISBN"]), ("1869-3", .partialDate, [], [nil, "March 1869"]),
      ("1869-03-25", .partialDate, [], [nil, "Thursday, 25 March 1869"]),
      ("751 BC", .partialDate, [], [nil, "751 BC"]),
    ] as [(String, Field.Kind, [Action], [String?])])
  func typing(_ text: String, _ kind: Field.Kind, _ actions: [Action], _ shown: [String?]) {
    let lines = lines(typed(text, kind, actions))
    if let first = shown[0] { #expect(lines.first == first) }
    if let last = shown[1] { #expect(lines.count == 2 && lines.last == last) }
  }

  @Test("Stars, halves and years have their numbers beside them") func shown() {
    let (rating, year) = (Field("X", .rating), Field("X", .year))
    for (value, stars) in [
      (Value.real(4.5), "★★★★½"), (.integer(0), "☆☆☆☆☆"), (.integer(3), "★★★☆☆"), (.integer(7), "7"),
    ] { #expect(FieldWording.shown(value, in: rating) == stars) }
    for (value, field, aside) in [
      (.real(4.5), rating, "4.5"), (.integer(3), rating, nil), (.integer(-750), year, "751 BC"),
      ("-0750", Field("X", .partialDate), "751 BC"),
    ] as [(Value, Field, String?)] { #expect(FieldWording.aside(value, in: field) == aside) }
  }

  @Test("A choice is completed from its first letter, and what is none is refused") func choices() throws {
    for (text, actions, value) in [
      ("r", [], "reading"), ("r", [.suggest(1)], "read"), ("read", [], "read"),
    ] as [(String, [Action], Value)] {
      #expect(try typed(text, Self.status, actions).editor.value() == value)
    }
    #expect(throws: FieldError.notAChoice(["to read", "reading", "read"])) {
      try typed("x", Self.status).editor.value()
    }
  }

  @Test(
    "An ISBN that another row has is said, in both forms, and the row's own is not",
    arguments: [
      ("0-306-40615-2", .null, "the check digit is correct · another book has it already"),
      ("0-306-40615-2", "9780306406157", "the check digit is correct"),
      ("0-306-40614-4", .null, "the check digit is correct"),
    ] as [(String, Value, String)])
  func secondCopies(_ text: String, _ value: Value, _ note: String) {
    var editor = FieldEditor(field: Field("ISBN", .isbn), value: value)
    editor.take(SuggestionList(["9780306406157": 1]))
    editor.replace(text)
    #expect(editor.note == note)
  }

  @Test("An empty field says what can be typed") func placeholders() {
    for kind in [Self.status, .rating, .isbn, .partialDate, .year, .list, .url] {
      #expect(lines(Self.editor(kind)).count == 2, "\(kind)")
    }
  }

  @Test("No two answers of a question have the same letter, and the letter gives the answer")
  func letters() throws {
    let answers = ["Cancel", "Change", "Copy", "Can", "C"].map {
      AlertScreen.Answer($0, effects: [.copyText($0)])
    }
    var alert = AlertScreen(Message("Sure?"), answers: answers)
    var stack = StackBuilder().stack
    stack.receive(.alert(alert))
    stack.shows("[Cancel]  [Change]  [Copy]  [Can]  [C]")
    for (letter, text) in [("c", "Cancel"), ("A", "Change"), ("o", "Copy"), ("n", "Can")] {
      #expect(alert.insert(letter, isPaste: false).effects == [.copyText(text)])
    }
    stack.resize(Size(20, 24))
    stack.shows("[Cancel]", "[Change]", "[Copy]", "[Can]", "[C]")
    stack.resize(.usual)
    let button = try #require(stack.position(of: "[Change]"))
    let roles = (1...6).map { stack.frame()[button.column + $0, button.row].role }
    #expect(roles == [.selected, .selected, .selectedMatch, .selected, .selected, .selected])
    let click = MouseEvent(.press, at: Position(column: button.column + 4, row: button.row))
    #expect(stack.answer(click) == [.copyText("Change")])
  }

  @Test("A letter only selects an answer that changes a table's declaration or cannot be undone")
  func lettersThatNeedEnter() {
    let layout = Layout(size: .usual)
    let table = TableID(0)
    let type = FieldType.all[0]
    for (effect, needsEnter) in [
      (.changeField(table, .removal(column: "a")), true), (.createTables(table), true),
      (.askToChangeField(table, .add(NewField(name: "a", type: type))), true), (.discardAbandoned, true),
      (.resolveAll(.theirs, isConfirmed: true), true), (.discard(.rowid(1)), true),
      (.settleStanding(1, isDiscarded: true), true), (.settleStanding(1, isDiscarded: false), false),
      (.passOver(isRedo: false), true), (.writeFile(.rowid(1), field: 0, to: "a", isConfirmed: true), true),
      (.exportRows("a", .all, isConfirmed: true), true), (.exportRows("a", .all, isConfirmed: false), false),
      (.quitDiscarding, true), (.delete(.rowid(1)), false), (.deleteRows(.all), false),
    ] as [(Effect, Bool)] {
      var alert = AlertScreen(
        Message("Sure?"), answers: [.init("Cancel"), .init("Do it", effects: [effect], isDestructive: true)])
      let typed = alert.insert("d", isPaste: false)
      #expect((typed.effects == [effect]) != needsEnter, "\(effect)")
      guard needsEnter else { continue }
      #expect(typed.effects == [.say(Message("Press Enter for “Do it”."))])
      #expect(alert.perform(.open, layout: layout).effects == [effect])
    }
    var draft = AlertScreen.discarding(.books)
    if case .popBoth = draft.insert("d", isPaste: false).change { Issue.record("a letter discards a record") }
    if case .popBoth = draft.perform(.open, layout: layout).change {} else { Issue.record("Enter does not") }
  }

  @Test("o asks before it opens a web address, and says so if there is none") func addresses() {
    let schema = Schema(of: "row", ["Name": .text, "URL": .url])
    let layout = Layout(size: .usual)
    func question(_ url: Value) -> (AlertScreen?, [Effect]) {
      let record = RecordSnapshot(id: .rowid(1), values: ["a", url], state: .hydrated)
      var screen = DetailScreen(schema: schema, record: record)
      let outcome = screen.perform(.openAddress, layout: layout)
      if case .push(let alert as AlertScreen) = outcome.change { return (alert, outcome.effects) }
      return (nil, outcome.effects)
    }
    for none: Value in [
      .null, "not one", "file:///etc/passwd", "javascript:alert(1)", "FTP://example.org", "x-app:run",
    ] { #expect(question(none).1 == [.say(Wording.noAddress)]) }
    for (url, opened) in [
      ("example.org:8080/a", "https://example.org:8080/a"), ("example.org/a", "https://example.org/a"),
      ("MAILTO:ann@example.org", "MAILTO:ann@example.org"),
      ("https://u:p@example.org:1/é?a=b#c", "https://u:p@example.org:1/é?a=b#c"),
    ] {
      var asked = question(.text(Text(url))).0
      #expect(asked?.message.isProblem == false)
      #expect(asked?.perform(.open, layout: layout).effects == [.openAddress(opened)])
    }
    for (odd, said) in [
      ("http:///", "Open http:///? It names no host."), ("https://:80/a", "It names no host."),
      ("https://u@/a", "It names no host."), ("http:a", "It names no host."),
      ("https://example.org/\u{202E}gpj.exe", "Open https://example.org/<U+202E>gpj.exe? It has characters"),
      ("https://exam\u{AD}ple.org", "exam<U+00AD>ple.org"), ("https://a\u{200B}.org", "a<U+200B>.org"),
      ("https://a\u{FE0F}.org", "a<U+FE0F>.org"), ("https://a\u{E0041}.org", "a<U+E0041>.org"),
    ] {
      var asked = question(.text(Text(odd))).0
      #expect(asked?.message.isProblem == true && asked?.message.text.contains(said) == true, "\(odd)")
      // Enter alone does not open it, and the terminal gets no link to it.
      #expect(asked?.perform(.open, layout: layout).effects == [])
      #expect(ScreenStack.detail(["a", .text(Text(odd))], schema).frame().addresses == [])
    }
  }
}
