import Cells
import Records
import Screens
import Testing

/// What a library says of its rows below the screen, and what the lesson says of memory.
@Suite("The status line") struct StatusLineTests {
  /// The status line of a terminal with a line of keys.
  private func line(_ screen: StackBuilder) -> Substring { screen.lines[screen.lines.count - 2] }

  @Test("A library says how many rows there are and where the selection is, with the matches of a search")
  func place() {
    var screen = StackBuilder(StackBuilder.volumes(60))
    for (keys, left, right) in [
      ("", " 60 books   ", " 1 of 60 "), ("↓", " 60 books   ", " 2 of 60 "),
      ("⇲", " 60 books   ", " 60 of 60 "),
      ("/7⏎", " Esc brings the whole list back.  6 of 60 books   ", " of 6 "),
      ("⇱", " 6 of 60 books  ", " 1 of 6 "),
    ] {
      screen.press(keys)
      #expect(line(screen).hasPrefix(left) && line(screen).hasSuffix(right), "\(keys): \(line(screen))")
      #expect(!screen.lines[0].contains(" of "), "\(screen.lines[0])")
    }
  }

  @Test("The place is that of the record that is shown, also while it is edited, and of no other screen")
  func record() {
    var screen = StackBuilder(StackBuilder.volumes(60))
    for (keys, isShown) in [("↓⏎", true), ("⏎⏎", true), ("⎋⎋⎋", true), ("+", false)] {
      screen.press(keys)
      #expect(line(screen).hasSuffix(" 2 of 60 ") == isShown, "\(keys): \(screen.text)")
    }
    #expect(!ScreenStack.opening { $0.openHistory(.steps, []) }.text.contains(" of 3"))
    // Only the detail goes to the next record here; the list has not followed yet.
    screen = StackBuilder(StackBuilder.volumes(60), .usual, "⏎n")
    #expect(!screen.text.contains(" of 60"))
  }

  @Test("What is not written and what is to be settled is said as long as there is some") func unwritten() {
    var screen = StackBuilder()
    screen.press("⏎", hides: "◆")
    screen.press("⏎↓↓⏎!⏎⎋⎋", shows: "◆ War and Peace")
    #expect(line(screen).hasSuffix(" 1 of 3 · ◆ 1 "))
    screen.stack.meter.unsettledCount = 2
    #expect(line(screen).hasSuffix(" 1 of 3 · ◆ 1 · 2 to settle "))
    screen.stack.meter.dirty = 0
    #expect(line(screen).hasSuffix(" 1 of 3 · 2 to settle "))
  }

  @Test("Hydrated records are marked where the meter is: in the lesson, and beside the inspector")
  func lesson() {
    for keys in ["", "i"] {
      var screen = StackBuilder(StackBuilder.volumes(60), .usual, "⏎⎋")
      screen.shows("60 books  ", hides: "●", "hydrated ·")
      screen.stack.settings.hasLongMeter = keys.isEmpty
      screen.press(keys + "↓", shows: "● Volume 1 ", "Books · 2 of 60")
      #expect(line(screen).hasSuffix("   60 books · 1 hydrated · 0 dirty · 104 B "))
      #expect(line(screen).hasPrefix("      "))
    }
  }

  @Test("The rows are left out where there is no room for them beside the place or after a message")
  func narrow() {
    var screen = StackBuilder(StackBuilder.volumes(1_200))
    for (columns, expected) in [
      (32, " 1,200 books         1 of 1,200 "), (24, "             1 of 1,200 "),
    ] {
      screen.resize(columns, 6)
      #expect(line(screen) == expected)
    }
    screen.stack.message = Message("Saved Author.")
    for (columns, expected) in [
      (38, " Saved Author.             1 of 1,200 "), (40, " Saved Author.  1,200 books  1 of 1,200 "),
    ] {
      screen.resize(columns, 6)
      #expect(line(screen) == expected)
    }
    // A message that does not fit takes the place of the keys.
    screen.stack.message = Message("Imported: 7 new · 1 completed.")
    #expect(line(screen) == " 1,200 books                 1 of 1,200 ")
    #expect(screen.lines.last?.hasPrefix(" Imported: 7 new · 1 completed. ") == true)
  }
}
