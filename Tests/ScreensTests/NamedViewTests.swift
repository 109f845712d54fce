import Cells
import Records
import Testing

@testable import Screens

/// A list that shows a view is called by the view's name.
@Suite struct NamedViewTests {
  private func title(_ keys: String) -> String {
    var screen = StackBuilder()
    screen.receive(
      .namedViews(
        Schema.books.id,
        [
          NamedView(name: "Long ones", filter: "peace", order: [], columns: nil),
          NamedView(
            name: "By author", filter: "", order: [.init(column: "author", isDescending: false)], columns: nil
          ),
          NamedView(
            name: "With dates", filter: "", order: [.init(column: "author", isDescending: false)],
            columns: ["copyright"]),
        ]))
    screen.press(keys)
    return screen.lines[0].split(separator: " ").dropFirst().dropLast().joined(separator: " ")
  }

  @Test(
    "The name is that of the same rows, order and columns, or of the same rows, and then the order is said",
    arguments: [
      ("", "Books"), ("/peace", "Books"), ("/peace⏎", "Long ones"), ("/peace⏎⎋", "Books"),
      ("/peace⏎s⇲⏎", "Long ones by Author ↑"), ("/pe⏎", "Books “pe”"), ("s⇲⏎", "By author"),
      ("s⇲⏎S", "Books by Author ↓"), ("s⇲⏎c ⏎", "With dates"), ("c ⏎", "Books"),
    ])
  func names(_ keys: String, _ name: String) {
    #expect(title(keys) == name)
  }

  @Test("A list below another one of its table learns new names, too")
  func listBelow() {
    func stack(naming table: TableID) -> ScreenStack {
      var screen = StackBuilder()
      screen.press("/peace⏎")
      let view = NamedView(name: "Long ones", filter: "peace", order: [], columns: nil)
      screen.receive(.namedViews(Schema.books.id, [view]))
      screen.shows(" Long ones ")
      screen.receive(.opened(ListSource(table: Schema.books.id), .books))
      screen.receive(.namedViews(table, []))
      screen.stack.press("←")
      return screen.stack
    }
    stack(naming: Schema.books.id).shows("Books “peace”")
    stack(naming: TableID(7)).shows(" Long ones ")
  }

  @Test("The filter of the loans is said in words")
  func loans() {
    let columns = ["book", "person", "direction", "due", "back_on"]
    let loans = Schema(
      table: "loan", key: .rowid(column: "pk"),
      fields: columns.map { Field(column: $0, label: $0, kind: .text) }, titleIndex: 1, singular: "loan",
      plural: "loans")
    let titles = ListWording.listTitles(loans, nil, .own, filter: "no:back_on direction:lent")
    #expect(titles[0].hasPrefix("Loans “not back yet"))
    #expect(ListWording.words(of: "no:back_on", in: .books) == "no:back_on")
    var screen = StackBuilder([], .usual, "/no:back_on⏎", schema: loans)
    screen.press("", shows: "No loan matches “not back yet”.")
  }

  @Test("The books of an author and of a month are called that, and any other filter is quoted")
  func phrases() {
    let read = Schema(of: "book", [Field("Title", .text), Field("Status", .choice(["read"]))])
    let sorted = ListOrder(field: 0)
    for (filter, title) in [
      ("author=\"Jane Austen\"", "Books by Jane Austen, by Title ↑"),
      ("reading.finished:2026-01", "Books finished in January 2026, by Title ↑"),
      ("author=\"A\" reading.finished:2026", "Books by A, finished in 2026, by Title ↑"),
      ("reading.finished:2026-01-05", "Books finished on 5 January 2026, by Title ↑"),
      ("reading.finished:2026-13", "Books “reading.finished:2026-13” by Title ↑"),
      ("author=\"A\" kim", "Books “author=\"A\" kim” by Title ↑"), ("", "Books by Title ↑"),
      ("author=\"A\\\"B\"", "Books “author=\"A\\\"B\"” by Title ↑"),
    ] {
      #expect(ListWording.listTitles(read, nil, sorted, filter: filter).first == title)
    }
    #expect(ListWording.listTitles(.books, nil, .own, filter: "author=\"A\"").first == "Books “author=\"A\"”")
  }

  @Test("The views come first, a ready one cannot be removed, and the last line saves this view")
  func screen() {
    let views = [
      ViewChoice("Mine"), ViewChoice("To read", isReady: true),
      ViewChoice("Lent", isReady: true, effect: .reading(.openLoans)),
    ]
    func effects(_ keys: String) -> [Effect] {
      var stack = StackBuilder().stack
      stack.openViews(views)
      return stack.press(keys)
    }
    #expect(effects("⏎") == [.library(.showView("Mine"))])
    #expect(effects("↓⏎") == [.library(.showView("To read"))])
    #expect(effects("l⏎") == [.reading(.openLoans)])
    #expect(effects("-") == [.removeView("Mine")])
    guard case .say? = effects("↓-").first else {
      Issue.record("a ready view is removed without a word")
      return
    }
    #expect(effects("⇲⏎Short⏎") == [.saveView("Short")])
  }
}
