import BookStore
import Browser
import Foundation
import TestSupport
import Testing

/// Files that come in and go out by the commands of the list.
@Suite final class TransferTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, columns: 200)

  private let folder: String

  init() throws {
    scratch = try Scratch()
    folder = scratch.folder.path
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  @Test("a file is shown before it is imported, and u takes all of it back") func importing() throws {
    try write("title,author,colour\nEmma,Jane Austen,red\nWar and Peace,Leo Tolstoy,blue\n", to: "in.csv")
    flow.command("import \(folder)/in.csv")
    flow.expect(
      "1 new · 0 completed · 1 unchanged · 0 unclear · 0 refused. Nothing is imported yet.",
      "has no field for “colour”")
    try flow.expect(sql: "SELECT count(*) FROM book", ["3"])
    flow.press("Enter").expect("Imported: 1 new · 1 unchanged. u undoes it.")
    try flow.expect(sql: "SELECT author FROM book WHERE title = 'Emma'", ["Jane Austen"])
    flow.expect("4 books")
    flow.command("import \(folder)/in.csv").expect("There is nothing to import.")
    flow.press("Esc", "u").expect("Undone: import of in.csv.")
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["3"])
  }

  @Test("dates that can be read in two ways are counted once for their column, with what to do")
  func unclearDates() throws {
    try write("title,copyright\nA,4/2/2024\nB,5/3/2024\n", to: "in.csv")
    flow.command("import \(folder)/in.csv")
    flow.expect(
      "2 dates in “copyright” can be read in two ways, such as “4/2/2024”, and were not taken",
      "Write the dates as year-month-day in the file")
  }

  /// A file of which a table of titles and authors has a place for a third.
  private static let rich = """
    Title,Author,Publisher,Number of Pages,My Rating
    Emma,Jane Austen,John Murray,474,5
    Persuasion,Jane Austen,John Murray,279,4
    """

  @Test("of a file with much that has no place, what fits is imported if one says so") func fitting() throws {
    try write(Self.rich, to: "rich.csv")
    flow.command("import \(folder)/rich.csv")
    flow.expect(
      "Make a new library of books from this file, which keeps all of it",
      "Adding the fields runs: ALTER TABLE")
    flow.press("Down", "Down", "Enter").expect("Imported: 2 new. u undoes it.")
    // What fitted is there; fields can still be added for the rest.
    flow.command("import \(folder)/rich.csv").expect("There is nothing to import", "Add 3 fields")
    flow.press("Esc")
    try flow.expect(
      atEnd: "SELECT title, author FROM book WHERE pk > 3",
      ["Emma|Jane Austen", "Persuasion|Jane Austen"])
  }

  @Test("or fields are added for it first, each as a step, and u takes all of it back")
  func addingFields() throws {
    try write(Self.rich, to: "rich.csv")
    flow.command("import \(folder)/rich.csv").expect("Add 3 fields to “book”, and import")
    flow.press("Down", "Enter").expect("Imported: 2 new. u undoes it, and then field by field.")
    try flow.expect(
      sql: "SELECT publisher, \"Number of Pages\", \"My Rating\" FROM book WHERE title = 'Emma'",
      ["John Murray|474|5"])
    flow.press("u").expect("Undone: import of rich.csv.")
    for column in ["My Rating", "Number of Pages", "Publisher"] {
      flow.press("u").expect("Undone: addition of the field \(column).")
    }
    try flow.expect(
      atEnd: "SELECT group_concat(name) FROM pragma_table_info('book')", ["pk,title,copyright,author"]
    )
  }

  @Test("or a library of its own is made from it, beside the one that is open, under a name that is free")
  func libraryFromFile() throws {
    try write(Self.rich, to: "rich.csv")
    try write("", to: "rich.sqlite")
    flow.command("import \(folder)/rich.csv").expect("Make a new library")
    flow.press("Enter").expect("Imported: 2 new. They are in a new library", "2 books")
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["3"])
    let books = try OtherProgram("\(folder)/rich 2.sqlite").rows("SELECT title, publisher, rating FROM book")
    #expect(books == ["Emma|John Murray|5.0", "Persuasion|John Murray|4.0"])
  }

  @Test("a library that was to be made from a file that has gone is not left behind") func fileGone() throws {
    try write(Self.rich, to: "rich.csv")
    flow.command("import \(folder)/rich.csv").expect("Make a new library")
    try FileManager.default.removeItem(atPath: "\(folder)/rich.csv")
    flow.press("Enter").expect("rich.csv", "3 books")
    flow.end()
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/rich.sqlite"))
  }

  @Test("what is not written yet is written before an import, and imported rows are marked by it")
  func unwritten() throws {
    try write("title,author\nWar and Peace,Count Tolstoy\nEmma,Jane Austen\n", to: "in.csv")
    flow.press("Enter", "Enter").retype("Peace and War").press("Esc", "Esc")
    flow.command("import \(folder)/in.csv").expect("2 new")
    flow.press("Enter").expect("Imported: 2 new.")
    try flow.expect(
      atEnd: "SELECT count(*) FROM book WHERE title IN ('Peace and War', 'War and Peace')", ["2"])
  }

  @Test(
    "what cannot be imported is said, and nothing changes",
    arguments: [
      ("nothing.csv", "No such file"), ("folder", "Is a directory"),
      ("broken.csv", "a quote begins here"),
      ("foreign.csv", "has a field for none of the columns"),
    ])
  func refusedImport(_ name: String, _ words: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/folder", withIntermediateDirectories: true)
    try write("title\n\"Emma", to: "broken.csv")
    try write("x,y\n1,2\n", to: "foreign.csv")
    flow.command("import \(folder)/\(name)").expect(words)
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["3"])
  }

  @Test("the list's rows are exported as they are shown, and no file is replaced without a question")
  func exporting() throws {
    flow.type("/tolstoy", "Enter").expect("1 of 3")
    flow.command("export \(folder)/out.csv").expect("Export the books of this list, or every book?")
    flow.press("Enter").expect("Exported 1 book to")
    #expect(try scratch.lines(of: "out.csv").count == 2)
    flow.command("export \(folder)/whole.csv").expect("Export the books of this list, or every book?")
    flow.press("e").expect("Exported 3 books to")
    flow.press("Esc").expect("3 books")
    flow.command("export \(folder)/out.csv").expect("already exists. Replace it?")
    flow.press("Enter")
    #expect(try scratch.lines(of: "out.csv").count == 2)
    flow.command("export \(folder)/out.csv").expect("already exists. Replace it?")
    flow.press("r").expect("Press Enter for “Replace”.")
    flow.press("Enter").expect("Exported 3 books to")
    #expect(try scratch.lines(of: "out.csv").count == 4)
    flow.command("export \(folder)/out.txt").expect("The file name needs an ending")
    flow.command("export \(folder)/nowhere/out.csv").expect("its folder does not exist")
    flow.end()
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/out.txt"))
  }

  @Test("The marked rows are exported with the columns of the list, whatever the filter hides")
  func marked() throws {
    flow.press(" ", "End", " ").type("/tolstoy", "Enter").expect("1 of 3")
    flow.command("export \(folder)/marked.csv")
    flow.expect("Export the marked books or the books of this list, or every")
    flow.press("Enter").expect("Exported 2 books to")
    flow.command("export \(folder)/list.csv").expect("[Marked]  [List]  [Everything]")
    flow.press("i").expect("Exported 1 book to")
    flow.press("Esc", "*").command("export \(folder)/all.md").expect("Export the marked books")
    flow.press("Enter").expect("Exported 3 books to")
    flow.press("*", "c", "End", " ", "Enter")
    flow.command("export \(folder)/columns.csv").expect("Export the columns of this list, or every field?")
    flow.press("Enter").expect("Exported 3 books to")
    flow.end()
    #expect(try scratch.lines(of: "marked.csv").count == 3)
    let table = try String(contentsOfFile: "\(folder)/all.md", encoding: .utf8)
    #expect(table.hasPrefix("| Title |") && table.contains("1870-01-25"))
    let columns = try scratch.lines(of: "columns.csv")
    #expect(columns.first == "title,author" && columns.count == 4)
  }

  @Test("a new library is made from a template and shown, and one that is there is not replaced")
  func newLibrary() throws {
    flow.command("new \(folder)/own.sqlite").expect("Made a new library", "No books yet")
    flow.press("+").type("Emma", "^S").expect("Emma")
    flow.press("Esc").command("new \(folder)/own.sqlite").expect("already exists")
    flow.command("new \(folder)/things.sqlite possessions").expect("Made a new library", "possessions")
    flow.end()
    let own = OtherProgram("\(folder)/own.sqlite")
    #expect(try own.rows("SELECT title FROM book") == ["Emma"])
    try flow.expect(sql: "SELECT count(*) FROM book", ["3"])
  }

  @Test("where nothing can be changed nothing is imported, but exported") func readOnly() throws {
    flow = Flow(scratch, isReadOnly: true, columns: 200)
    try write("title\nEmma\n", to: "in.csv")
    flow.command("import \(folder)/in.csv").expect("Opened read-only")
    flow.command("export \(folder)/out.json").expect("Exported 3 books to")
  }
}
