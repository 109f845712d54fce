import Cells
import Queries
import Records
import Testing

@testable import Screens

/// What is typed into forms: days, suggestions, and where a form begins.
@Suite("Typing into forms")
struct TypedDayFormTests {
  private static let loan: Schema = {
    var schema = Schema(
      of: "loan",
      [
        "Book": .integer, "Lent on": .date(.isoText), "Person": .text, "Due": .date(.isoText),
        "Finished": .partialDate, "Status": .choice(["to read", "reading", "read", "stopped"]),
        "Place": .text,
      ])
    (schema.fields[1].hasDefault, schema.fields[2].isRequired) = (true, true)
    (schema.id, schema.titleFields) = (TableID(7), [6])
    return schema
  }()

  /// A new loan of a book; today is 1 January 1971, a Friday.
  private func form(_ keys: String = "", given: [String: Value] = [:]) -> StackBuilder {
    var screen = StackBuilder()
    let scope = ListSource.Scope(fields: [0], values: [.integer(1)], title: "Emma")
    screen.receive(.begun(Self.loan, DraftStart(in: scope, of: Self.loan, given: given)))
    screen.press(keys)
    return screen
  }

  @Test("The form says which day it has understood, and keeps that one") func days() {
    var screen = form("⇥+14")
    screen.shows("Friday, 15 January 1971")
    screen.press("⇥28 nov", shows: "Saturday, 28 November 1970")
    screen.press("⇥")
    #expect(screen.stack.needs.draftValue(3) == "1971-01-15")
    #expect(screen.stack.needs.draftValue(4) == "1970-11-28")
  }

  @Test("What is not understood is refused with an example, in both editors of dates", arguments: [1, 2])
  func refused(_ tabs: Int) {
    var screen = form(String(repeating: "⇥", count: tabs))
    screen.shows(tabs == 1 ? "+14" : "-3")
    for (text, refusal) in [
      ("soon", "Type a day like 28 nov, friday,"), ("3/4", "3/4 is 3 April or 4 March."),
      ("28 nov 26", "Type all four digits of the year"),
    ] { screen.press("⌃u\(text)⇥", shows: refusal) }
  }

  @Test("A form of a row that points to another one begins with the first field that is to be filled in")
  func firstField() {
    for given in [[:], ["place": Value.text("here")]] {
      #expect(form("Anna⇥", given: given).stack.needs.draftValue(2) == "Anna")
    }
  }

  @Test("A form that closes offers no other record, and the key for one says so", arguments: [true, false])
  func another(closes: Bool) {
    var screen = form(given: closes ? ["place": "here"] : [:])
    screen.resize(200, 24)
    for keys in ["", "Anna"] {
      screen.press(keys)
      #expect(screen.text.contains("add another") != closes)
    }
    screen.press("⌥a")
    #expect(screen.effects.contains(.goOn(.another)) != closes)
    if closes { #expect(screen.mode == .text) }
  }

  // MARK: Suggestions

  private func typing(_ text: String, _ field: Int, _ names: [String: Int]?) -> StackBuilder {
    var screen = form(String(repeating: "⇥", count: field - 2) + text.prefix(1))
    if let names { screen.receive(.suggestions(SuggestionList(names))) }
    screen.press(String(text.dropFirst()))
    return screen
  }

  @Test(
    "The first Tab takes a suggestion and stays, the next one goes on; in texts and in choices alike",
    arguments: [
      (2, "Suz", ["Suzanne Collins": 3], "Suzanne Collins"),
      (6, "suz", ["Suzanne Collins": 3], "Suzanne Collins"), (5, "rea", nil, "reading"),
    ] as [(Int, String, [String: Int]?, String)])
  func tab(field: Int, typed: String, names: [String: Int]?, whole: String) {
    var screen = typing(typed, field, names)
    screen.shows("Tab take")
    screen.press("⇥", to: .text, shows: "Tab next")
    #expect(screen.stack.needs.draftValue(field) == .null)
    screen.press("⇥", to: .draft)
    #expect(screen.stack.needs.draftValue(field) == .text(Text(whole)))
  }

  @Test(
    "A name that was typed whole is never replaced by a longer one; Down brings it, and Enter takes what is typed",
    arguments: [
      (2, "Iain Banks", "⇥", "Iain Banks"), (2, "iain banks", "⇥", "iain banks"), (5, "read", "⇥", "read"),
      (2, "Iain Banks", "↓⇥⇥", "Iain Banks M"), (2, "Iai", "⏎", "Iai"), (2, "Iai", "⇤", "Iai"),
    ])
  func whole(field: Int, typed: String, keys: String, value: String) {
    var screen = typing(typed, field, field == 2 ? ["Iain Banks": 2, "Iain Banks M": 9] : nil)
    screen.press(keys)
    #expect(screen.stack.needs.draftValue(field) == .text(Text(value)))
  }

  // MARK: Menus

  @Test(
    "In a menu letters go to choices, whatever else they mean, and only Esc cancels",
    arguments: [
      ("RGJKQM", "q", 4), ("RGJKQM", "j", 2), ("RGJKQM", "k", 3), ("RGJKQM", "g", 1), ("RGJKQM", "m", 5),
      ("RL", "qj", 1), ("RQ", "⎋", nil),
    ] as [(String, String, Int?)])
  func letters(_ names: String, _ keys: String, _ place: Int?) {
    var screen = StackBuilder()
    let lists = names.enumerated().map {
      ListChoice(name: "\($1)s", source: ListSource(table: TableID($0 + 1)))
    }
    screen.stack.open(MenuScreen.adding(to: lists, .books))
    screen.press(keys, to: place == nil ? .list : .menu)
    guard let place else { return }
    screen.press("⏎", asks: .related(.add(ListSource(table: TableID(place + 1)))))
  }

  @Test("In the menu of columns a letter goes to the column as well") func columns() {
    var screen = StackBuilder()
    screen.press("cc", to: .columns)
    screen.press(" ⏎")
    #expect(screen.columns == [1])
  }
}
