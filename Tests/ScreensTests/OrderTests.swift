import Cells
import Records
import Screens
import Testing

/// The menu of orders, and what is said while the list is being put into one.
@Suite struct OrderTests {
  @Test("a chosen field orders the list, and chosen again the other way round, with the same book selected")
  func choosing() {
    var screen = StackBuilder(.usual, "↓")
    screen.press("s⇲⏎", at: 1, asks: .order(ListOrder(field: 2), keeping: .rowid(2)))
    let turned = Effect.order(ListOrder(field: 2, isDescending: true), keeping: .rowid(2))
    screen.press("s⏎", asks: turned, shows: "Books by Author ↓")
    screen.press("s⇱⏎", to: .list, asks: .order(.own, keeping: .rowid(2)))
  }

  @Test("Space adds fields to the order and takes them out, and S turns one of them round")
  func severalFields() {
    var screen = StackBuilder(.usual, "s⇲ ⇱↓ S")
    #expect(screen.effects.isEmpty)
    screen.shows("1↑ Author", "2↓ Title")
    let order = ListOrder([.init(field: 2), .init(field: 0, isDescending: true)])
    screen.press("⏎", asks: .order(order, keeping: .rowid(1)), shows: "Books by Author ↑, Title ↓")
    screen.press("S", asks: .order(order.reversed, keeping: .rowid(1)))
    // The menu begins at the first field of the order, which Space takes out.
    screen.press("s ⏎", asks: .order(ListOrder(field: 0), keeping: .rowid(1)))
    screen.press("s⇲ SS⏎", shows: "Books by Title ↑, Author ")
    screen.press("s⇱ ⏎", asks: .order(.own, keeping: .rowid(1)))
  }

  @Test("S turns the order round at once, the table's own too") func reversing() {
    var screen = StackBuilder()
    let turned = Effect.order(ListOrder(isDescending: true), keeping: .rowid(1))
    screen.press("S", asks: turned, shows: "Books ↓")
  }

  @Test(
    "an order keeps the book that was chosen last, though the filter does not show it, and Esc the one found")
  func keeping() {
    var screen = StackBuilder(.usual, "/dante⏎")
    screen.press("S", asks: .order(ListOrder(isDescending: true), keeping: .rowid(1)))
    screen.press("⎋", asks: .find("", keeping: .rowid(3)))
  }

  @Test("Esc leaves the order as it was") func cancelling() {
    var screen = StackBuilder()
    screen.press("s↓⎋", to: .list)
    #expect(screen.effects.isEmpty)
  }

  @Test(
    "the bar shows less of the order and the filter the narrower it is",
    arguments: [(40, " Books “o” by Author ↑ "), (24, " Books “o” "), (16, " Books ")])
  func narrowing(_ columns: Int, _ bar: String) {
    #expect(StackBuilder(Size(columns, 10), "/o⏎s⇲⏎").lines[0].contains(bar))
  }

  @Test(
    "progress has a bar where there is room, and says how it ends",
    arguments: [
      (80, "Sorting by Author ━━━━━────── 42 %  Esc cancels  3 books   "),
      (54, "Sorting by Author ━━─── 42 %  Esc cancels "),
      (50, "Sorting by Author ━━━━━────── 42 %  Esc cancels"),
      (44, "Sorting by Author ━━─── 42 %  Esc cancels"),
      (38, "Sorting by Author 42 %  Esc cancels"),
    ])
  func progress(_ columns: Int, _ text: String) {
    var screen = StackBuilder(Size(columns, 10))
    screen.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)))
    screen.shows(text)
  }

  @Test("that Esc cancels is said only where it does") func escape() {
    var screen = StackBuilder()
    screen.receive(.progress(WorkProgress("Setting Author", fraction: 0.5, isCancellable: true)))
    screen.shows(" 50 %  Esc cancels")
    for keys in ["⏎", "⏎⏎", "+", "?"] {
      screen.press(keys, shows: "Setting Author ━", hides: " 50 %  Esc cancels")
      for _ in keys { screen.press("⎋") }
      screen.shows(" 50 %  Esc cancels")
    }
    #expect(!screen.effects.contains(.cancelWork))
    screen.press("⏎")
    screen.receive(.progress(WorkProgress("Waiting", isCancellable: true, isCancellableAnywhere: true)))
    screen.shows("Waiting…  Esc cancels")
  }

  @Test("no other filter or order is asked for while work needs the list", arguments: ["/", "s", "S"])
  func needed(_ key: String) {
    var screen = StackBuilder()
    screen.receive(.progress(WorkProgress("Setting Author", isCancellable: true, needsList: true)))
    screen.press(key, to: .list)
    #expect(screen.stack.message == Wording.stillWorking)
    screen.receive(.progress(WorkProgress("Counting")))
    screen.press(key)
    #expect(screen.stack.message == nil)
  }

  @Test(
    "a fraction of any size is drawn",
    arguments: [-1, 0, 0.999, 1, 7, .infinity, -.infinity, .nan] as [Double])
  func fractions(_ fraction: Double) {
    var screen = StackBuilder(Size(100, 10))
    screen.receive(.progress(WorkProgress("Sorting", fraction: fraction)))
    screen.shows(fraction.isFinite ? " \(Int(min(max(fraction, 0), 1) * 100)) %" : "Sorting…")
  }

  @Test("beside a message the progress is short, and where there is no room it follows with the next key")
  func messages() {
    var screen = StackBuilder()
    screen.stack.message = Message("Made a new library.")
    let slowly = "Counting " + String(repeating: "slowly ", count: 9)
    for (progress, text) in [
      (WorkProgress("Counting"), "Made a new library.  Counting…"),
      (
        WorkProgress("Setting Author", fraction: 0.5, isCancellable: true),
        "Made a new library.  Setting Author 50 %  Esc cancels"
      ), (WorkProgress(slowly), "Made a new library. "),
    ] {
      screen.receive(.progress(progress))
      screen.shows(text)
    }
    screen.shows(hides: "Counting")
    screen.receive(.progress(WorkProgress("Counting")))
    screen.press("↓", shows: "Counting…")
    screen.receive(.progress(nil))
    screen.shows(hides: "Counting")
  }
}
