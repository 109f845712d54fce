import Foundation
import TestSupport
import Testing

/// The program in lines: for people who listen, and for scripts.
@Suite("One line at a time") struct PlainTests {
  /// Runs lines on a copy of the sample, and answers what was said; the database is in the desk's folder.
  private func run(_ lines: [String], on desk: CommandDesk) throws -> Command.Outcome {
    try run(Array(lines.map { $0 + "\n" }.joined().utf8), desk.environment)
  }

  private func run(_ input: [UInt8], _ environment: [String: String]) throws -> Command.Outcome {
    try Program.outcome(of: ["--plain", "--pressure", "off"], input: Data(input), environment: environment)
  }

  private func desk() throws -> CommandDesk {
    let desk = try CommandDesk()
    try desk.sql(Repository.text("Fixtures/books.sql"))
    return desk
  }

  @Test("Rows are found, read, edited, added and deleted, and a warning writes back") func walk() throws {
    let desk = try desk()
    let run = try run(
      [
        "", "/comedy", "open", "edit", "3", "Dante", "save-record", "back", "m", "dismiss", "add", "1",
        "Emma", "3", "Jane Austen", ":save-record", "save-record", "back", "/mac", "delete", "2", "dismiss",
        "quit",
      ], on: desk)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.text.split(separator: "\n").map(String.init)
    var place = lines.startIndex
    for line in [
      "Books", "1 of 3. War and Peace.", "2 of 3. Mac OS X Internals.", "1 of 1. The Divine Comedy.",
      "Author: Dante Alighieri.", "Field 1 of 3. Title: The Divine Comedy.",
      "Author changed, not yet written.", "Field 3 of 3. Author: Dante. Changed.",
      "1 of 1. The Divine Comedy. Changed.", "New book", "Delete “Mac OS X Internals”?", "1 Cancel",
      "2 Delete", "Deleted the book.",
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
    #expect(run.text.contains("3 of 3. The Divine Comedy.") && !run.text.hasSuffix("\n\n"))
  }

  @Test("A line that is UTF-8 is taken whatever the locale is, and one that is not is refused")
  func encodings() throws {
    let desk = try desk()
    let environment = desk.environment.merging(["LC_ALL": "de_DE.ISO-8859-1"]) { $1 }
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

  @Test("Stars are typed as a number, and a status is chosen by its number") func quickKeys() throws {
    let desk = try CommandDesk()
    try desk.make("reading")
    try desk.sql("INSERT INTO book (title) VALUES ('Emma')")
    let run = try run(
      ["rate", "4.5", "rate", "2", "rate", "3½", "rate", "5.5", "rate", "10", "status", "2", "quit"], on: desk
    )
    #expect(run.status == 0)
    for line in ["2 reading", "Rating of “Emma”: 4.5 of 5 stars. u undoes it."] {
      #expect(run.text.contains(line), "\(run.text)")
    }
    #expect(try desk.query("SELECT rating, status FROM book") == "3.5|reading")
  }

  @Test("Nothing that a database holds drives the terminal") func hostile() throws {
    let desk = try desk()
    try desk.sql("UPDATE book SET title = 'x' || char(27) || ']0;y' || char(7) || char(10) || 'z'")
    let run = try run(["open", "back", "y"], on: desk)
    #expect(!run.output.contains(27) && !run.output.contains(7))
  }

  /// Starts the program on a terminal of lines, in a folder that has the sample.
  private func start(in folder: TemporaryFolder) async throws -> RawTerminal {
    try RawTerminal(
      ["--plain", "books.sqlite", "--write-after", "3600"], in: folder, by: "stty isig; exec \"$0\" \"$@\"")
  }

  @Test("What another program changed is settled, and what a dead program left is restored")
  func conflictAndRestore() async throws {
    let folder = try TemporaryFolder()
    let file = try RawTerminal.makeBooks(in: folder)
    func author() throws -> String { try SQLiteShell.run("SELECT author FROM book WHERE pk = 1", on: file) }
    var terminal = try await start(in: folder)
    func enter(_ lines: (String, String)...) async throws {
      for (line, expected) in lines {
        terminal.type(line + "\n")
        try await terminal.waitFor(expected)
      }
    }
    try await terminal.waitFor("1 of 3. War and Peace.")
    try await enter(
      ("edit", "Field 1 of 3."), ("3", "Author, now Leo Tolstoy:"),
      ("Lev", "Author changed, not yet written."))
    try SQLiteShell.run("UPDATE book SET author = 'Lew' WHERE pk = 1", on: file)
    try await enter(
      ("save-record", "Author: Lev. Changed."),
      ("m", "1 field was changed by another program meanwhile: press C."),
      ("conflicts", "Author of “War and Peace”"), ("open", "All conflicts are settled"), ("m", "wrote 1 book")
    )
    #expect(try author() == "Lev")
    try await enter(
      ("edit", "Edit War and Peace"), ("3", "Author, now Lev:"),
      ("Leo", "Field 3 of 3. Author: Leo. Changed."))
    kill(terminal.process, SIGKILL)
    #expect(try await terminal.exitStatus() == 128 + SIGKILL)
    terminal = try await start(in: folder)
    try await terminal.waitFor("1 unsaved change from")
    try await enter(("restore", "Restored 1 change."))
    terminal.type("quit\n")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try author() == "Leo")
  }

  @Test("dismiss and ^C end what is running; ^C ends the program only if nothing is")
  func endingWork() async throws {
    let folder = try TemporaryFolder()
    try RawTerminal.makeBooks(in: folder)
    let terminal = try await start(in: folder)
    try await terminal.waitFor("1 of 3. War and Peace.")
    for end in ["dismiss\n", "\u{3}"] {
      terminal.type(
        ":sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n\n")
      try await terminal.waitFor("Running the statement")
      terminal.type(end)
      try await terminal.waitFor("Cancelled.")
      terminal.type("again\n")
      try await terminal.waitFor("1 of 3. War and Peace.")
    }
    terminal.type("\u{3}")
    #expect(try await terminal.exitStatus() == 128 + SIGINT)
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
    #expect(run.text.contains("Readings: started 2024-01-02 · 86 %.\n"), "\(run.text)")
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
    #expect(lines.count { $0.hasSuffix(": writes your changes, and quits.") } == 1, "\(run.text)")
  }

  @Test("An answer is given by its number or its name, whatever its letter is") func answers() throws {
    let desk = try desk()
    let path = desk.folder.appending(path: "out.csv").path
    let run = try run([":export \(path)", ":export \(path)", "2", "delete", "Delete"], on: desk)
    #expect(run.text.components(separatedBy: "Exported 3 books").count == 3, "\(run.text)")
    #expect(run.text.contains("Deleted the book."))
  }

  @Test("What is wrong in a statement is said, and not the list below the prompt")
  func refusedStatement() throws {
    let run = try run([":sql SELEC"], on: try desk())
    #expect(run.text.contains("syntax error") && !run.text.contains("Divine Comedy"), "\(run.text)")
  }
}
