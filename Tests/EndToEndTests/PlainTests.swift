import Foundation
import TestSupport
import Testing

/// The program in lines: for people who listen, and for scripts.
@Suite("One line at a time")
struct PlainTests {
  /// Runs lines on a copy of the sample, and answers what was said; the database is in the desk's folder.
  private func run(_ lines: [String], on desk: CommandDesk, _ arguments: String...) throws -> Command.Outcome
  {
    try run(Array(lines.map { $0 + "\n" }.joined().utf8), desk.environment, arguments)
  }

  private func run(_ input: [UInt8], _ environment: [String: String], _ arguments: [String] = []) throws
    -> Command.Outcome
  {
    try Command.outcome(
      of: [Program.path, "--plain", "--pressure", "off"] + arguments, input: Data(input),
      environment: environment)
  }

  private func desk() throws -> CommandDesk {
    let desk = try CommandDesk()
    try desk.sql(Repository.text("Fixtures/books.sql"))
    return desk
  }

  @Test("Rows are found, read, edited, added and deleted, and a warning writes back")
  func walk() throws {
    let desk = try desk()
    let run = try run(
      [
        "", "/comedy", "open", "edit", "3", "Dante", "save-record", "back", "m", "dismiss", "add", "1",
        "Emma", "3",
        "Jane Austen", ":save-record", "save-record", "back", "/mac", "delete", "2", "dismiss", "quit",
      ], on: desk)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.text.split(separator: "\n").map(String.init)
    var place = lines.startIndex
    for line in [
      "Books", "1 of 3. War and Peace.", "2 of 3. Mac OS X Internals.", "1 of 1. The Divine Comedy.",
      "Author: Dante Alighieri.", "Field 1 of 3. Title: The Divine Comedy.",
      "Author changed, not yet written.",
      "Field 3 of 3. Author: Dante. Changed.", "1 of 1. The Divine Comedy. Changed.",
      "New book", "Delete “Mac OS X Internals”?", "1 Cancel", "2 Delete", "Deleted the book.",
    ] {
      let found = lines[place...].firstIndex(of: line)
      #expect(found != nil, "\(line), after \(place > 0 ? lines[place - 1] : "")")
      place = found.map { $0 + 1 } ?? place
    }
    #expect(run.text.contains("Memory warning: wrote 1 book"))
    #expect(
      try desk.query("SELECT title, author FROM book ORDER BY pk")
        == "War and Peace|Leo Tolstoy\nThe Divine Comedy|Dante\nEmma|Jane Austen")
  }

  @Test("A line that means nothing says so; help lists what there is; the end of the input quits")
  func help() throws {
    let desk = try desk()
    let run = try run(["nonsense", "help", "99", "again"], on: desk)
    #expect(run.status == 0)
    #expect(run.text.contains("There is no “nonsense” here. help lists what you can do."))
    #expect(
      run.text.contains("memory-warning: sends a memory warning: writes back and releases every record"))
    #expect(run.text.contains("3 of 3. The Divine Comedy."))
  }

  @Test(
    "A line that is UTF-8 is taken whatever the locale is, and one that is not is refused",
    arguments: ["C", "en_US.UTF-8", "de_DE.ISO-8859-1"])
  func encodings(locale: String) throws {
    let desk = try desk()
    let environment = desk.environment.merging(["LC_ALL": locale]) { $1 }
    let refused = [0x44, 0x76, 0xF8, 0x0A] as [UInt8]
    let lines = Array("edit\n3\nDvořák –\n3\n".utf8) + refused + Array(":cancel\nback\nm\nquit\n".utf8)
    let run = try run(lines, environment)
    #expect(run.status == 0)
    #expect(run.text.contains("That line is not UTF-8, so nothing was done with it."))
    #expect(!run.text.contains("\u{FFFD}"))
    #expect(try desk.query("SELECT author FROM book WHERE pk = 1") == "Dvořák –")
  }

  @Test("Everything in a form and behind a colon is reached, and a text can have several lines")
  func everything() throws {
    let desk = try desk()
    let path = desk.folder.appending(path: "out.csv").path
    let run = try run(
      [
        "edit", "3", "one\\", "two", "save-record", "back", "undo", "redo", ":export \(path)", "history",
        "back", "quit",
      ], on: desk)
    #expect(run.status == 0)
    #expect(try desk.query("SELECT replace(author, char(10), '/') FROM book WHERE pk = 1") == "one/two")
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(run.text.contains("Undone: Author of “War and Peace”.") && run.text.contains("Redone: Author of"))
  }

  @Test("Nothing that a database holds drives the terminal")
  func hostile() throws {
    let desk = try desk()
    try desk.sql("UPDATE book SET title = 'x' || char(27) || ']0;y' || char(7) || char(10) || 'z'")
    let run = try run(["open", "back", "y"], on: desk)
    #expect(!run.output.contains(27) && !run.output.contains(7))
  }

  @Test("What another program changed is settled, and what a dead program left is restored")
  func conflictAndRestore() async throws {
    let terminal = try await TmuxSession(columns: 100, rows: 40)
    let file = terminal.home.appending(path: "books.sqlite")
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: file)
    let command = "\(Program.path) --plain \(Library.undisturbed) books.sqlite"
    try terminal.start(command)
    func enter(_ line: String, _ expected: String) async throws {
      try terminal.run(line)
      try await terminal.waitUntil(expected) { $0.contains(expected) }
    }
    try await terminal.waitUntil("the list is there") { $0.contains("1 of 3. War and Peace.") }
    try await enter("edit", "Field 1 of 3.")
    try await enter("3", "Author, now Leo Tolstoy:")
    try await enter("Tolstoy", "Author changed, not yet written.")
    try SQLiteShell.run("UPDATE book SET author = 'Lew' WHERE pk = 1", on: file)
    try await enter("save-record", "Author: Tolstoy. Changed.")
    try await enter("m", "1 field was changed by another program meanwhile: press C.")
    try await enter("conflicts", "Author of “War and Peace”")
    try await enter("open", "All conflicts are settled")
    try await enter("m", "wrote 1 book")
    #expect(try SQLiteShell.run("SELECT author FROM book WHERE pk = 1", on: file) == "Tolstoy")
    try await enter("edit", "Edit War and Peace")
    try await enter("3", "Author, now Tolstoy:")
    try await enter("Leo", "Field 3 of 3. Author: Leo. Changed.")
    let process = try await terminal.processIdentifier()
    kill(process, SIGKILL)
    try await terminal.waitForShell()
    try terminal.run("clear")
    try await terminal.waitUntil("it is clear") { !$0.contains("Leo") }
    try terminal.start(command)
    try await terminal.waitUntil("the question is there") {
      $0.contains("1 unsaved change from") && $0.contains("Restore")
    }
    try await enter("restore", "Restored 1 change.")
    try terminal.run("quit")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try SQLiteShell.run("SELECT author FROM book WHERE pk = 1", on: file) == "Leo")
  }

  @Test("dismiss and ^C end what is running; ^C ends the program only if nothing is")
  func endingWork() async throws {
    let terminal = try await TmuxSession(columns: 100, rows: 40)
    let file = terminal.home.appending(path: "books.sqlite")
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: file)
    try terminal.start("\(Program.path) --plain \(Library.undisturbed) books.sqlite")
    try await terminal.waitUntil("the list is there") { $0.contains("1 of 3. War and Peace.") }
    for (round, end) in ["dismiss", "C-c"].enumerated() {
      let count = { (screen: String) in screen.components(separatedBy: "Running the statement").count }
      let before = count(try terminal.screen())
      try terminal.run(
        ":sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
      try await terminal.waitUntil("it runs") { count($0) > before }
      if end == "dismiss" { try terminal.run(end) } else { try terminal.press(end) }
      // The message is said with what is read again, too.
      try await terminal.waitUntil("it has ended") {
        $0.components(separatedBy: "Cancelled.").count > 2 * round + 1
      }
      try terminal.run("again")
      try await terminal.waitUntil("the list is there again") {
        $0.components(separatedBy: "1 of 3. War and Peace.").count > round + 2
      }
    }
    try terminal.press("C-c")
    #expect(try await terminal.exitStatus() != 0)
  }

  @Test(
    "Stars and bars are said in words, related rows too, and fields are counted in the order that they are gone"
  )
  func words() throws {
    let desk = try CommandDesk()
    try desk.make("reading")
    try desk.sql(
      """
      INSERT INTO book (pk, title, rating, status) VALUES (1, 'Emma', 4.5, NULL);
      INSERT INTO reading (pk, book, started) VALUES (1, 1, '2024-01-02');
      INSERT INTO progress (reading, at, percent) VALUES (1, '2024-01-03', 86);
      """)
    let run = try run(["", "open", "edit"] + Array(repeating: "", count: 26), on: desk)
    #expect(
      run.text.contains("1 of 1. Emma. Author no value. Status no value. Rating 4.5 of 5 stars."),
      "\(run.text)")
    #expect(run.text.contains("Rating: 4.5 of 5 stars.\n"))
    #expect(run.text.contains("Readings: 2024-01-02 – · 86 %.\n"), "\(run.text)")
    let places = run.text.split(separator: "\n").compactMap { line in
      line.hasPrefix("Field ") ? line.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
    }
    #expect(Array(places.prefix(26)) == Array(1...25) + [1], "\(places)")
  }

  @Test("? lists once what can be done here, and nothing that only a full screen has or another table takes")
  func questionMark() throws {
    let run = try run(["?", "", "again", ":help", "", ""], on: try desk())
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count { $0 == "mark: marks or unmarks the row, and goes to the one below" } == 1)
    #expect(!run.text.contains("the inspector"))
    for word in ["inspector", "mouse", "split", "redraw", "finished:", "started:", "lend:", "loans:"] {
      #expect(!lines.contains { $0.hasPrefix(word) }, "\(word)")
    }
    // The page of keys is read once.
    #expect(lines.count { $0.hasSuffix(": writes back and quits.") } == 1, "\(run.text)")
  }

  @Test("An answer is given by its number or its name, whatever its letter is")
  func answers() throws {
    let desk = try desk()
    let path = desk.folder.appending(path: "out.csv").path
    let run = try run([":export \(path)", ":export \(path)", "2", "delete", "Delete"], on: desk)
    #expect(run.text.components(separatedBy: "Exported 3 books").count == 3, "\(run.text)")
    #expect(run.text.contains("Deleted the book."))
  }

  @Test("What is wrong in a statement is said, and not the list below the prompt")
  func refusedStatement() throws {
    let run = try run([":sql SELEC"], on: try desk())
    #expect(
      run.text.contains("syntax error") && !run.text.contains("Divine Comedy"),
      "\(run.text)")
  }
}
