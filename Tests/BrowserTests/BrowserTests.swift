import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// The loop, from keys to the database, without a tty.
@Suite struct BrowserTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()
  private let author = "SELECT author FROM book WHERE pk = 3"

  init() throws {
    scratch = try Scratch()
  }

  @discardableResult
  private func run(_ saveOn: SaveMoment = .pressure, isReadOnly: Bool = false) throws -> Ending {
    Browser(
      store: try scratch.store(isReadOnly: isReadOnly), terminal: terminal, settings: Settings(saveOn: saveOn)
    ).run()
  }

  /// From the list to the Divine Comedy's author with “!” behind it, saved.
  private func editAuthor() {
    terminal.press(.end, .enter, .enter, .end, .enter)
    terminal.type("!")
    terminal.press(.enter)
  }

  @Test("an edit reaches the database with the memory warning, not before")
  func memoryWarning() throws {
    editAuthor()
    terminal.then {
      #expect(terminal.screen.contains("3 books · 1 hydrated · 1 dirty"))
      try scratch.expect(author, ["Dante Alighieri"])
    }
    terminal.press(.escape, .character("m"))
    terminal.then {
      #expect(terminal.screen.contains("Memory warning: wrote 1 book, freed "))
      #expect(terminal.screen.contains("3 books · ●0 ◆0 0 B"))
      #expect(terminal.screen.contains("Dante Alighieri!"))
      try scratch.expect(author, ["Dante Alighieri!"])
    }
    try run()
  }

  @Test(
    "each way of leaving writes back",
    arguments: [
      Event.key(.character("q")), .signal(.terminate), .signal(.hangUp), .signal(.interrupt), .closed,
    ])
  func leaving(_ event: Event) throws {
    editAuthor()
    terminal.press(.escape, .escape)
    terminal.send(event)
    let ending = try run()
    try scratch.expect(author, ["Dante Alighieri!"])
    switch event {
    case .key: #expect(ending == .quit)
    case .signal(let signal): #expect(ending == .signal(signal, unwritten: nil))
    default: #expect(ending == .signal(.hangUp, unwritten: nil))
    }
  }

  @Test("suspending writes back and keeps the screen", arguments: [Event.key(.control("z")), .signal(.stop)])
  func suspending(_ event: Event) throws {
    editAuthor()
    terminal.send(event)
    terminal.then {
      #expect(terminal.suspensions == 1)
      try scratch.expect(author, ["Dante Alighieri!"])
      #expect(terminal.screen.contains("1 hydrated · 0 dirty"))
      #expect(terminal.screen.contains("Dante Alighieri!"))
    }
    try run()
  }

  @Test("with save-on edit each Save writes at once")
  func saveOnEdit() throws {
    editAuthor()
    terminal.then {
      try scratch.expect(author, ["Dante Alighieri!"])
      #expect(terminal.screen.contains("Saved Author."))
      #expect(terminal.screen.contains("1 hydrated · 0 dirty"))
    }
    try run(.edit)
  }

  @Test("a warning in the middle of typing leaves the text, which can then be saved without loss")
  func warningWhileTyping() throws {
    terminal.press(.end, .enter, .enter, .end, .enter)
    terminal.type(" half")
    terminal.send(.signal(.memoryWarning))
    terminal.then {
      #expect(terminal.screen.contains("Dante Alighieri half"))
      #expect(terminal.screen.contains("●0 ◆0"))
    }
    terminal.type(" typed")
    terminal.press(.enter, .character("m"))
    try run()
    try scratch.expect(
      "SELECT title, copyright, author FROM book WHERE pk = 3",
      ["The Divine Comedy|-20466864000.0|Dante Alighieri half typed"])
  }

  @Test("looking at every book and quitting writes nothing")
  func lookingOnly() throws {
    terminal.press(.enter, .character("n"), .character("n"), .character("n"), .escape, .character("q"))
    #expect(try run() == .quit)
    #expect(!scratch.trace.take().contains { $0.hasPrefix("UPDATE") || $0.hasPrefix("BEGIN") })
  }

  @Test("next and previous go on from the detail and take the list's selection along")
  func neighbors() throws {
    terminal.press(.enter, .character("n"))
    terminal.then { #expect(terminal.screen.contains("2006-12-23")) }
    terminal.press(.character("n"), .character("n"))
    terminal.then { #expect(terminal.screen.contains("This is the last book.")) }
    terminal.press(.character("p"), .escape)
    terminal.then { #expect(selectedRow?.contains("Mac OS X Internals") == true) }
    try run()
  }

  @Test("a cancelled draft leaves no row, a saved one is shown and then selected")
  func adding() throws {
    terminal.press(.character("+"), .enter)
    terminal.type("O'Brien")
    terminal.press(.enter, .escape, .character("d"), .enter)
    terminal.then { try scratch.expect("SELECT count(*) FROM book", ["3"]) }
    terminal.press(.character("+"), .enter)
    terminal.type("O'Brien")
    terminal.press(.enter, .control("s"))
    terminal.then {
      #expect(terminal.screen.contains("‹ Books"))
      #expect(terminal.screen.contains("Added the book."))
    }
    terminal.press(.escape)
    terminal.then { #expect(selectedRow?.contains("O'Brien") == true) }
    try run()
    try scratch.expect("SELECT title, copyright, author FROM book WHERE pk = 4", ["O'Brien|NULL|NULL"])
  }

  @Test("a draft without a title is not saved and says why")
  func draftWithoutTitle() throws {
    terminal.press(.character("+"), .control("s"))
    terminal.then { #expect(terminal.screen.contains("Title is required.")) }
    try run()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("deleting asks, Cancel comes first, and the next book is selected")
  func deleting() throws {
    terminal.press(.character("-"), .enter)
    terminal.then { try scratch.expect("SELECT count(*) FROM book", ["3"]) }
    terminal.press(.delete, .right, .enter)
    terminal.then {
      #expect(selectedRow?.contains("Mac OS X Internals") == true)
      #expect(terminal.screen.contains("2 books"))
    }
    try run()
    try scratch.expect("SELECT pk FROM book", ["2", "3"])
  }

  @Test("quitting waits for a lock; Esc asks what to do then, and Try again writes")
  func quittingFails() throws {
    let other = try scratch.lock()
    editAuthor()
    terminal.press(.escape, .escape, .character("q"))
    terminal.waitFor("Waiting for another program…  Esc cancels")
    terminal.press(.escape)
    terminal.then {
      #expect(terminal.screen.contains("1 book could not be written. Another program has locked"))
      #expect(terminal.screen.contains("[C]ancel  [T]ry again  [K]eep for later  [D]iscard"))
      try other.run("ROLLBACK")
    }
    terminal.press(.enter)
    #expect(try run() == .quit)
    try scratch.expect(author, ["Dante Alighieri!"])
  }

  @Test("a signal that ends the program says what could not be written")
  func endingFails() throws {
    let other = try scratch.lock()
    defer { withExtendedLifetime(other) {} }
    editAuthor()
    terminal.send(.signal(.terminate))
    guard case .signal(.terminate, let unwritten?) = try run() else {
      Issue.record("nothing was said to be unwritten")
      return
    }
    #expect(unwritten.count == 1)
    #expect(unwritten.reason == .busy)
  }

  @Test("every editing key says that a read-only database cannot be changed")
  func readOnly() throws {
    for key in [Key.character("+"), .character("-"), .delete, .character("e")] {
      terminal.press(key)
      terminal.then { #expect(terminal.screen.contains("Opened read-only: nothing can be changed.")) }
    }
    terminal.press(.enter, .enter)
    terminal.then { #expect(terminal.screen.contains("Opened read-only: nothing can be changed.")) }
    try run(isReadOnly: true)
  }

  @Test("a paste is text in an editor and nothing anywhere else")
  func pasting() throws {
    terminal.send(.paste("q+-m"))
    terminal.then { #expect(selectedRow?.contains("War and Peace") == true) }
    terminal.press(.enter, .enter, .enter)
    terminal.send(.paste(": a\nb\u{1B}[31m"))
    terminal.press(.enter, .character("m"))
    try run()
    try scratch.expect("SELECT title FROM book WHERE pk = 1", ["War and Peace: a b[31m"])
  }

  @Test("a rename shows in the list before it is written and after a warning")
  func renaming() throws {
    terminal.press(.enter, .enter, .enter, .control("u"))
    terminal.type("Peace")
    terminal.press(.enter, .escape, .escape)
    terminal.then { #expect(selectedRow?.contains("◆ Peace ") == true) }
    terminal.press(.character("m"))
    terminal.then { #expect(selectedRow?.contains("  Peace ") == true) }
    try run()
    try scratch.expect("SELECT title FROM book WHERE pk = 1", ["Peace"])
  }

  private var selectedRow: String? {
    guard let frame = terminal.frames.last else { return nil }
    let roles = frame.rolePlane.split(separator: "\n")
    let rows = frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false)
    return roles.firstIndex { $0.hasPrefix("SSS") }.map { String(rows[$0]) }
  }
}
