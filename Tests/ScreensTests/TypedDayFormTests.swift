import Cells
import Queries
import Records
import Testing

@testable import Screens

/// What is typed into forms: days, suggestions, and where a form begins.
@Suite("Typing into forms")
struct TypedDayFormTests {
  private static func schema(_ number: Int, _ name: String, _ fields: [Field]) -> Schema {
    var schema = Schema(
      table: name, key: .rowid(column: "pk"), fields: fields, titleIndex: fields.count - 1, singular: name,
      plural: name + "s")
    schema.id = TableID(number)
    return schema
  }

  private static let loan: Schema = {
    var day = Field(column: "lent_on", label: "Lent on", kind: .date(.isoText))
    day.hasDefault = true
    return schema(
      7, "loan",
      [
        Field(column: "book", label: "Book", kind: .integer), day,
        Field(column: "person", label: "Person", kind: .text, isRequired: true),
        Field(column: "due", label: "Due", kind: .date(.isoText)),
        Field(column: "finished", label: "Finished", kind: .partialDate),
        Field(column: "status", label: "Status", kind: .choice(["to read", "reading", "read", "stopped"])),
        Field(column: "place", label: "Place", kind: .text),
      ])
  }()

  /// A new loan of a book; today is 1 January 1971, a Friday.
  private func form(given: [String: Value] = [:]) -> StackBuilder {
    var screen = StackBuilder()
    let scope = ListSource.Scope(fields: [0], values: [.integer(1)], title: "Emma")
    screen.stack.receive(.begun(Self.loan, DraftStart(in: scope, of: Self.loan, given: given)))
    return screen
  }

  private func text(_ screen: StackBuilder) -> String { screen.stack.frame().textPlane }

  @Test("The form says which day it has understood, and keeps that one")
  func days() {
    var screen = form()
    screen.press(.tab)
    screen.type("+14")
    #expect(text(screen).contains("Friday, 15 January 1971"))
    screen.press(.tab)
    screen.type("28 nov")
    #expect(text(screen).contains("Saturday, 28 November 1970"))
    screen.press(.tab)
    #expect(screen.stack.needs.draftValue(3) == "1971-01-15")
    #expect(screen.stack.needs.draftValue(4) == "1970-11-28")
  }

  @Test("What is not understood is refused with an example, in both editors of dates")
  func refused() {
    for (tabs, example) in [(1, "+14"), (2, "-3")] {
      var screen = form()
      screen.press([Key](repeating: .tab, count: tabs))
      #expect(text(screen).contains(example))
      screen.type("soon")
      screen.press(.tab)
      #expect(text(screen).contains("Type a day like 28 nov, friday,"))
      screen.press(.control("u"))
      screen.type("3/4")
      screen.press(.tab)
      #expect(text(screen).contains("3/4 is 3 April or 4 March."))
      screen.press(.control("u"))
      screen.type("28 nov 26")
      screen.press(.tab)
      #expect(text(screen).contains("Type all four digits of the year"))
    }
  }

  @Test("A form of a row that points to another one begins with the first field that is to be filled in")
  func firstField() {
    for given in [[:], ["place": Value.text("here")]] {
      var screen = form(given: given)
      screen.type("Anna")
      screen.press(.enter)
      #expect(screen.stack.needs.draftValue(2) == "Anna")
    }
  }

  @Test("A form that closes offers no other record, and the key for one says so", arguments: [true, false])
  func another(closes: Bool) {
    var screen = form(given: closes ? ["place": "here"] : [:])
    screen.resize(200, 24)
    #expect(text(screen).contains("add another") != closes)
    screen.type("Anna")
    #expect(text(screen).contains("add another") != closes)
    screen.press(.alt("a"))
    #expect(screen.effects.contains(.goOn(.another)) != closes)
    if closes { #expect(screen.stack.mode == .text) }
  }

  // MARK: Suggestions

  private func typing(_ text: String, _ field: Int, _ names: [String: Int]?) -> StackBuilder {
    var screen = form()
    screen.press([Key](repeating: .tab, count: field - 2))
    screen.type(String(text.prefix(1)))
    if let names { screen.stack.receive(.suggestions(SuggestionList(names))) }
    screen.type(String(text.dropFirst()))
    return screen
  }

  @Test(
    "The first Tab takes a suggestion and stays, the next one goes on; in texts and in choices alike",
    arguments: [
      (2, "Suz", ["Suzanne Collins": 3], "Suzanne Collins"),
      (6, "suz", ["Suzanne Collins": 3], "Suzanne Collins"),
      (5, "rea", nil, "reading"),
    ] as [(Int, String, [String: Int]?, String)])
  func tab(field: Int, typed: String, names: [String: Int]?, whole: String) {
    var screen = typing(typed, field, names)
    #expect(text(screen).contains("Tab take"))
    screen.press(.tab)
    #expect(screen.stack.mode == .text)
    #expect(screen.stack.needs.draftValue(field) == .null)
    #expect(text(screen).contains("Tab next"))
    screen.press(.tab)
    #expect(screen.stack.mode == .draft)
    #expect(screen.stack.needs.draftValue(field) == .text(Text(whole)))
  }

  @Test(
    "A name that was typed whole is never replaced by a longer one",
    arguments: [
      (2, "Iain Banks", ["Iain Banks": 2, "Iain Banks M": 9]),
      (2, "iain banks", ["Iain Banks": 2, "Iain Banks M": 9]),
      (5, "read", nil),
    ] as [(Int, String, [String: Int]?)])
  func whole(field: Int, typed: String, names: [String: Int]?) {
    var screen = typing(typed, field, names)
    screen.press(.tab)
    #expect(screen.stack.needs.draftValue(field) == .text(Text(typed)))
  }

  @Test("Down brings the longer one, which Tab then takes; Enter and Shift-Tab take what is typed")
  func asked() {
    let names = ["Iain Banks": 2, "Iain Banks M": 9]
    var screen = typing("Iain Banks", 2, names)
    screen.press(.down, .tab, .tab)
    #expect(screen.stack.needs.draftValue(2) == "Iain Banks M")
    for key in [Key.enter, .backTab] {
      var screen = typing("Iai", 2, names)
      screen.press(key)
      #expect(screen.stack.needs.draftValue(2) == "Iai")
    }
  }

  // MARK: Menus

  private static func menu(_ names: [String]) -> StackBuilder {
    var screen = StackBuilder()
    let lists = names.enumerated().map { ListChoice(name: $1, source: ListSource(table: TableID($0 + 1))) }
    screen.stack.open(MenuScreen.adding(to: lists, .books))
    return screen
  }

  @Test("In a menu letters go to choices, whatever else they mean, and only Esc cancels")
  func letters() {
    for (letter, place) in [("q", 4), ("j", 2), ("k", 3), ("g", 1), ("m", 5)] {
      var screen = Self.menu(["Readings", "Gifts", "Journals", "Keys", "Quotes", "Marks"])
      screen.type(letter)
      #expect(screen.stack.mode == .menu, "\(letter)")
      screen.press(.enter)
      #expect(screen.effects.last == .related(.add(ListSource(table: TableID(place + 1)))), "\(letter)")
    }
    var screen = Self.menu(["Readings", "Loans"])
    screen.type("q")
    #expect(screen.stack.mode == .menu)
    screen.type("j")
    screen.press(.enter)
    #expect(screen.effects.last == .related(.add(ListSource(table: TableID(2)))))
    screen = Self.menu(["Readings", "Quotes"])
    screen.press(.escape)
    #expect(screen.stack.mode == .list)
  }

  @Test("In the menu of columns a letter goes to the column as well")
  func columns() {
    var screen = StackBuilder()
    screen.type("cc")
    #expect(screen.stack.mode == .columns)
    screen.type(" ")
    screen.press(.enter)
    #expect(
      screen.effects.contains { if case .showColumns(let shown) = $0 { shown.contains(1) } else { false } })
  }
}
