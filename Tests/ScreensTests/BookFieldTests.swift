import Cells
import Queries
import Records
import TestSupport
import Testing

@testable import Keys
@testable import Screens

/// The fields made for books on a screen: what is shown of them, and how they are typed.
@Suite("Fields made for books")
struct BookFieldTests {
  private static let status = Field.Kind.choice(["to read", "reading", "read"])

  private func editor(_ kind: Field.Kind, _ value: Value = .null) -> FieldScreen {
    FieldScreen(editor: FieldEditor(field: Field(column: "x", label: "X", kind: kind), value: value))
  }

  /// What the editor shows, line by line, without empty ones.
  private func lines(_ screen: FieldScreen) -> [String] {
    var frame = Frame(size: Size(columns: 60, rows: 4))
    screen.drawInside(&frame)
    return frame.textPlane.split(separator: "\n").map { $0.trimmingPrefix("|").prefix { $0 != "|" } }
      .map { String($0.reversed().drop(while: { $0 == " " }).reversed()) }.filter { !$0.isEmpty }
  }

  private func typed(_ text: String, _ kind: Field.Kind, _ actions: Action...) -> FieldScreen {
    var screen = editor(kind)
    _ = screen.insert(text, isPaste: false)
    for action in actions { _ = screen.perform(action, layout: Layout(size: Size(columns: 60, rows: 4))) }
    return screen
  }

  @Test("A rating is stars, and beside halves their number")
  func stars() {
    let field = Field(column: "x", label: "X", kind: .rating)
    #expect(FieldWording.shown(.real(4.5), in: field) == "★★★★½")
    #expect(FieldWording.shown(.integer(0), in: field) == "☆☆☆☆☆")
    #expect(FieldWording.shown(.integer(3), in: field) == "★★★☆☆")
    #expect(FieldWording.shown(.integer(7), in: field) == "7")
    #expect(FieldWording.aside(.real(4.5), in: field) == "4.5")
    #expect(FieldWording.aside(.integer(3), in: field) == nil)
    #expect(lines(typed("2", .rating)) == ["2", "★★☆☆☆"])
    #expect(lines(typed("2", .rating, .suggest(-1))) == ["2.5", "★★½☆☆"])
    #expect(lines(typed("5", .rating, .suggest(-1))) == ["5", "★★★★★"])
  }

  @Test("A choice is completed from its first letter, and stepped through")
  func choices() throws {
    let screen = typed("r", Self.status)
    #expect(lines(screen) == ["reading", "to read · reading · read"])
    #expect(try screen.editor.value() == "reading")
    #expect(try typed("r", Self.status, .suggest(1)).editor.value() == "read")
    #expect(try typed("read", Self.status).editor.value() == "read")
    // What completed the former text does not stand behind the next one.
    #expect(lines(typed("rea", Self.status, .suggest(1))).first == "read")
    #expect(lines(typed("rea", Self.status, .setNull)).first == "–")
    #expect(lines(typed("read", Self.status)).first == "read")
    #expect(throws: FieldError.notAChoice(["to read", "reading", "read"])) {
      try typed("x", Self.status).editor.value()
    }
  }

  @Test("An ISBN counts its digits while it is typed, and says the check digit that it should have")
  func numbersOfBooks() {
    #expect(lines(typed("0-306-4061", .isbn)).last == "2 more digits")
    #expect(lines(typed("0-306-40615-2", .isbn)).last == "the check digit is correct")
    #expect(lines(typed("0-306-40615-3", .isbn)).last == "the check digit should be 2")
    #expect(lines(typed("abc", .isbn)).last == "not an ISBN")
  }

  @Test("An ISBN that another row has is said, in both forms, and the row's own is not")
  func secondCopies() {
    let list = SuggestionList(["9780306406157": 1])
    func note(_ text: String, of value: Value) -> String {
      var editor = FieldEditor(field: Field(column: "isbn", label: "ISBN", kind: .isbn), value: value)
      editor.take(list)
      editor.replace(text)
      return editor.note
    }
    #expect(note("0-306-40615-2", of: .null) == "the check digit is correct · another book has it already")
    #expect(note("0-306-40615-2", of: "9780306406157") == "the check digit is correct")
    #expect(note("0-306-40614-4", of: .null) == "the check digit is correct")
  }

  @Test("A date that ends early says what it is")
  func partialDates() {
    #expect(lines(typed("1869-3", .partialDate)).last == "March 1869")
    #expect(lines(typed("1869-03-25", .partialDate)).last == "Thursday, 25 March 1869")
    #expect(lines(typed("751 BC", .partialDate)).last == "751 BC")
    #expect(FieldWording.aside("-0750", in: Field(column: "x", label: "X", kind: .partialDate)) == "751 BC")
    #expect(FieldWording.aside(.integer(-750), in: Field(column: "x", label: "X", kind: .year)) == "751 BC")
  }

  @Test("An empty field says what can be typed")
  func placeholders() {
    for kind in [Self.status, .rating, .isbn, .partialDate, .year, .list, .url] {
      #expect(lines(editor(kind)).count == 2, "\(kind)")
    }
  }

  @Test("No two answers of a question have the same letter, and the letter gives the answer")
  func letters() {
    let answers = ["Cancel", "Change", "Copy", "Can", "C"].map {
      AlertScreen.Answer($0, effects: [.copyText($0)])
    }
    var alert = AlertScreen(Message("Sure?"), answers: answers)
    var frame = Frame(size: Size(columns: 80, rows: 24))
    alert.draw(on: &frame, layout: Layout(size: frame.size))
    #expect(frame.textPlane.contains("[C]ancel  Ch[a]nge  C[o]py  Ca[n]  [C]"))
    for (letter, text) in [("c", "Cancel"), ("A", "Change"), ("o", "Copy"), ("n", "Can")] {
      #expect(alert.insert(letter, isPaste: false).effects == [.copyText(text)])
    }
    var screen = StackBuilder()
    screen.stack.receive(.alert(alert))
    let shown = screen.stack.frame()
    let row = (0..<24).first { row in (0..<80).contains { shown[$0, row].text == "[" } } ?? 0
    let column = (0..<78).first { shown[$0, row].text == "[" && shown[$0 + 1, row].text == "a" } ?? 0
    let click = MouseEvent(.press, at: Position(column: column + 1, row: row))
    #expect(screen.stack.answer(click) == [.copyText("Change")])
  }

  @Test("A letter only selects an answer that changes a table's declaration or cannot be undone")
  func lettersThatNeedEnter() {
    let layout = Layout(size: Size(columns: 80, rows: 24))
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

  @Test("o asks before it opens a web address, and says so if there is none")
  func addresses() {
    let schema = Schema(
      table: "item", key: .rowid(column: "rowid"),
      fields: [
        Field(column: "name", label: "Name", kind: .text), Field(column: "url", label: "URL", kind: .url),
      ], titleIndex: 0, singular: "row", plural: "rows")
    func question(_ url: Value) -> (AlertScreen?, [Effect]) {
      let record = RecordSnapshot(id: .rowid(1), values: ["a", url], state: .hydrated)
      var screen = DetailScreen(schema: schema, record: record)
      let outcome = screen.perform(.openAddress, layout: Layout(size: Size(columns: 80, rows: 24)))
      if case .push(let alert as AlertScreen) = outcome.change { return (alert, outcome.effects) }
      return (nil, outcome.effects)
    }
    #expect(question(.null).1 == [.say(Wording.noAddress)])
    #expect(question("not one").1 == [.say(Wording.noAddress)])
    for other: Value in ["file:///etc/passwd", "javascript:alert(1)", "FTP://example.org", "x-app:run"] {
      #expect(question(other).1 == [.say(Wording.noAddress)])
    }
    let port = question("example.org:8080/a").0?.answers.last?.effects
    #expect(port == [.openAddress("https://example.org:8080/a")])
    #expect(
      question("MAILTO:ann@example.org").0?.answers.last?.effects == [.openAddress("MAILTO:ann@example.org")])
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
      #expect(asked?.perform(.open, layout: Layout(size: Size(columns: 80, rows: 24))).effects == [])
      var stack = ScreenStack(schema: schema, size: Size(columns: 80, rows: 24))
      stack.receive(
        .linked(RecordSnapshot(id: .rowid(1), values: ["a", .text(Text(odd))], state: .hydrated), schema))
      #expect(stack.frame().addresses == [])
    }
    #expect(question("https://u:p@example.org:1/é?a=b#c").0?.message.isProblem == false)
    var alert = question("example.org/a").0
    let opened = alert?.perform(.open, layout: Layout(size: Size(columns: 80, rows: 24)))
    #expect(opened?.effects == [.openAddress("https://example.org/a")])
  }
}
