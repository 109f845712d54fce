import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// What a person meets every day: the way into editing, what the last line offers, and keys that mean nothing.
@Suite struct EverydayTests {
  private var screen = StackBuilder()

  private var keysLine: String {
    screen.stack.frame().textPlane.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test("e on the list edits the book, and the way back leads through it")
  mutating func editing() {
    screen.type("e")
    #expect(screen.stack.mode == .detailEditing)
    #expect(screen.effects.contains(.beginForm))
    screen.press(.escape)
    #expect(screen.stack.mode == .detail)
    screen.press(.escape)
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.frame().textPlane.contains("Edit"))
  }

  @Test("e edits nothing where no row is, or where nothing can be changed")
  func notEditing() {
    var empty = StackBuilder([])
    empty.type("e")
    #expect(empty.stack.mode == .list)
    var readOnly = StackBuilder(isReadOnly: true)
    readOnly.type("e")
    #expect(readOnly.stack.mode == .list)
    #expect(readOnly.stack.message == Wording.readOnly)
  }

  @Test("Moving is offered only where something moves")
  mutating func moving() {
    #expect(keysLine.contains("↑↓ move"))
    screen.press(.enter)
    #expect(keysLine.contains("↑↓ field"))
    screen = StackBuilder(StackBuilder.volumes(1))
    #expect(!keysLine.contains("↑↓ move"))
    screen = StackBuilder(columns: 120, rows: 200)
    screen.type("?")
    #expect(!keysLine.contains("↑↓ move"))
    screen.resize(120, 10)
    #expect(keysLine.contains("↑↓ move"))
  }

  @Test("The jump to a letter says at once that it needs a sort by a text")
  mutating func letters() {
    screen.type("'")
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.message?.text == "Sort the list by a text first: press s.")
    screen.order = ListOrder(field: 0)
    screen.answer([])
    screen.type("'")
    #expect(screen.stack.mode == .letter)
  }

  @Test("A key that does nothing says so, and where the keys are listed")
  mutating func unbound() {
    screen.type("x")
    #expect(screen.stack.message?.text == "x does nothing here. ? shows the keys.")
    screen.press(.enter, .control("t"))
    #expect(screen.stack.message?.text == "^T does nothing here. ? shows the keys.")
    screen.type("e")
    screen.press(.alt("z"))
    #expect(screen.stack.message?.text == "Alt-Z does nothing here. F1 shows the keys.")
  }

  @Test("An Alt-key that is bound to nothing says so and does nothing else", arguments: Self.waysIn)
  func unboundAlt(_ way: [Key]) {
    var screen = StackBuilder()
    screen.order = ListOrder(field: 0)
    screen.press(way)
    let (mode, depth) = (screen.stack.mode, screen.stack.stack.screens.count)
    let keys = KeyTable.bindings(in: mode).flatMap(\.actions).map(\.key)
    var count = 0
    for letter in "abcdefghijklmnopqrstuvwxyzGKNU-+=*/?:<>!1 " where !keys.contains(.alt(letter)) {
      screen.effects = []
      screen.press(.alt(letter))
      #expect(screen.effects == [.say(Wording.unbound(.alt(letter), in: mode))], "Alt-\(letter)")
      #expect(screen.stack.mode == mode && screen.stack.stack.screens.count == depth, "Alt-\(letter)")
      count += 1
    }
    #expect(count > 30)
  }

  /// The keys from the list to one screen of each kind that takes keys.
  static let waysIn: [[Key]] = [
    [], [.enter], [.character("e")], [.character("e"), .enter], [.character("?")], [.character("-")],
    [.character("/")], [.character(":")], [.character("s")], [.character("g")], [.character("'")],
    [.character("+")], [.character("U")], [.character("f")], [.character("=")],
  ]

  @Test("F1 shows the keys everywhere")
  mutating func help() {
    screen.press(.f1)
    #expect(screen.stack.mode == .help)
  }

  @Test("With marks the last line offers what can be done with them, at 80 columns")
  mutating func marks() {
    for hint in ["= set", "* all", "U history"] { #expect(!keysLine.contains(hint)) }
    screen.type(" ")
    for hint in ["= set", "* all", "U history", "- delete", "? help"] {
      #expect(keysLine.contains(hint), "\(hint)")
    }
  }

  @Test("What the list is sorted by is called a sort")
  mutating func sorting() {
    screen.type("s")
    #expect(screen.stack.frame().textPlane.contains("Sort by"))
  }

  @Test("The list of a table that was named leads back to the list of the tables")
  func tables() {
    var stack = ScreenStack(
      schema: .books, size: Size(columns: 80, rows: 24), tables: TablesTests.tables, startsWithTables: false)
    #expect(stack.mode == .list)
    #expect(stack.frame().textPlane.contains("‹"))
    _ = stack.press(.left)
    #expect(stack.mode == .tables)
  }
}
