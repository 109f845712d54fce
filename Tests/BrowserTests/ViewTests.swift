import BookStore
import Cells
import Foundation
import TestSupport
import Testing

@testable import Browser

/// Views as they are left and found again, and those that are saved under a name.
@Suite("Remembered views")
final class ViewTests {
  private let scratch: Scratch
  private lazy var flow = open()

  init() throws { scratch = try Scratch() }

  private func open(_ change: (inout Settings) -> Void = { _ in }) -> Flow {
    var settings = Settings(stateFile: scratch.stateFile)
    change(&settings)
    return Flow(scratch, settings)
  }

  /// Sorts by author and finds a word.
  private func arrange() {
    flow.press("s", "End", "Enter").expect("by Author ↑")
    flow.type("/a", "Enter").expect("“a”")
  }

  @Test("A list is found again as it was left") func leftAndFound() throws {
    flow.press("c", "Down", " ", "Enter")
    arrange()
    flow.end()
    flow = open()
    flow.expect("of 3 books", "Books “a” by Author ↑", "Filtered by “a”, as when you left. Esc shows all.")
    #expect(flow.frames.first?.textPlane.contains("Author") == true, "The first screen has the columns.")
    // As long as rows are sorted, Esc would end that, and not only take the filter away.
    try flow.settle()
    flow.press("Esc").expect("Books by Author ↑")
    flow.end()
    flow = open { $0.startsFresh = true }
    flow.expect("War and Peace", gone: "Author")
    flow.end()
    flow = open()
    flow.expect("Books by Author ↑")
  }

  @Test("Another table and another database have views of their own, and what the table lost is left out")
  func others() throws {
    let file = ViewFile(path: scratch.stateFile)
    let path = try #require(
      scratch.path.withCString { realpath($0, nil).map { String(cString: $0) } })
    try file.change { document in
      var view = ListView()
      (view.columns, view.filter) = (["gone", "author"], "peace")
      view.order = [.init(column: "vanished", isDescending: true)]
      document.set(view, for: ViewName(database: path, table: "book"))
      view.filter = "nothing"
      document.set(view, for: ViewName(database: path, table: "other"))
      document.set(view, for: ViewName(database: "/elsewhere.sqlite", table: "book"))
    }
    flow.expect("1 of 3 books", "Author", "Books “peace” ")
    flow.end()
    #expect(file.read().views.count == 3)
  }

  @Test("Columns of the command line come before those that were left") func commandLine() throws {
    flow.press("c", " ", "Enter").expect("Copyright")
    flow.end()
    flow = open { $0.hasColumns = true }
    flow.expect("War and Peace", gone: "Copyright")
  }

  @Test("Columns of the command line come before those of the view that it names")
  func commandLineView() throws {
    flow.press("c", " ", "Enter").expect("Copyright")
    flow.type("/peace", "Enter").press("V", "Enter").type("Long ones", "Enter").expect(
      "Saved the view “Long ones”.")
    flow.end()
    func first(_ settings: inout Settings) {
      (settings.firstView, settings.startsFresh) = ("Long ones", true)
    }
    flow = open(first)
    flow.expect(" Long ones ", "Copyright")
    flow.end()
    let path = scratch.path
    var settings = Settings(stateFile: scratch.stateFile)
    first(&settings)
    settings.hasColumns = true
    flow = Flow(
      scratch, settings, store: { try BookStore(path: path, options: StoreOptions(columns: ["author"])) })
    flow.expect(" Long ones ", "War and Peace", "Author", gone: "Copyright")
  }

  @Test("A copy with views brings them along to a machine that has none of it, and shows no table for them")
  func carried() throws {
    arrange()
    flow.press("V", "Enter").type("With an a", "Enter").expect("Saved the view “With an a”.")
    flow.end()
    let copy = scratch.folder.appending(path: "copy.sqlite").path
    let views = CarriedViews(stateFile: scratch.stateFile).views(of: scratch.path)
    #expect(views.map(\.name) == ["With an a", nil] || views.map(\.name) == [nil, "With an a"])
    try Backup(of: scratch.path).run(to: copy, carrying: views) { _ in }
    let other = scratch.folder.appending(path: "other/view").path
    for round in 0..<2 {
      flow = Flow(scratch, Settings(stateFile: other), store: { try BookStore(path: copy) })
      flow.expect(" With an a ", gone: "Books “a”")
      #expect(flow.screen.contains("brought 2 views along") == (round == 0))
      #expect(try flow.onLoop { store, _ in store.tables.map(\.name) } == ["book"])
      flow.press("V").expect("With an a")
      flow.end()
    }
    let plain = scratch.folder.appending(path: "plain.sqlite").path
    try Backup(of: scratch.path).run(to: plain) { _ in }
    #expect(try OtherProgram(plain).rows("SELECT name FROM sqlite_schema WHERE name LIKE 'booklist%'") == [])
  }

  @Test("Views are saved under a name, shown, replaced and removed") func saved() throws {
    arrange()
    flow.press("V", "Enter").type("With an a", "Enter").expect("Saved the view “With an a”.")
    flow.press("Esc", "s", "Home", "Enter").expect(" Books ")
    flow.press("V").expect("With an a")
    flow.press("Enter").expect(" With an a ", "View “With an a”.", gone: "Books “a”")
    flow.press("S").expect("With an a by Author ↓")
    flow.press("V", "End", "Enter").type("With an a", "Enter").expect("Replaced the view “With an a”.")
    flow.expect(gone: "by Author")
    flow.press("V", "-").expect("Removed the view “With an a”.", gone: "│ With an a")
    flow.press("Esc").expect("Books “a” by Author ↓")
  }

  /// A reading library in which each of the ready views shows something.
  private func reading() throws -> Scratch {
    try Scratch.reading(
      """
      INSERT INTO book (pk, title, status, added) VALUES (1, 'Emma', 'reading', NULL), (2, 'Persuasion', 'to read', '2020-01-01'),
        (3, 'Kim', 'to read', '2021-01-01'), (4, 'Saga', 'read', NULL), (5, 'Iliad', 'read', NULL);
      INSERT INTO reading (book, finished) VALUES (4, date('now')), (5, '1999-05-01');
      INSERT INTO loan (book, person) VALUES (3, 'Ben');
      """)
  }

  private func open(_ library: Scratch, _ change: (inout Settings) -> Void = { _ in }) -> Flow {
    var settings = Settings.onRows
    settings.stateFile = scratch.stateFile
    change(&settings)
    return Flow(library, settings)
  }

  @Test("A reading library has ready views, which name the list, also at the next start, and are in no file")
  func ready() throws {
    let library = try reading()
    flow = open(library)
    flow.press("V").expect(line: "Reading now", "ready").expect(line: "Finished this year", "ready")
    flow.expect(line: "Save this view")
    flow.press("Enter").expect("View “Reading now”.").expect(list: ["Title", "Emma"])
    flow.press("V", "t", "Enter").expect(" To read ", gone: "status:to-read").expect(
      list: ["Title", "Kim", "Persuasion"])
    flow.end()
    flow = open(library)
    flow.expect(" To read ", "Filtered by “status:to-read”, as when you left.")
    try flow.settle()
    flow.press("s", "Home", "Down", "Enter").expect("To read by Title ↑")
    flow.press("V", "f", "Enter").expect(" Finished this year ").expect(list: ["Title", "Saga"])
    flow.press("V", "l", "Enter").expect(" Lent and borrowed ", "Ben")
    flow.end()
    #expect(ViewFile(path: scratch.stateFile).read().views.allSatisfy { $0.name.name == nil })
  }

  @Test("Esc ends a view with its order, also at the next start; what is sorted in it stays")
  func endedView() throws {
    let library = try reading()
    flow = open(library)
    for isLeft in [false, true] {
      flow.press("V", "t", "Enter").expect(list: ["Title", "Kim", "Persuasion"])
      if isLeft {
        flow.end()
        flow = open(library)
        flow.expect(" To read ", "as when you left")
      }
      try flow.settle()
      flow.press("Esc").expect(" Books ", "Emma", gone: "Books by")
    }
    flow.end()
    #expect(ViewFile(path: scratch.stateFile).read().views.isEmpty)
    flow = open(library)
    flow.press("V", "t", "Enter").expect(" To read ")
    try flow.settle()
    flow.press("s", "Home", "Down", "Enter").expect("To read by Title ↑")
    try flow.settle()
    flow.press("Esc").expect("Books by Title ↑", "Emma")
  }

  @Test("A view whose words are deleted in the finder ends with Enter, with its order")
  func deletedWords() throws {
    flow = open(try reading())
    flow.press("V", "t", "Enter").expect(list: ["Title", "Kim", "Persuasion"])
    try flow.settle()
    flow.press("/", "^U").expect("Emma")
    flow.press("Enter").expect(" Books ", "Emma", gone: "Books by")
  }

  @Test(
    "A wide list has more of a reader's books, a narrow one the usual columns, and none what nobody chose")
  func wide() throws {
    let library = try Scratch.reading(
      """
      INSERT INTO book (pk, title, author, pages, status) VALUES (1, 'Emma', 'Jane Austen', 474, 'reading');
      INSERT INTO reading (pk, book, finished) VALUES (1, 1, '2024-05-06'), (2, 1, NULL);
      INSERT INTO progress (reading, page) VALUES (2, 237);
      """)
    var settings = Settings(isSplit: false, stateFile: scratch.stateFile)
    settings.startsWithTables = false
    flow = Flow(library, settings, columns: 200)
    // What was read is there although nobody has looked at the book.
    flow.expect("474", "Last finished", "2024-05-06", "▰▰▰▱▱", gone: "Published")
    flow.send(.resized(Size(columns: 120, rows: 24))).expect("Author", "▰▰▰▱▱", gone: "474")
    flow.send(.resized(Size(columns: 200, rows: 24))).expect("474", "2024-05-06")
    flow.press("c", " ", "Enter").expect("474", gone: "Jane Austen")
    flow.end()
    flow = Flow(library, settings, columns: 200)
    flow.expect("474", "2024-05-06", gone: "Jane Austen")
  }

  @Test("A view in a view in a view, as a damaged text has it, ends with the first") func nestedViews() {
    let view = ViewDocument.view(of: String(repeating: "former ", count: 200_000))
    #expect(view.former == [ListView()])
  }

  @Test("Esc ends a view of one's own with its columns and its order") func endedOwnView() throws {
    flow.press("c", "a", " ", "Enter")
    arrange()
    flow.press("V", "Enter").type("With an a", "Enter").expect("Saved the view “With an a”.")
    flow.press("c", "a", " ", "Enter")
    flow.press("Esc", "s", "Home", "Enter").expect(" Books ", gone: "Author")
    flow.press("V", "Enter").expect(" With an a ", "Author")
    try flow.settle()
    flow.press("Esc").expect(" Books ", gone: "Author")
  }

  @Test("A view of one's own comes before a ready one of its name, which cannot be removed")
  func ownName() throws {
    let library = try reading()
    flow = open(library)
    flow.type("/kim", "Enter").expect("Books “kim”")
    flow.press("V", "End", "Enter").type("To read", "Enter").expect("Saved the view “To read”.", " To read ")
    try flow.settle()
    flow.press("Esc").expect("Persuasion", gone: " To read ")
    flow.press("V").expect(line: "Reading now", "ready")
    let lines = flow.screen.split(separator: "\n").filter { $0.contains("│ To read") }
    #expect(lines.count == 1 && lines.allSatisfy { !$0.contains("ready") })
    flow.press("t", "Enter").expect(list: ["Title", "Kim"])
    flow.press("V", "t", "-").expect("Removed the view “To read”.").expect(line: "To read", "ready")
    flow.press("t", "-").expect("A ready view cannot be removed.")
  }

  @Test("The name of a view is the title of the page that is exported from it, but not of all rows")
  func exported() throws {
    flow = open(try reading()) { $0.firstView = "to READ" }
    flow.expect(" To read ", "Kim")
    for (answer, title) in [("Enter", "To read"), ("Right", "Books")] {
      let path = scratch.folder.appending(path: "\(title).html").path
      flow.command("export \(path)").expect("books of this list")
      flow.press(answer == "Enter" ? ["Enter"] : [answer, "Enter"]).expect("Exported")
      let page = try String(contentsOfFile: path, encoding: .utf8)
      #expect(page.contains("<title>\(title)</title>") && page.contains("<h1>\(title)</h1>"))
    }
  }

  @Test("A view can be named at the start, and one that there is not is said") func firstView() throws {
    let library = try reading()
    flow = open(library) { $0.firstView = "Lent and borrowed" }
    flow.expect(" Lent and borrowed ", "Ben")
    flow.end()
    flow = open(library) { $0.firstView = "To eat" }
    flow.expect("There is no view “To eat” here. V lists the views.", "Emma")
    flow.end()
    flow = open(try Scratch()) { $0.firstView = "To read" }
    flow.expect("There is no view “To read” here.")
  }

  @Test(
    "A list that is left at once is found again, and one that is opened again because its table has changed stays"
  )
  func leavingAndReopening() throws {
    try OtherProgram(scratch.path).run("CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, room TEXT)")
    try OtherProgram(scratch.path).run("INSERT INTO shelf VALUES (1, 'A', 'Hall'), (2, 'B', 'Kitchen')")
    flow.expect("shelf")
    flow.press("End", "Enter", "c", "End", " ", "Enter", "Esc", "Enter").expect("Kitchen")
    try OtherProgram(scratch.path).run("ALTER TABLE shelf ADD COLUMN height REAL")
    flow.press("Down").expect("they were read again")
    flow.press("End", "Enter").expect("Kitchen")
  }

  @Test("A name is asked for until there is one, and Esc saves nothing") func noName() throws {
    flow.press("V", "Enter", "Enter").expect("Name of the view")
    flow.press("Esc", "Esc")
    flow.end()
    #expect(ViewFile(path: scratch.stateFile).read().views.isEmpty)
  }

  @Test(
    "A state file that is something else is replaced, and nothing of it is shown",
    arguments: [
      "", "split = yes\n", "booklist views 1\nfilter x\n[\n[a\ncolumn b\n\\\nsplit",
      "\0\u{FFFD}\n[[",
    ])
  func garbage(_ text: String) throws {
    let folder = scratch.folder.appending(path: "state/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8 + [0xFF, 0x0A]).write(to: URL(fileURLWithPath: scratch.stateFile))
    flow.expect("War and Peace", " 3 books  ")
    flow.press("c", " ", "Enter").expect("Copyright")
    flow.end()
    #expect(ViewFile(path: scratch.stateFile).read().views.map(\.view.columns) == [["copyright"]])
  }

  @Test("A FIFO and a folder in the file's place hold nothing up", arguments: [true, false])
  func notAFile(isFIFO: Bool) throws {
    let folder = scratch.folder.appending(path: "state/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if isFIFO {
      #expect(mkfifo(scratch.stateFile, 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(atPath: scratch.stateFile, withIntermediateDirectories: false)
    }
    flow.press("c", " ", "Enter").expect("cannot be remembered")
    flow.end()
    #expect(ViewFile(path: scratch.stateFile).read().views.isEmpty)
  }

  @Test("Programs that remember at the same time keep each other's views") func together() async throws {
    let path = scratch.stateFile
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
      if number % 3 > 0 { view.former = [number % 3 == 1 ? ListView() : view] }
      view.order = [.init(column: "x y", isDescending: true), .init(column: nil, isDescending: true)]
      (view.filter, view.isSplit) = (" two  words\t", number % 2 == 0)
      document.set(
        view,
        for: ViewName(database: "/a\tb\n\(number)", table: "[t", name: number < 3 ? "n \(number)" : nil)
      )
    }
    #expect(document.views.count == 203)
    let again = ViewDocument(document.text)
    #expect(again.views.map(\.name) == document.views.map(\.name))
    #expect(again.views.map(\.view) == document.views.map(\.view))
    #expect(again.savedNames(of: "/a\tb\n1", "[t") == ["n 1"])
    for (line, isSplit) in [("", true), ("split yes\n", true), ("split no\n", false)] {
      #expect(ViewDocument.view(of: line).isSplit == isSplit)
    }
  }

  @Test("Saved views are not lost to a filter that makes the file very large") func largeFilter() throws {
    let file = ViewFile(path: scratch.stateFile)
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
