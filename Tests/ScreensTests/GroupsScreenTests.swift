import Cells
import Records
import Testing

@testable import Screens

/// The groups of a sorted list, and headings in the list.
@Suite struct GroupsScreenTests {
  static let found: RowGroups = {
    var found = RowGroups(by: 1, total: 2)
    for number in 0..<40 {
      let author: Value = number == 39 ? .null : .text(Text("Author \(number)"))
      found.add(
        RowGroup(author, count: number + 1, sum: Double(number * 100), numberCount: number), isOfLast: false)
    }
    return found
  }()

  static func groups(_ size: Size = .usual, keys: String = "") -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openGroups(MergeScreenTests.schema, field: 1)
      $0.receive(.groups(found))
    }
  }

  @Test("Groups, and headings in the list, are as recorded") func golden() throws {
    try Golden.check("groups") { Self.groups($0) }
    try Golden.check("list-headings") { size in
      var stack = Self.list(size)
      stack.shows("Ann Lee  …")
      var found = RowGroups(by: 2, total: nil)
      found.add(RowGroup("Ann Lee", count: 7), isOfLast: false)
      found.add(RowGroup(.null, count: 5), isOfLast: false)
      stack.receive(.groups(found))
      return stack.pressing("⇲")
    }
  }

  @Test("A group is opened as a list, shown in the list, and totalled")
  func keys() {
    var stack = Self.groups()
    #expect(stack.press("↓↓⏎") == [.groups(.find(Self.found.groups[2]))])
    var folded = stack
    #expect(folded.press("z") == [.groups(.unfold(3))])
    #expect(folded.mode == .list)
    #expect(stack.press("y") == [.copyText("Author 2")])
    stack.press("t")
    stack.shows("Add up")
    #expect(stack.press("↑⏎") == [.groups(.total(nil))])
    stack.receive(.groups(nil))
    stack.shows("Counting groups …")
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

  @Test("The selected row is always visible, however many headings there are")
  func visible() {
    for rows in 3...14 {
      var stack = Self.list(Size(60, rows))
      for key in Key.keys("↓↓↓↓↓↓↓↓↓↓↓↓↓⇱⇟⇟↑↑⇲⇞") {
        _ = stack.press(key)
        stack.shows("Title \(stack.selectedPlace) ")
      }
    }
  }
}
