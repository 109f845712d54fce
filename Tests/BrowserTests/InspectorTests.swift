import Browser
import Cells
import Foundation
import Testing

/// The inspector and the record beside the list, over a store.
@Suite struct InspectorTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal(columns: 160, rows: 50)

  init() throws {
    scratch = try Scratch()
  }

  private func run(_ settings: Settings = Settings()) throws {
    _ = Browser(store: try scratch.store(), terminal: terminal, settings: settings).run()
  }

  private var stateFile: String { scratch.folder.appending(path: "state/booklist/view").path }

  @Test("It shows the statements that run, the map and the figures, and what goes next")
  func statements() throws {
    terminal.press(.character("i"), .end, .enter)
    terminal.then {
      #expect(terminal.screen.contains("SELECT title, copyright, author FROM book WHERE pk = 3"))
      #expect(terminal.screen.contains("hydrate    3  1 row"))
      #expect(terminal.screen.contains("│ ··●"))
      #expect(terminal.screen.contains("1 row each"))
      #expect(terminal.screen.contains("● The Divine Comedy"))
      #expect(terminal.screen.contains("anonymous") && terminal.screen.contains("resident"))
    }
    terminal.press(.enter, .end, .enter)
    terminal.type("!")
    terminal.press(.enter, .escape, .character("m"))
    terminal.then {
      #expect(terminal.screen.contains("BEGIN IMMEDIATE"))
      #expect(terminal.screen.contains("SET author = 'Dante Alighieri!'"))
      #expect(terminal.screen.contains("Nothing is hydrated."))
      #expect(
        terminal.screen.split(separator: "\n").contains { $0.contains("▲ warning") && $0.hasSuffix("▲ ") })
    }
    try run()
  }

  @Test("The bytes that it says records hold are those of the meter, with every key")
  func bytes() throws {
    terminal.press(.character("i"))
    for keys in [[Key.enter], [.character("n")], [.character("n")], [.escape, .character("m")]] {
      terminal.press(keys)
      terminal.then { [terminal] in
        let meter = try #require(terminal.screen.firstMatch(of: /hydrated · 0 dirty · (\d+ B)/)).1
        let line = try #require(terminal.screen.firstMatch(of: /records +(\d+ B)/)).1
        #expect(meter == line)
      }
    }
    try run()
  }

  @Test("Paused, the statements stay as they are, and a filter leaves only its own")
  func pausing() throws {
    terminal.press(.character("i"), .enter, .tab, .character(" "), .tab, .escape, .down, .enter)
    terminal.then {
      #expect(terminal.screen.contains("paused"))
      #expect(terminal.screen.contains("WHERE pk = 1"))
      #expect(!terminal.screen.contains("WHERE pk = 2"))
    }
    terminal.press(.tab, .character(" "))
    terminal.then { #expect(terminal.screen.contains("WHERE pk = 2")) }
    terminal.press(.character("2"))
    terminal.then { #expect(!terminal.screen.contains("WHERE pk = 2")) }
    try run()
  }

  @Test("Closed, nothing is recorded any more")
  func closed() throws {
    let store = try scratch.store()
    terminal.press(.character("i"))
    terminal.then { #expect(store.observation.isObserved) }
    terminal.press(.character("i"), .enter)
    terminal.then {
      #expect(!store.observation.isObserved)
      #expect(store.observation.statements().isEmpty)
    }
    _ = Browser(store: store, terminal: terminal).run()
  }

  @Test("Side by side, the record follows the cursor once it rests, by one statement")
  func following() throws {
    terminal.press(.down)
    terminal.waitFor("Amit Singh")
    terminal.then { _ = scratch.trace.take() }
    terminal.press(.down)
    terminal.waitFor("Dante Alighieri")
    terminal.then {
      #expect(scratch.trace.take().count == 1)
      #expect(terminal.screen.contains("2 hydrated"))
    }
    try run(Settings(isSplit: true))
  }

  @Test("What is set in many rows shows beside the list")
  func settingMany() throws {
    terminal.waitFor("Leo Tolstoy")
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitUntil { [terminal] in terminal.screen.contains("│     Anon") }
    try run(Settings(isSplit: true))
  }

  @Test("Side by side is remembered, for nobody else to read")
  func remembered() throws {
    terminal.press(.character("v"))
    try run(Settings(stateFile: stateFile))
    #expect(try String(contentsOfFile: stateFile, encoding: .utf8).hasSuffix("\tbook\nsplit yes\n"))
    let folder = try FileManager.default.attributesOfItem(
      atPath: scratch.folder.appending(path: "state").path)
    let file = try FileManager.default.attributesOfItem(atPath: stateFile)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(file[.posixPermissions] as? Int == 0o600)
    let next = ScriptedTerminal(columns: 160, rows: 50)
    next.waitFor("Leo Tolstoy")
    next.press(.character("v"))
    _ = Browser(
      store: try scratch.store(), terminal: next, settings: Settings(stateFile: stateFile)
    ).run()
    #expect(try !String(contentsOfFile: stateFile, encoding: .utf8).contains("split"))
  }

  @Test(
    "That the view cannot be remembered is said once", arguments: ["/dev/null/booklist/view", "/proc/view"])
  func unwritable(_ path: String) throws {
    terminal.waitFor("War and Peace")
    terminal.press(.character("v"))
    terminal.waitFor("The view cannot be remembered: ")
    terminal.press(.character("v"), .down)
    terminal.waitUntil { [unowned terminal] in terminal.screen.contains(" 3 books · ") }
    try run(Settings(stateFile: path))
  }
}
