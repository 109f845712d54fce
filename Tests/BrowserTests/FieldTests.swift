import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Fields of one's own, from keys to the database.
@Suite struct FieldTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws { scratch = try Scratch() }

  private func run() throws {
    #expect(try Browser(store: scratch.store(), terminal: terminal, settings: Settings()).run() != .quit)
  }

  private var columns: String {
    (try? scratch.sql("SELECT group_concat(name, ' ') FROM pragma_table_info('book')").first) ?? ""
  }

  /// Adds a text field.
  private func add(_ name: String) {
    terminal.waitFor("War and Peace")
    terminal.press(.character("F"), .character("+"))
    terminal.type(name)
    terminal.press(.enter, .enter)
    terminal.waitFor("Add the field \(name)")
    terminal.press(.enter)
    terminal.waitFor("Added the field \(name).")
  }

  @Test("a field is added, filled, renamed and removed, and all of it undone")
  func life() throws {
    add("translator")
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Garnett")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Translator of 3 books.")
    terminal.press(.character("F"), .end, .character("r"), .control("u"))
    terminal.type("by whom")
    terminal.press(.enter)
    terminal.waitFor("Rename the field translator")
    terminal.press(.enter)
    terminal.waitFor("Renamed the field")
    terminal.press(.character("F"), .end, .character("-"))
    terminal.waitFor("3 books have a value in it.")
    terminal.press(.right, .enter)
    terminal.waitFor("u brings it back with its values")
    terminal.then { try scratch.expect("SELECT count(*) FROM pragma_table_info('book')", ["4"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: removal of the field by whom.")
    terminal.then { try scratch.expect("SELECT DISTINCT \"by whom\" FROM book", ["Garnett"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: new name by whom of the field translator.")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Translator of")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: addition of the field translator.")
    terminal.press(.character("U"))
    terminal.waitFor("Removal of the field by whom")
    try run()
    #expect(columns == "pk title copyright author")
  }

  @Test("Enter alone removes nothing, and what names a field is named")
  func refusals() throws {
    try OtherProgram(scratch.path).run("CREATE VIEW shown AS SELECT author FROM book")
    terminal.waitFor("shown")
    terminal.press(.enter)
    terminal.waitFor("War and Peace")
    terminal.press(.character("F"), .end, .character("-"))
    terminal.waitFor("Remove the field Author?")
    terminal.press(.enter)
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("Remove the field") }
    terminal.press(.character("-"), .right, .enter)
    terminal.waitFor("The view “shown” uses the column")
    terminal.press(.character("+"))
    terminal.type("Title")
    terminal.press(.enter)
    terminal.waitFor("The field “Title” already exists.")
    try run()
  }

  @Test("what is typed is completed by what the field holds")
  func suggestions() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.enter, .enter, .end, .enter, .control("u"))
    terminal.type("dan")
    terminal.waitFor("dante Alighieri")
    terminal.press(.end, .enter)
    terminal.waitFor("Author changed")
    terminal.press(.escape, .escape)
    try run()
    try scratch.expect("SELECT author FROM book WHERE pk = 1", ["Dante Alighieri"])
  }
}
