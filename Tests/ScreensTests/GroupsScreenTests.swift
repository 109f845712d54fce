import Cells
import Keys
import Pages
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

  static func groups(_ size: Size = Size(columns: 80, rows: 24)) -> ScreenStack {
    var stack = StackBuilder(columns: size.columns, rows: size.rows).stack
    stack.openGroups(MergeScreenTests.schema, field: 1)
    stack.receive(.groups(found))
    return stack
  }

  @Test(arguments: StatisticsScreenTests.sizes) func golden(_ size: Size) throws {
    try Golden.check(Self.groups(size).frame(), "groups")
  }

  @Test("A group is opened as a list, shown in the list, and totalled")
  func keys() {
    var stack = Self.groups()
    _ = stack.press(all: .down, .down)
    #expect(stack.press(.enter) == [.groups(.find(Self.found.groups[2]))])
    var folded = stack
    #expect(folded.press(.character("z")) == [.groups(.unfold(3))])
    #expect(folded.mode == .list)
    #expect(stack.press(.character("y")) == [.copyText("Author 2")])
    _ = stack.press(.character("t"))
    #expect(stack.frame().textPlane.contains("Add up"))
    #expect(stack.press(all: .up, .enter) == [.groups(.total(nil))])
    stack.receive(.groups(nil))
    #expect(stack.frame().textPlane.contains("Counting groups …"))
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
    var stack = StackBuilder(columns: size.columns, rows: size.rows).stack
    stack.receive(.window(window))
    _ = stack.press(.character("Z"))
    return stack
  }

  @Test(arguments: StatisticsScreenTests.sizes) func headings(_ size: Size) throws {
    var stack = Self.list(size)
    #expect(stack.frame().textPlane.contains("Ann Lee  …"))
    var found = RowGroups(by: 2, total: nil)
    found.add(RowGroup("Ann Lee", count: 7), isOfLast: false)
    found.add(RowGroup(.null, count: 5), isOfLast: false)
    stack.receive(.groups(found))
    _ = stack.press(.end)
    try Golden.check(stack.frame(), "list-headings")
  }

  @Test("The selected row is always visible, however many headings there are, and a click finds it")
  func visible() {
    for rows in 3...14 {
      var stack = Self.list(Size(columns: 60, rows: rows))
      for key in Array(repeating: Key.down, count: 13) + [
        .home, .pageDown, .pageDown, .up, .up, .end, .pageUp,
      ] {
        _ = stack.press(key)
        let place = stack.selectedPlace
        #expect(stack.frame().textPlane.contains("Title \(place) "), "\(rows) rows, \(key)")
      }
    }
  }
}
