import Browser
import Foundation
import TestSupport
import Testing

/// The inspector and the record beside the list, over a store.
@Suite final class InspectorTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, Settings(isSplit: false), columns: 160, rows: 50)

  init() throws { scratch = try Scratch() }

  @Test("It shows the statements that run, the map and the figures, and what goes next")
  func statements() throws {
    flow.press("i", "End", "Enter")
    flow.expect(
      "SELECT title, copyright, author FROM book WHERE pk = 3", "hydrate    3  1 row", "│ ··●",
      "1 row each", "● The Divine Comedy", "anonymous", "resident")
    flow.press("Enter", "End", "Enter").type("!", "Enter", "Esc", "m")
    flow.expect("BEGIN IMMEDIATE", "SET author = 'Dante Alighieri!'", "Nothing is hydrated.")
    #expect(flow.screen.split(separator: "\n").contains { $0.contains("▲ warning") && $0.hasSuffix("▲ ") })
  }

  @Test("The bytes that it says records hold are those of the meter, with every key") func bytes() throws {
    flow.press("i")
    for keys in [["Enter"], ["n"], ["n"], ["Esc", "m"]] {
      flow.press(keys)
      let screen = flow.screen
      let meter = try #require(screen.firstMatch(of: /hydrated · 0 dirty · (\d+ B)/)).1
      let line = try #require(screen.firstMatch(of: /records +(\d+ B)/)).1
      #expect(meter == line)
    }
  }

  @Test("Paused, the statements stay as they are, and a filter leaves only its own") func pausing() throws {
    flow.press("i", "Enter", "Tab", " ", "Tab", "Esc", "Down", "Enter")
    flow.expect("paused", "WHERE pk = 1", gone: "WHERE pk = 2")
    flow.press("Tab", " ").expect("WHERE pk = 2")
    flow.press("2").expect(gone: "WHERE pk = 2")
  }

  @Test("Closed, nothing is recorded any more") func closed() throws {
    flow.press("i")
    #expect(try flow.onLoop { store, _ in store.observation.isObserved })
    flow.press("i", "Enter")
    try flow.onLoop { store, _ in
      #expect(!store.observation.isObserved)
      #expect(store.observation.statements().isEmpty)
    }
  }

  @Test("Side by side, the record follows the cursor once it rests, by one statement")
  func following() throws {
    flow = Flow(scratch, Settings(isSplit: true), columns: 160, rows: 50)
    flow.press("Down").expect("Amit Singh")
    _ = scratch.trace.take()
    flow.press("Down").expect("Dante Alighieri")
    // Once a second, it is asked whether another program has written.
    #expect(scratch.trace.take().filter { !$0.hasPrefix("PRAGMA") }.count == 1)
    #expect(try flow.counts.hydrated == 2)
  }

  @Test("What is set in many rows shows beside the list") func settingMany() {
    flow = Flow(scratch, Settings(isSplit: true), columns: 160, rows: 50)
    flow.expect("Leo Tolstoy")
    flow.press("*", "=", "End", "Enter").type("Anon", "Enter", "Enter").expect("│     Anon")
  }

  @Test("A record is beside the list until somebody presses v, which is remembered, for nobody else to read")
  func remembered() throws {
    let settings = Settings(stateFile: scratch.stateFile)
    flow = Flow(scratch, settings, columns: 160, rows: 50)
    flow.expect("│", "Leo Tolstoy").press("v").expect(gone: "│")
    flow.end()
    #expect(try String(contentsOfFile: scratch.stateFile, encoding: .utf8).hasSuffix("\tbook\nsplit no\n"))
    let folder = try FileManager.default.attributesOfItem(atPath: "\(scratch.folder.path)/state")
    let file = try FileManager.default.attributesOfItem(atPath: scratch.stateFile)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(file[.posixPermissions] as? Int == 0o600)
    flow = Flow(scratch, settings, columns: 160, rows: 50)
    flow.expect("War and Peace", gone: "│").press("v").expect("Leo Tolstoy")
    flow.end()
    #expect(try !String(contentsOfFile: scratch.stateFile, encoding: .utf8).contains("split"))
  }

  @Test("A list that is opened from the tables is as the last one was left", arguments: [true, false])
  func rememberedOfTables(isOfBooks: Bool) throws {
    let books = "INSERT INTO book (pk, title) VALUES (1, 'Emma')"
    let scratch = try isOfBooks ? Scratch.reading(books) : self.scratch
    if !isOfBooks { try OtherProgram(scratch.path).run("CREATE TABLE shelf (id INTEGER PRIMARY KEY)") }
    for isSplit in [true, false] {
      flow = Flow(scratch, Settings(stateFile: scratch.stateFile), columns: 100)
      if !isOfBooks { flow.expect("shelf").press("Home", "Enter") }
      flow.expect(isOfBooks ? "Emma" : "War and Peace")
      #expect(flow.screen.contains("│") == isSplit)
      if isSplit { flow.press("v") }
      flow.end()
    }
  }

  @Test(
    "That the view cannot be remembered is said once",
    arguments: ["/dev/null/booklist/view", "/proc/view"])
  func unwritable(_ path: String) throws {
    flow = Flow(scratch, Settings(stateFile: path), columns: 160, rows: 50)
    flow.press("v").expect("The view cannot be remembered: ")
    flow.press("v", "Down").expect(" 3 books  ", gone: "remembered")
  }
}
