import Cells
import Records
import Screens
import Testing

/// The menu of orders, and what is said while the list is being put into one.
@Suite struct OrderTests {
  private var screen = StackBuilder()

  @Test("a chosen field orders the list, and chosen again the other way round, with the same book selected")
  mutating func choosing() {
    screen.press(.down, .character("s"), .end, .enter)
    #expect(screen.effects.last == .order(ListOrder(field: 2), keeping: .rowid(2)))
    #expect(screen.selectedTitle == "Mac OS X Internals")
    screen.press(.character("s"), .enter)
    #expect(screen.effects.last == .order(ListOrder(field: 2, isDescending: true), keeping: .rowid(2)))
    #expect(screen.stack.frame().textPlane.contains("Books by Author ↓"))
    screen.press(.character("s"), .home, .enter)
    #expect(screen.effects.last == .order(.own, keeping: .rowid(2)))
    #expect(screen.stack.mode == .list)
  }

  @Test("Space adds fields to the order and takes them out, and S turns one of them round")
  mutating func severalFields() {
    screen.press(.character("s"), .end, .character(" "), .home, .down, .character(" "), .character("S"))
    #expect(screen.effects.isEmpty)
    let text = screen.stack.frame().textPlane
    #expect(text.contains("1↑ Author") && text.contains("2↓ Title"))
    screen.press(.enter)
    let order = ListOrder([.init(field: 2), .init(field: 0, isDescending: true)])
    #expect(screen.effects.last == .order(order, keeping: .rowid(1)))
    #expect(screen.stack.frame().textPlane.contains("Books by Author ↑, Title ↓"))
    screen.press(.character("S"))
    #expect(screen.effects.last == .order(order.reversed, keeping: .rowid(1)))
    // The menu begins at the first field of the order, which Space takes out.
    screen.press(.character("s"), .character(" "), .enter)
    #expect(screen.effects.last == .order(ListOrder(field: 0), keeping: .rowid(1)))
    screen.press(.character("s"), .end, .character(" "), .character("S"), .character("S"), .enter)
    #expect(screen.stack.frame().textPlane.contains("Books by Title ↑, Author "))
    screen.press(.character("s"), .home, .character(" "), .enter)
    #expect(screen.effects.last == .order(.own, keeping: .rowid(1)))
  }

  @Test("S turns the order round at once, the table's own too")
  mutating func reversing() {
    screen.press(.character("S"))
    #expect(screen.effects.last == .order(ListOrder(isDescending: true), keeping: .rowid(1)))
    #expect(screen.stack.selectedPlace == 2)
    #expect(screen.stack.frame().textPlane.contains("Books ↓"))
  }

  @Test(
    "an order keeps the book that was chosen last, though the filter does not show it, and Esc the one found")
  mutating func keeping() {
    screen.type("/dante")
    screen.press(.enter, .character("S"))
    #expect(screen.effects.last == .order(ListOrder(isDescending: true), keeping: .rowid(1)))
    screen.press(.escape)
    #expect(screen.effects.last == .find("", keeping: .rowid(3)))
  }

  @Test("Esc leaves the order as it was")
  mutating func cancelling() {
    screen.press(.character("s"), .down, .escape)
    #expect(screen.effects.isEmpty)
    #expect(screen.stack.mode == .list)
  }

  @Test("the bar shows less of the order and the filter the narrower it is")
  mutating func narrowing() {
    screen.type("/o")
    screen.press(.enter, .character("s"), .end, .enter)
    func bar(_ columns: Int) -> Substring? {
      var narrow = screen
      narrow.resize(columns, 10)
      return narrow.stack.frame().textPlane.split(separator: "\n").first
    }
    #expect(bar(40)?.contains(" Books “o” by Author ↑ ") == true)
    #expect(bar(24)?.contains(" Books “o” ") == true)
    #expect(bar(16)?.contains(" Books ") == true)
  }

  @Test(
    "progress has a bar where there is room, and says how it ends",
    arguments: [
      (100, "Sorting by Author ━━━━━────── 42 %  Esc cancels   "),
      (85, "Sorting by Author ━━─── 42 %  Esc cancels "),
      (70, "Sorting by Author ━━━━━────── 42 %  Esc cancels"),
      (44, "Sorting by Author ━━─── 42 %  Esc cancels"),
      (38, "Sorting by Author 42 %  Esc cancels"),
    ])
  mutating func progress(_ columns: Int, _ text: String) {
    screen.resize(columns, 10)
    let sorting = WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)
    screen.stack.receive(.progress(sorting))
    #expect(screen.stack.frame().textPlane.contains(text))
  }

  @Test("that Esc cancels is said only where it does")
  mutating func escape() {
    var screen = screen
    func says() -> Bool { screen.stack.frame().textPlane.contains(" 50 %  Esc cancels") }
    screen.stack.receive(.progress(WorkProgress("Setting Author", fraction: 0.5, isCancellable: true)))
    #expect(says())
    for keys in [[Key.enter], [.enter, .enter], [.character("+")], [.character("?")]] {
      screen.press(keys)
      #expect(!says(), "\(keys)")
      #expect(screen.stack.frame().textPlane.contains("Setting Author ━"), "\(keys)")
      for _ in keys { screen.press(.escape) }
      #expect(says(), "\(keys)")
    }
    #expect(!screen.effects.contains(.cancelWork))
    screen.press(.enter)
    screen.stack.receive(.progress(WorkProgress("Waiting", isCancellable: true, isCancellableAnywhere: true)))
    #expect(screen.stack.frame().textPlane.contains("Waiting…  Esc cancels"))
  }

  @Test("no other filter or order is asked for while work needs the list", arguments: ["/", "s", "S"])
  mutating func needed(_ key: Character) {
    screen.stack.receive(.progress(WorkProgress("Setting Author", isCancellable: true, needsList: true)))
    screen.press(.character(key))
    #expect(screen.stack.message == Wording.stillWorking)
    #expect(screen.stack.mode == .list)
    screen.stack.receive(.progress(WorkProgress("Counting")))
    screen.press(.character(key))
    #expect(screen.stack.message == nil)
  }

  @Test(
    "a fraction of any size is drawn",
    arguments: [-1, 0, 0.999, 1, 7, .infinity, -.infinity, .nan] as [Double])
  mutating func fractions(_ fraction: Double) {
    screen.resize(100, 10)
    screen.stack.receive(.progress(WorkProgress("Sorting", fraction: fraction)))
    let text = screen.stack.frame().textPlane
    #expect(text.contains(fraction.isFinite ? " \(Int(min(max(fraction, 0), 1) * 100)) %" : "Sorting…"))
  }

  @Test("beside a message the progress is short, and where there is no room it follows with the next key")
  mutating func messages() {
    screen.stack.receive(.progress(WorkProgress("Counting")))
    screen.stack.message = Message("Made a new library.")
    #expect(screen.stack.frame().textPlane.contains("Made a new library.  Counting…"))
    screen.stack.receive(.progress(WorkProgress("Setting Author", fraction: 0.5, isCancellable: true)))
    #expect(
      screen.stack.frame().textPlane.contains("Made a new library.  Setting Author 50 %  Esc cancels"))
    screen.stack.receive(.progress(WorkProgress("Counting " + String(repeating: "slowly ", count: 9))))
    #expect(screen.stack.frame().textPlane.contains("Made a new library. "))
    #expect(!screen.stack.frame().textPlane.contains("Counting"))
    screen.stack.receive(.progress(WorkProgress("Counting")))
    screen.press(.down)
    #expect(screen.stack.frame().textPlane.contains("Counting…"))
    screen.stack.receive(.progress(nil))
    #expect(!screen.stack.frame().textPlane.contains("Counting"))
  }
}
