import Cells
import Records
import Testing

@testable import Screens

/// The groups of a sorted list, and headings in the list.
@Suite struct GroupsScreenTests {
  static let found: RowGroups = {
    let groups = (0..<40).map { number -> RowGroup in
      let author: Value = number == 39 ? .null : .text(Text("Author \(number)"))
      return RowGroup(author, count: number + 1, sum: Double(number * 100), numberCount: number)
    }
    return RowGroups(by: 1, total: 2, groups)
  }()

  static func groups(_ size: Size = .usual, keys: String = "") -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openGroups(MergeScreenTests.schema, field: 1)
      $0.receive(.groups(found))
    }
  }

  /// Books with pages and stars.
  private static let rated = Schema(
    of: "book", ["Title": .text, "Author": .text, "Pages": .integer, "Rating": .rating])

  /// A count of authors, of whom one has neither pages nor stars, with the numbers of a field.
  private static func authors(total: Int) -> RowGroups {
    let authors = [("Jane Austen", 6, 2_214.0), ("Ann Lee", 1, 0), ("Leo Tolstoy", 12, 4_180), ("日本", 3, 90)]
    let groups = authors.map { name, count, pages -> RowGroup in
      let (sum, numberCount) =
        total == 2 ? (pages, pages > 0 ? count : 0) : (pages / 500, pages > 100 ? 2 : 0)
      return RowGroup(.text(Text(name)), count: count, sum: sum, numberCount: numberCount)
    }
    return RowGroups(by: 1, total: total, groups)
  }

  static func authors(_ size: Size = .usual, keys: String = "") -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openGroups(rated, field: 1)
      $0.receive(.groups(authors(total: 2)))
      $0.receive(.groups(authors(total: 3)))
    }
  }

  @Test("Groups, authors, and headings in the list, are as recorded") func golden() throws {
    try Golden.check("groups") { Self.groups($0) }
    try Golden.check("authors") { Self.authors($0) }
    try Golden.check("list-headings") { size in
      var stack = Self.list(size)
      stack.shows("Ann Lee  …")
      let found = [RowGroup("Ann Lee", count: 7), RowGroup(.null, count: 5)]
      stack.receive(.groups(RowGroups(by: 2, total: nil, found)))
      return stack.pressing("⇲")
    }
  }

  @Test("A group is opened as a list, shown in the list, and totalled") func keys() {
    var stack = Self.groups()
    #expect(stack.press("↓↓⏎") == [.groups(.find(Self.found.groups[2]))])
    var folded = stack
    #expect(folded.press("z") == [.groups(.unfold(3))])
    #expect(folded.mode == .list)
    #expect(stack.press("y") == [.copyText("Author 2")])
    stack.press("t", shows: "Add up")
    #expect(stack.press("↑⏎") == [.groups(.total(nil))])
    stack.receive(.groups(nil))
    stack.shows("Counting groups …")
  }

  @Test("The menu of f has the authors, whose sums and averages come one after the other") func authorKeys() {
    var list = StackBuilder()
    list.press("f⏎", asks: .groups(.openAuthors))
    list.effects = []
    list.press(":authors⏎", asks: .groups(.openAuthors))
    list.press(":aut", shows: "authors", "lists the authors")
    var stack = Self.authors(keys: "↓↓")
    stack.shows("12  4,180  4.18 ★", "Books  Pages  Rating", " 1 ", "s sort")
    stack.press("sssS", shows: "by sum of Pages ↓")
    stack.press("ss", shows: "by average of Rating ↑")
    #expect(stack.press("⇲⏎") == [.groups(.find(Self.authors(total: 2).groups[2]))])
    // Counted again, the row stays selected; stars of other groups than these do not show.
    stack.receive(.groups(nil))
    let others = [RowGroup("Leo Tolstoy", count: 13, sum: 5_000, numberCount: 13)]
    stack.receive(.groups(RowGroups(by: 1, total: 2, others)))
    stack.shows("13 · Pages 5,000, on average 384.62")
    stack.receive(.groups(Self.authors(total: 3)))
    stack.shows(" 13  5,000 ", "Pages  Rating")
    // Those of another field are for the headings of a list above.
    stack.receive(.groups(RowGroups(by: 0, total: nil)))
    stack.shows(" 13  5,000 ")
  }

  @Test("In a narrow terminal, the numbers of authors have no names") func narrowAuthors() {
    Self.authors(Size(50, 10)).shows("12 · 4,180 · 4.18")
  }

  @Test("Stars alone have an average and no sum") func starsAlone() {
    var stack = ScreenStack.opening {
      $0.openGroups(Self.rated, field: 1)
      $0.receive(.groups(Self.authors(total: 3)))
    }
    stack.shows(" 6  2.21 ★", "Books  Rating")
    guard case .exportRows(_, .lines(let table)?, _)? = stack.press(":export a.csv⏎").last else {
      Issue.record("nothing is exported")
      return
    }
    #expect(table.columns == ["Author", "rows", "average of Rating"])
    #expect(table.rows[1] == ["Ann Lee", .integer(1), .null])
  }

  /// A list sorted by author and a number, with the headings of two authors.
  private static func list(_ size: Size) -> ScreenStack {
    let rows = (0..<12).map { place -> ListRow in
      let author: Value = place < 5 ? "Ann Lee" : place < 7 ? "ann lee" : .null
      return ListRow(
        id: .rowid(Int64(place)), title: .text(Text("Title \(place)")), state: .known,
        values: [.value(author)])
    }
    var window = ListWindow(
      start: 0, rows: rows, count: .exactly(12), order: ListOrder(field: 2), columns: [2])
    window.fields = [2]
    return .opening(size, keys: "Z") { $0.receive(.window(window)) }
  }

  @Test("Headings have the counts of the field that the list is sorted by, and of no other")
  func otherGroups() {
    var stack = Self.list(.usual)
    for (field, count) in [(1, 98), (2, 7)] {
      stack.receive(.groups(RowGroups(by: field, total: nil, [RowGroup("Ann Lee", count: count)])))
      stack.shows(field == 1 ? "Ann Lee  …" : "Ann Lee  7")
    }
  }

  @Test("The selected row is always visible, however many headings there are") func visible() {
    for rows in 3...14 {
      var stack = Self.list(Size(60, rows))
      for key in Key.keys("↓↓↓↓↓↓↓↓↓↓↓↓↓⇱⇟⇟↑↑⇲⇞") {
        _ = stack.press(key)
        stack.shows("Title \(stack.selectedPlace) ")
      }
    }
  }
}

extension RowGroups {
  /// Groups that are counted, with the sums of a field.
  fileprivate init(by field: Int, total: Int?, _ groups: [RowGroup]) {
    self.init(by: field, total: total)
    for group in groups { add(group, isOfLast: false) }
  }
}
