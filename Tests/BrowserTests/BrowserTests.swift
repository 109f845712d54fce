import Browser
import Cells
import Testing

/// The loop, from keys to the database, without a tty.
@Suite struct BrowserTests {
  private let scratch: Scratch
  private let author = "SELECT author FROM book WHERE pk = 3"

  init() throws { scratch = try Scratch() }

  /// From the list to the Divine Comedy's author with “!” behind it, saved.
  private func editAuthor() -> Flow {
    Flow(scratch).press("End", "Enter", "Enter", "End", "Enter").type("!", "Enter")
  }

  @Test("an edit reaches the database with the memory warning, not before") func memoryWarning() throws {
    let flow = editAuthor()
    flow.expect("3 books", "3 of 3 · ◆ 1")
    try flow.expect(sql: author, ["Dante Alighieri"])
    flow.press("Esc", "m")
    flow.expect("Memory warning: wrote 1 book, freed ", "Dante Alighieri!", gone: "◆")
    #expect(try flow.counts.hydrated == 0)
    try flow.expect(sql: author, ["Dante Alighieri!"])
  }

  @Test("suspending writes back and keeps the screen", arguments: [Event.key(.control("z")), .signal(.stop)])
  func suspending(_ event: Event) throws {
    let flow = editAuthor()
    flow.send(event)
    #expect(flow.suspensions == 1)
    try flow.expect(sql: author, ["Dante Alighieri!"])
    flow.expect("Dante Alighieri!", gone: "◆")
    #expect(try flow.counts.hydrated == 1)
  }

  @Test("looking at every book and quitting writes nothing") func lookingOnly() throws {
    let flow = Flow(scratch)
    flow.press("Enter", "n", "n", "n", "Esc")
    flow.quit()
    #expect(!scratch.trace.take().contains { $0.hasPrefix("UPDATE") || $0.hasPrefix("BEGIN") })
  }

  @Test("a cancelled draft leaves no row, a saved one is shown and then selected") func adding() throws {
    let flow = Flow(scratch)
    flow.press("+", "Enter").type("O'Brien", "Enter", "Esc", "d", "Enter")
    try flow.expect(sql: "SELECT count(*) FROM book", ["3"])
    flow.press("+", "Enter").type("O'Brien", "Enter", "^S").expect("‹ Books", "Added the book.")
    flow.press("Esc").expect(selected: "O'Brien")
    try flow.expect(sql: "SELECT title, copyright, author FROM book WHERE pk = 4", ["O'Brien|NULL|NULL"])
  }

  @Test("a draft without a title is not saved and says why") func draftWithoutTitle() throws {
    let flow = Flow(scratch)
    flow.press("+", "^S").expect("Title is required.")
    flow.end()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("deleting asks, Cancel comes first, and the next book is selected") func deleting() throws {
    let flow = Flow(scratch)
    flow.press("-", "Enter")
    try flow.expect(sql: "SELECT count(*) FROM book", ["3"])
    flow.press("Delete", "Right", "Enter").expect(list: ["Mac OS X Internals", "The Divine Comedy"])
    flow.expect(selected: "Mac OS X Internals")
    flow.expect("2 books")
    try flow.expect(sql: "SELECT pk FROM book", ["2", "3"])
  }

  @Test("quitting waits for a lock; Esc asks what to do then, and Try again writes")
  func quittingFails() throws {
    let other = try scratch.lock()
    let flow = editAuthor()
    flow.press("Esc", "Esc", "q").expect("Waiting for another program…  Esc cancels")
    flow.press("Esc")
    flow.expect(
      "1 book could not be written. Another program has locked",
      "[Cancel]  [Try again]  [Keep for later]  [Discard]")
    try other.run("ROLLBACK")
    #expect(flow.end(.key(.enter)) == .quit)
    try scratch.expect(author, ["Dante Alighieri!"])
  }

  @Test("a signal that ends the program says what could not be written") func endingFails() throws {
    let other = try scratch.lock()
    defer { withExtendedLifetime(other) {} }
    guard case .signal(.terminate, let unwritten?) = editAuthor().end(.signal(.terminate)) else {
      Issue.record("nothing was said to be unwritten")
      return
    }
    #expect(unwritten.count == 1)
    #expect(unwritten.reason == .busy)
  }

  @Test("every editing key says that a read-only database cannot be changed") func readOnly() {
    let flow = Flow(scratch, isReadOnly: true)
    for key in ["+", "-", "Delete", "e"] {
      flow.press(key).expect("Opened read-only: nothing can be changed.")
      // What it said goes with the next key.
      flow.press("Down").expect(gone: "Opened read-only: nothing can be changed.")
    }
    flow.press("Enter", "Enter").expect("Opened read-only: nothing can be changed.")
  }

  @Test("a paste is text in an editor and nothing anywhere else") func pasting() throws {
    let flow = Flow(scratch)
    flow.send(.paste("q+-m")).expect(selected: "War and Peace")
    flow.press("Enter", "Enter", "Enter").send(.paste(": a\nb\u{1B}[31m"))
    flow.press("Enter", "Esc", "Esc", "m")
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 1", ["War and Peace: a b[31m"])
  }
}
