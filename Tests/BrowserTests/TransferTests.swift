import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Files that come in and go out by the commands of the list.
@Suite struct TransferTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal(columns: 200)
  private let folder: String

  init() throws {
    scratch = try Scratch()
    folder = (scratch.path as NSString).deletingLastPathComponent
  }

  private func run(isReadOnly: Bool = false) throws {
    let store = try scratch.store(isReadOnly: isReadOnly)
    let browser = Browser(store: store, terminal: terminal, settings: Settings())
    #expect(browser.run() != .quit)
  }

  private func command(_ text: String) {
    terminal.type(":" + text)
    terminal.press(.enter)
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  /// Expects the exported file to have so many lines.
  private func expectLines(_ count: Int) throws {
    let text = try String(contentsOfFile: "\(folder)/out.csv", encoding: .utf8)
    #expect(text.split(whereSeparator: \.isNewline).count == count)
  }

  @Test("a file is shown before it is imported, and u takes all of it back")
  func importing() throws {
    try write("title,author,colour\nEmma,Jane Austen,red\nWar and Peace,Leo Tolstoy,blue\n", to: "in.csv")
    command("import \(folder)/in.csv")
    terminal.waitFor("1 new · 0 completed · 1 unchanged · 0 unclear · 0 refused. Nothing is imported yet.")
    terminal.waitFor("has no field for “colour”")
    terminal.then { try scratch.expect("SELECT count(*) FROM book", ["3"]) }
    terminal.press(.enter)
    terminal.waitFor("Imported: 1 new · 1 unchanged. u undoes it.")
    terminal.then { try scratch.expect("SELECT author FROM book WHERE title = 'Emma'", ["Jane Austen"]) }
    terminal.waitFor("4 books")
    command("import \(folder)/in.csv")
    terminal.waitFor("There is nothing to import.")
    terminal.press(.escape, .character("u"))
    terminal.waitFor("Undone: import of in.csv.")
    try run()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("dates that can be read in two ways are counted once for their column, with what to do")
  func unclearDates() throws {
    try write("title,copyright\nA,4/2/2024\nB,5/3/2024\n", to: "in.csv")
    command("import \(folder)/in.csv")
    terminal.waitFor("2 dates in “copyright” can be read in two ways, such as “4/2/2024”, and were not taken")
    terminal.waitFor("Write the dates as year-month-day in the file")
    terminal.press(.escape)
    try run()
  }

  /// A file of which a table of titles and authors has a place for a third.
  private static let rich = """
    Title,Author,Publisher,Number of Pages,My Rating
    Emma,Jane Austen,John Murray,474,5
    Persuasion,Jane Austen,John Murray,279,4
    """

  @Test("of a file with much that has no place, what fits is imported if one says so")
  func fitting() throws {
    try write(Self.rich, to: "rich.csv")
    command("import \(folder)/rich.csv")
    terminal.waitFor("Make a new library of books from this file, which keeps all of it")
    terminal.waitFor("Adding the fields runs: ALTER TABLE")
    terminal.press(.down, .down, .enter)
    terminal.waitFor("Imported: 2 new. u undoes it.")
    // What fitted is there; fields can still be added for the rest.
    command("import \(folder)/rich.csv")
    terminal.waitFor("There is nothing to import")
    terminal.waitFor("Add 3 fields")
    terminal.press(.escape)
    try run()
    try scratch.expect(
      "SELECT title, author FROM book WHERE pk > 3", ["Emma|Jane Austen", "Persuasion|Jane Austen"])
  }

  @Test("or fields are added for it first, each as a step, and u takes all of it back")
  func addingFields() throws {
    try write(Self.rich, to: "rich.csv")
    command("import \(folder)/rich.csv")
    terminal.waitFor("Add 3 fields to “book”, and import")
    terminal.press(.down, .enter)
    terminal.waitFor("Imported: 2 new. u undoes it, and then field by field.")
    terminal.then {
      try scratch.expect(
        "SELECT publisher, \"Number of Pages\", \"My Rating\" FROM book WHERE title = 'Emma'",
        ["John Murray|474|5"])
    }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: import of rich.csv.")
    for column in ["My Rating", "Number of Pages", "Publisher"] {
      terminal.press(.character("u"))
      terminal.waitFor("Undone: addition of the field \(column).")
    }
    try run()
    try scratch.expect(
      "SELECT group_concat(name) FROM pragma_table_info('book')", ["pk,title,copyright,author"])
  }

  @Test("or a library of its own is made from it, beside the one that is open, under a name that is free")
  func libraryFromFile() throws {
    try write(Self.rich, to: "rich.csv")
    try write("", to: "rich.sqlite")
    command("import \(folder)/rich.csv")
    terminal.waitFor("Make a new library")
    terminal.press(.enter)
    terminal.waitFor("Imported: 2 new. They are in a new library")
    terminal.waitFor("2 books")
    try run()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
    let books = try OtherProgram("\(folder)/rich 2.sqlite").rows("SELECT title, publisher, rating FROM book")
    #expect(books == ["Emma|John Murray|5.0", "Persuasion|John Murray|4.0"])
  }

  @Test("a library that was to be made from a file that has gone is not left behind")
  func fileGone() throws {
    try write(Self.rich, to: "rich.csv")
    command("import \(folder)/rich.csv")
    terminal.waitFor("Make a new library")
    terminal.then { try FileManager.default.removeItem(atPath: "\(folder)/rich.csv") }
    terminal.press(.enter)
    terminal.waitFor("rich.csv")
    terminal.waitFor("3 books")
    try run()
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/rich.sqlite"))
  }

  @Test("what is not written yet is written before an import, and imported rows are marked by it")
  func unwritten() throws {
    try write("title,author\nWar and Peace,Count Tolstoy\nEmma,Jane Austen\n", to: "in.csv")
    terminal.press(.enter, .enter, .control("u"))
    terminal.type("Peace and War")
    terminal.press(.enter, .escape, .escape)
    command("import \(folder)/in.csv")
    terminal.waitFor("2 new")
    terminal.press(.enter)
    terminal.waitFor("Imported: 2 new.")
    try run()
    try scratch.expect("SELECT count(*) FROM book WHERE title IN ('Peace and War', 'War and Peace')", ["2"])
  }

  @Test(
    "what cannot be imported is said, and nothing changes",
    arguments: [
      ("nothing.csv", "No such file"), ("folder", "Is a directory"), ("broken.csv", "a quote begins here"),
      ("foreign.csv", "has a field for none of the columns"),
    ])
  func refusedImport(_ name: String, _ words: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: true)
    try write("title\n\"Emma", to: "broken.csv")
    try write("x,y\n1,2\n", to: "foreign.csv")
    command("import \(folder)/\(name)")
    terminal.waitFor(words)
    try run()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("the list's rows are exported as they are shown, and no file is replaced without a question")
  func exporting() throws {
    terminal.type("/tolstoy")
    terminal.press(.enter)
    terminal.waitFor("1 of 3")
    command("export \(folder)/out.csv")
    terminal.waitFor("Export the books of this list, or every book?")
    terminal.press(.enter)
    terminal.waitFor("Exported 1 book to")
    terminal.then { try expectLines(2) }
    command("export \(folder)/whole.csv")
    terminal.waitFor("Export the books of this list, or every book?")
    terminal.press(.character("e"))
    terminal.waitFor("Exported 3 books to")
    terminal.press(.escape)
    terminal.waitFor("3 books")
    command("export \(folder)/out.csv")
    terminal.waitFor("already exists. Replace it?")
    terminal.press(.enter)
    terminal.then { try expectLines(2) }
    command("export \(folder)/out.csv")
    terminal.waitFor("already exists. Replace it?")
    terminal.press(.character("r"))
    terminal.waitFor("Press Enter for “Replace”.")
    terminal.press(.enter)
    terminal.waitFor("Exported 3 books to")
    terminal.then { try expectLines(4) }
    command("export \(folder)/out.txt")
    terminal.waitFor("The file name needs an ending")
    command("export \(folder)/nowhere/out.csv")
    terminal.waitFor("its folder does not exist")
    try run()
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/out.txt"))
  }

  @Test("The marked rows are exported with the columns of the list, whatever the filter hides")
  func marked() throws {
    terminal.press(.character(" "), .end, .character(" "))
    terminal.type("/tolstoy")
    terminal.press(.enter)
    terminal.waitFor("1 of 3")
    command("export \(folder)/marked.csv")
    terminal.waitFor("Export the marked books or the books of this list, or every")
    terminal.press(.enter)
    terminal.waitFor("Exported 2 books to")
    command("export \(folder)/list.csv")
    terminal.waitFor("M[a]rked  L[i]st  [E]verything")
    terminal.press(.character("i"))
    terminal.waitFor("Exported 1 book to")
    terminal.press(.escape, .character("*"))
    command("export \(folder)/all.md")
    terminal.waitFor("Export the marked books")
    terminal.press(.enter)
    terminal.waitFor("Exported 3 books to")
    terminal.press(.character("*"))
    terminal.press(.character("c"), .end, .character(" "), .enter)
    command("export \(folder)/columns.csv")
    terminal.waitFor("Export the columns of this list, or every field?")
    terminal.press(.enter)
    terminal.waitFor("Exported 3 books to")
    try run()
    let lines = try String(contentsOfFile: "\(folder)/marked.csv", encoding: .utf8).split(
      whereSeparator: \.isNewline)
    #expect(lines.count == 3)
    let table = try String(contentsOfFile: "\(folder)/all.md", encoding: .utf8)
    #expect(table.hasPrefix("| Title |") && table.contains("1870-01-25"))
    let columns = try String(contentsOfFile: "\(folder)/columns.csv", encoding: .utf8).split(
      whereSeparator: \.isNewline)
    #expect(columns.first == "title,author" && columns.count == 4)
  }

  @Test("a new library is made from a template and shown, and one that is there is not replaced")
  func newLibrary() throws {
    command("new \(folder)/own.sqlite")
    terminal.waitFor("Made a new library")
    terminal.waitFor("No books yet")
    terminal.press(.character("+"))
    terminal.type("Emma")
    terminal.press(.control("s"))
    terminal.waitFor("Emma")
    terminal.press(.escape)
    command("new \(folder)/own.sqlite")
    terminal.waitFor("already exists")
    command("new \(folder)/things.sqlite possessions")
    terminal.waitFor("Made a new library")
    terminal.waitFor("possessions")
    try run()
    let own = OtherProgram("\(folder)/own.sqlite")
    #expect(try own.rows("SELECT title FROM book") == ["Emma"])
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("where nothing can be changed nothing is imported, but exported")
  func readOnly() throws {
    try write("title\nEmma\n", to: "in.csv")
    command("import \(folder)/in.csv")
    terminal.waitFor("Opened read-only")
    command("export \(folder)/out.json")
    terminal.waitFor("Exported 3 books to")
    try run(isReadOnly: true)
  }
}
