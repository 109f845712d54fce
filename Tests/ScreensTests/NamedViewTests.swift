import Cells
import Records
import Testing

@testable import Screens

/// A list that shows a view is called by the view's name.
@Suite struct NamedViewTests {
  private static let longOnes = NamedView(name: "Long ones", filter: "peace", order: [], columns: nil)

  private func title(_ keys: String) -> String {
    func byAuthor(_ name: String, _ columns: [String]?) -> NamedView {
      NamedView(
        name: name, filter: "", order: [.init(column: "author", isDescending: false)], columns: columns)
    }
    var screen = StackBuilder()
    let views = [Self.longOnes, byAuthor("By author", nil), byAuthor("With dates", ["copyright"])]
    screen.receive(.namedViews(Schema.books.id, views))
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

  @Test("A list below another one of its table learns new names, too") func listBelow() {
    func stack(naming table: TableID) -> ScreenStack {
      var screen = StackBuilder()
      screen.press("/peace⏎")
      screen.receive(.namedViews(Schema.books.id, [Self.longOnes]))
      screen.shows(" Long ones ")
      screen.receive(.opened(ListSource(table: Schema.books.id), .books))
      screen.receive(.namedViews(table, []))
      screen.stack.press("←")
      return screen.stack
    }
    stack(naming: Schema.books.id).shows("Books “peace”")
    stack(naming: TableID(7)).shows(" Long ones ")
  }

  @Test("The filter of the loans is said in words") func loans() {
    let titles = ListWording.listTitles(.loans, nil, .own, filter: "no:back_on direction:lent")
    #expect(titles[0].hasPrefix("Loans “not back yet"))
    #expect(ListWording.words(of: "no:back_on", in: .books) == "no:back_on")
    StackBuilder([], .usual, "/no:back_on⏎", schema: .loans).shows("No loan matches “not back yet”.")
  }

  @Test("The books of an author and of a month are called that, and any other filter is quoted")
  func phrases() {
    let read = Schema(of: "book", ["Title": .text, "Status": .choice(["read"])])
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
