import Cells
import Records
import Testing

@testable import Screens

/// What a person meets every day: the way into editing, what the last line offers, and keys that mean nothing.
@Suite struct EverydayTests {
  private func keysLine(_ screen: StackBuilder) -> String { screen.lines.last.map(String.init) ?? "" }

  @Test("e on the list edits the book, and the way back leads through it") func editing() {
    var screen = StackBuilder()
    screen.press("e", to: .detailEditing)
    #expect(screen.effects.contains(.beginForm))
    screen.press("⎋", to: .detail)
    screen.press("⎋", to: .list, shows: "Edit")
  }

  @Test("e edits nothing where no row is, or where nothing can be changed") func notEditing() {
    var screen = StackBuilder([])
    screen.press("e", to: .list)
    screen = StackBuilder(isReadOnly: true)
    screen.press("e", to: .list)
    #expect(screen.stack.message == Wording.readOnly)
  }

  @Test("Moving is offered only where something moves") func moving() {
    var screen = StackBuilder()
    #expect(keysLine(screen).contains("↑↓ move"))
    screen.press("⏎")
    #expect(keysLine(screen).contains("↑↓ field"))
    #expect(!keysLine(StackBuilder(StackBuilder.volumes(1))).contains("↑↓ move"))
    for (rows, moves) in [(200, false), (10, true)] {
      #expect(keysLine(StackBuilder(Size(120, rows), "?")).contains("↑↓ move") == moves)
    }
  }

  @Test("The jump to a letter says at once that it needs a sort by a text") func letters() {
    var screen = StackBuilder()
    screen.press("'", to: .list)
    #expect(screen.message == "Sort the list by a text first: press s.")
    screen.press("s↓⏎'", to: .letter)
  }

  @Test("A key that does nothing says so, and where the keys are listed") func unbound() {
    var screen = StackBuilder()
    for (keys, key, help) in [("x", "x", "?"), ("⏎⌃t", "^T", "?"), ("e⌥z", "Alt-Z", "F1")] {
      screen.press(keys)
      #expect(screen.message == "\(key) does nothing here. \(help) shows the keys.")
    }
  }

  @Test(
    "An Alt-key that is bound to nothing says so and does nothing else",
    arguments: ["", "⏎", "e", "e⏎", "?", "/", ":", "s", "g", "'", "+", "U", "f", "="])
  func unboundAlt(_ way: String) {
    var screen = StackBuilder(.usual, "s↓⏎" + way)
    let (mode, depth) = (screen.mode, screen.stack.screenCount)
    let keys = KeyTable.bindings(in: mode).flatMap(\.actions).map(\.key)
    var count = 0
    for letter in "abcdefghijklmnopqrstuvwxyzGKNU-+=*/?:<>!1 " where !keys.contains(.alt(letter)) {
      screen.effects = []
      screen.press([.alt(letter)])
      #expect(screen.effects == [.say(Wording.unbound(.alt(letter), in: mode))], "Alt-\(letter)")
      #expect(screen.mode == mode && screen.stack.screenCount == depth, "Alt-\(letter)")
      count += 1
    }
    #expect(count > 30)
  }

  @Test("? and F1 show the keys, and ? closes them") func help() {
    for keys in ["?", "①"] {
      var screen = StackBuilder()
      screen.press(keys, to: .help)
      screen.press("?", to: .list)
    }
  }

  @Test("The list of a table that was named leads back to the list of the tables") func tables() {
    var stack = ScreenStack(schema: .books, size: .usual, tables: TablesTests.tables, startsWithTables: false)
    #expect(stack.mode == .list)
    stack.shows("‹")
    stack.press("←", to: .tables)
  }
}
