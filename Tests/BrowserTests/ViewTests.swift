import BookStore
import Cells
import Foundation
import TestSupport
import Testing

@testable import Browser

/// Views as they are left and found again, and those that are saved under a name.
@Suite("Remembered views")
struct ViewTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private var stateFile: String { scratch.folder.appending(path: "state/booklist/view").path }

  private func run(
    _ terminal: ScriptedTerminal, on store: BookStore? = nil, _ change: (inout Settings) -> Void = { _ in }
  ) throws {
    var settings = Settings(stateFile: stateFile)
    change(&settings)
    let store = if let store { store } else { try scratch.store() }
    _ = Browser(store: store, terminal: terminal, settings: settings).run()
  }

  /// Sorts by author, shows the author and finds a word.
  private func arrange(_ terminal: ScriptedTerminal) {
    terminal.waitFor("War and Peace")
    terminal.press(.character("s"), .end, .enter)
    terminal.waitFor("by Author ↑")
    terminal.type("/a")
    terminal.press(.enter)
    terminal.waitFor("“a”")
  }

  @Test("A list is found again as it was left")
  func leftAndFound() throws {
    let first = ScriptedTerminal()
    first.press(.character("c"), .down, .character(" "), .enter)
    arrange(first)
    try run(first)
    let next = ScriptedTerminal()
    next.waitFor("Author ↑")
    next.waitFor("of 3 books")
    next.then {
      #expect(next.screen.contains("Books “a” by Author ↑"))
      #expect(next.screen.contains("Filtered by “a”, as when you left. Esc shows all."))
      #expect(next.frames.first?.textPlane.contains("Author") == true, "The first screen has the columns.")
    }
    // As long as rows are sorted, Esc would end that, and not only take the filter away.
    let store = try scratch.store()
    next.waitUntil { store.listing.isSettled }
    next.press(.escape)
    next.waitFor("Books by Author ↑")
    try run(next, on: store)
    let fresh = ScriptedTerminal()
    fresh.waitFor("War and Peace")
    fresh.then { #expect(!fresh.screen.contains("Author")) }
    try run(fresh) { $0.startsFresh = true }
    let last = ScriptedTerminal()
    last.waitFor("Books by Author ↑")
    try run(last)
  }

  @Test("Another table and another database have views of their own, and what the table lost is left out")
  func others() throws {
    let file = ViewFile(path: stateFile)
    let path = try #require(scratch.path.withCString { realpath($0, nil).map { String(cString: $0) } })
    try file.change { document in
      var view = ListView()
      (view.columns, view.filter) = (["gone", "author"], "peace")
      view.order = [.init(column: "vanished", isDescending: true)]
      document.set(view, for: ViewName(database: path, table: "book"))
      view.filter = "nothing"
      document.set(view, for: ViewName(database: path, table: "other"))
      document.set(view, for: ViewName(database: "/elsewhere.sqlite", table: "book"))
    }
    let terminal = ScriptedTerminal()
    terminal.waitFor("1 of 3 books")
    terminal.then {
      #expect(terminal.screen.contains("Author"))
      #expect(terminal.screen.contains("Books “peace” "))
    }
    try run(terminal)
    #expect(file.read().views.count == 3)
  }

  @Test("Columns of the command line come before those that were left")
  func commandLine() throws {
    let first = ScriptedTerminal()
    first.press(.character("c"), .character(" "), .enter)
    first.waitFor("Copyright")
    try run(first)
    let next = ScriptedTerminal()
    next.waitFor("War and Peace")
    next.then { #expect(!next.screen.contains("Copyright")) }
    try run(next) { $0.hasColumns = true }
  }

  @Test("A copy with views brings them along to a machine that has none of it, and shows no table for them")
  func carried() throws {
    let terminal = ScriptedTerminal()
    arrange(terminal)
    terminal.press(.character("V"), .enter)
    terminal.type("With an a")
    terminal.press(.enter)
    terminal.waitFor("Saved the view “With an a”.")
    try run(terminal)
    let copy = scratch.folder.appending(path: "copy.sqlite").path
    let views = CarriedViews(stateFile: stateFile).views(of: scratch.path)
    #expect(views.map(\.name) == ["With an a", nil] || views.map(\.name) == [nil, "With an a"])
    try Backup(of: scratch.path).run(to: copy, carrying: views) { _ in }
    let other = scratch.folder.appending(path: "other/view").path
    for round in 0..<2 {
      let next = ScriptedTerminal()
      next.waitFor("Books “a” by Author ↑")
      next.then { #expect(next.screen.contains("brought 2 views along") == (round == 0)) }
      next.press(.character("V"))
      next.waitFor("With an a")
      next.press(.escape)
      let store = try BookStore(path: copy)
      #expect(store.tables.map(\.name) == ["book"])
      _ = Browser(store: store, terminal: next, settings: Settings(stateFile: other)).run()
    }
    let plain = scratch.folder.appending(path: "plain.sqlite").path
    try Backup(of: scratch.path).run(to: plain) { _ in }
    #expect(try OtherProgram(plain).rows("SELECT name FROM sqlite_schema WHERE name LIKE 'booklist%'") == [])
  }

  @Test("Views are saved under a name, shown, replaced and removed")
  func saved() throws {
    let terminal = ScriptedTerminal()
    arrange(terminal)
    terminal.press(.character("V"), .enter)
    terminal.type("With an a")
    terminal.press(.enter)
    terminal.waitFor("Saved the view “With an a”.")
    terminal.press(.escape, .character("s"), .home, .enter)
    terminal.waitUntil { [unowned terminal] in terminal.screen.contains(" Books ") }
    terminal.press(.character("V"))
    terminal.waitFor("With an a")
    terminal.press(.enter)
    terminal.waitFor("Books “a” by Author ↑")
    terminal.then { #expect(terminal.screen.contains("View “With an a”.")) }
    terminal.press(.character("V"), .home, .enter)
    terminal.type("With an a")
    terminal.press(.enter)
    terminal.waitFor("Replaced the view “With an a”.")
    terminal.press(.character("V"), .character("-"))
    terminal.waitFor("Removed the view “With an a”.")
    terminal.then { #expect(!terminal.screen.contains("│ With an a")) }
    terminal.press(.escape)
    try run(terminal)
  }

  @Test(
    "A list that is left at once is found again, and one that is opened again because its table has changed stays"
  )
  func leavingAndReopening() throws {
    try OtherProgram(scratch.path).run("CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, room TEXT)")
    try OtherProgram(scratch.path).run("INSERT INTO shelf VALUES (1, 'A', 'Hall'), (2, 'B', 'Kitchen')")
    let terminal = ScriptedTerminal()
    terminal.waitFor("shelf")
    terminal.press(.end, .enter, .character("c"), .end, .character(" "), .enter, .escape, .enter)
    terminal.waitFor("Kitchen")
    terminal.then { [scratch] in
      try OtherProgram(scratch.path).run("ALTER TABLE shelf ADD COLUMN height REAL")
    }
    terminal.press(.down)
    terminal.waitFor("they were read again")
    terminal.press(.end, .enter)
    terminal.waitFor("Kitchen")
    try run(terminal)
  }

  @Test("A name is asked for until there is one, and Esc saves nothing")
  func noName() throws {
    let terminal = ScriptedTerminal()
    terminal.press(.character("V"), .enter, .enter)
    terminal.then { #expect(terminal.screen.contains("Name of the view")) }
    terminal.press(.escape, .escape)
    try run(terminal)
    #expect(ViewFile(path: stateFile).read().views.isEmpty)
  }

  @Test(
    "A state file that is something else is replaced, and nothing of it is shown",
    arguments: [
      "", "split = yes\n", "booklist views 1\nfilter x\n[\n[a\ncolumn b\n\\\nsplit", "\0\u{FFFD}\n[[",
    ])
  func garbage(_ text: String) throws {
    let folder = scratch.folder.appending(path: "state/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8 + [0xFF, 0x0A]).write(to: URL(fileURLWithPath: stateFile))
    let terminal = ScriptedTerminal()
    terminal.waitFor("War and Peace")
    terminal.then { #expect(terminal.screen.contains(" 3 books · ")) }
    terminal.press(.character("c"), .character(" "), .enter)
    terminal.waitFor("Copyright")
    try run(terminal)
    #expect(ViewFile(path: stateFile).read().views.map(\.view.columns) == [["copyright"]])
  }

  @Test("A FIFO and a folder in the file's place hold nothing up", arguments: [true, false])
  func notAFile(isFIFO: Bool) throws {
    let folder = scratch.folder.appending(path: "state/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if isFIFO {
      #expect(mkfifo(stateFile, 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(atPath: stateFile, withIntermediateDirectories: false)
    }
    let terminal = ScriptedTerminal()
    terminal.press(.character("c"), .character(" "), .enter)
    terminal.waitFor("cannot be remembered")
    try run(terminal)
    #expect(ViewFile(path: stateFile).read().views.isEmpty)
  }

  @Test("Programs that remember at the same time keep each other's views")
  func together() async throws {
    let path = stateFile
    await withTaskGroup(of: Void.self) { group in
      for program in 0..<4 {
        group.addTask {
          for table in 0..<10 {
            let name = ViewName(database: "/\(program)", table: "t\(table)")
            while ViewFile(path: path).read()[name] == nil {
              // A lock is tried again.
              try? ViewFile(path: path).change { document in
                var view = ListView()
                view.filter = "\(program)"
                document.set(view, for: name)
              }
            }
          }
        }
      }
    }
    #expect(ViewFile(path: path).read().views.count == 40)
  }

  @Test("A document is what it was after it was written, with any names, and the oldest views go")
  func document() {
    var document = ViewDocument()
    for number in 0..<300 {
      var view = ListView()
      view.columns = ["a\nb", "tab\there", "\\n", "[", "“ö” \(number)", ""]
      view.order = [.init(column: "x y", isDescending: true), .init(column: nil, isDescending: true)]
      (view.filter, view.isSplit) = (" two  words\t", number % 2 == 0)
      document.set(
        view, for: ViewName(database: "/a\tb\n\(number)", table: "[t", name: number < 3 ? "n \(number)" : nil)
      )
    }
    #expect(document.views.count == 203)
    let again = ViewDocument(document.text)
    #expect(again.views.map(\.name) == document.views.map(\.name))
    #expect(again.views.map(\.view) == document.views.map(\.view))
    #expect(again.savedNames(of: "/a\tb\n1", "[t") == ["n 1"])
  }

  @Test("Saved views are not lost to a filter that makes the file very large")
  func largeFilter() throws {
    let file = ViewFile(path: stateFile)
    let saved = ViewName(database: "/a", table: "book", name: "Mine")
    var view = ListView()
    try file.change { $0.set(view, for: saved) }
    view.filter = String(repeating: "x", count: 5 << 20)
    try? file.change { $0.set(view, for: ViewName(database: "/a", table: "book")) }
    view.filter = "short"
    try? file.change { $0.set(view, for: ViewName(database: "/a", table: "other")) }
    #expect(file.read()[saved] != nil)
  }

  @Test("Names that begin with combining marks or end with carriage returns come back as they were")
  func hardNames() {
    var document = ViewDocument()
    var view = ListView()
    view.columns = ["a\r", "\u{301}b", "\u{200D}c"]
    view.order = [.init(column: "\u{301}b", isDescending: false), .init(column: "a\r", isDescending: true)]
    view.filter = "\u{308}x\r"
    let name = ViewName(database: "/a\r", table: "\u{301}t\r", name: "\u{301}n\r")
    document.set(view, for: name)
    let again = ViewDocument(document.text)
    #expect(again.views.map(\.name) == [name])
    #expect(again[name] == view)
  }
}
