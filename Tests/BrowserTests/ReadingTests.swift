import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// The keys about reading and lending.
@Suite("Reading and lending")
struct ReadingTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch.reading(
      "INSERT INTO book (pk, title, review) VALUES (1, 'Emma', 'Once.'), (2, 'Persuasion', NULL)")
  }

  private func run() throws { try scratch.browseBooks(terminal) }

  @Test("x asks for the day, the stars and the review, and R begins again; u takes both back")
  func finished() throws {
    terminal.waitFor("Emma")
    terminal.press(.character("x"))
    terminal.waitFor("Finished")
    terminal.waitFor("Once.")
    terminal.type("4.5")
    terminal.press(.tab)
    terminal.type("Twice.")
    terminal.press(.control("s"))
    terminal.waitFor("Finished “Emma”. u undoes it.")
    terminal.press(.character("R"))
    terminal.waitFor("Started “Emma” today.")
    terminal.press(.character("R"))
    terminal.waitFor("You are reading it already.")
    terminal.press(.character("m"), .character("u"), .enter)
    terminal.waitFor("read")
    terminal.waitFor("★★★★½")
    terminal.waitFor("Twice.")
    terminal.press(.character("m"))
    try run()
    #expect(
      try scratch.sql("SELECT status, rating, review FROM book WHERE pk = 1") == ["read|4.5|Once.Twice."])
    #expect(try scratch.sql("SELECT started, length(finished), rating FROM reading") == ["NULL|10|4.5"])
  }

  @Test("What a key notes is in the database when it has answered; it waits for a lock, and u is as quick")
  func atOnce() throws {
    let state = "SELECT coalesce(status, ''), (SELECT count(*) FROM reading) FROM book WHERE pk = 1"
    let before = try scratch.sql(state)
    terminal.waitFor("Emma")
    let other = try scratch.lock()
    terminal.press(.character("R"))
    terminal.waitFor("Waiting for another program…")
    terminal.then { try other.run("ROLLBACK") }
    terminal.press(.control("l"))
    terminal.waitFor("Started “Emma” today.")
    terminal.then { try scratch.expect(state, ["reading|1"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.then { try scratch.expect(state, before) }
    try run()
  }

  @Test("Esc leaves the form about a finished book without a trace")
  func cancelled() throws {
    terminal.waitFor("Emma")
    terminal.press(.character("x"))
    terminal.waitFor("Rating")
    terminal.press(.escape)
    terminal.waitFor("Persuasion")
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM reading WHERE finished IS NOT NULL") == ["0"])
  }

  @Test("L lends it, and asks the next time whether it is back")
  func lent() throws {
    terminal.waitFor("Emma")
    terminal.press(.character("L"))
    terminal.waitFor("New loan")
    terminal.type("Anna")
    terminal.press(.control("s"))
    terminal.waitFor("Added the loan.")
    terminal.waitFor("Persuasion")
    terminal.press(.character("L"))
    terminal.waitFor("Is “Emma” back from Anna?")
    terminal.press(.character("b"))
    terminal.waitFor("is back from Anna")
    try run()
    #expect(try scratch.sql("SELECT person, back_on = lent_on FROM loan") == ["Anna|1"])
  }

  @Test(
    "B lists what is not back, what is due first on top; L on a loan says that it is back, and u takes that back"
  )
  func loans() throws {
    try OtherProgram(scratch.path).run(
      """
      INSERT INTO loan (book, person, direction, lent_on, due, back_on) VALUES (1, 'Ben', 'lent', '2020-01-01', NULL, NULL),
        (2, 'Library', 'borrowed', '2020-01-02', '2020-02-02', NULL), (2, 'Carl', 'lent', '2019-01-01', NULL, '2019-02-01')
      """)
    terminal.waitFor("Emma")
    terminal.press(.character("B"))
    terminal.waitFor("1 lent, 1 borrowed, 1 overdue.")
    terminal.type("/")
    terminal.press(.control("u"))
    terminal.type("emma")
    terminal.press(.enter)
    terminal.waitUntil { [terminal] in
      terminal.screen.contains("Ben") && !terminal.screen.contains("Library")
    }
    terminal.press(.escape)
    terminal.waitFor("Library")
    terminal.press(.home)
    terminal.press(.character("L"))
    terminal.waitFor("Is “Persuasion” back with Library?")
    terminal.press(.character("b"))
    terminal.waitFor("“Persuasion” is back with Library. u undoes it.")
    terminal.press(.character("m"))
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM loan WHERE back_on IS NULL") == ["1"])
    #expect(terminal.frames.last?.textPlane.contains("Ben") == true)
    #expect(terminal.frames.last?.textPlane.contains("Carl") == false)
  }

  @Test("R, x and L note the marked books in one step each, and L takes them back")
  func marked() throws {
    terminal.waitFor("Emma")
    terminal.press(.character("*"), .character("R"))
    terminal.waitFor("Started 2 books today. u undoes it.")
    terminal.press(.character("R"))
    terminal.waitFor("Nothing was noted. 2 were being read already.")
    terminal.press(.character("P"))
    terminal.waitFor("one book at a time")
    terminal.press(.character("x"))
    terminal.waitFor("Finished: 2 books")
    terminal.type("4")
    terminal.press(.control("s"))
    terminal.waitFor("Finished 2 books. u undoes it.")
    terminal.then { [scratch] in
      try scratch.expect("SELECT status, rating, review FROM book", ["read|4.0|Once.", "read|4.0|NULL"])
      try scratch.expect("SELECT count(started), count(finished), sum(rating) FROM reading", ["2|2|8.0"])
    }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: finishing several books.")
    terminal.press(.character("L"))
    terminal.waitFor("New loan: 2 books")
    terminal.type("Anna")
    terminal.press(.control("s"))
    terminal.waitFor("Lent 2 books. u undoes it.")
    terminal.then { [scratch] in
      try scratch.expect("SELECT book, person, lent_on IS NOT NULL FROM loan", ["1|Anna|1", "2|Anna|1"])
    }
    terminal.press(.character("L"))
    terminal.waitFor("Are all 2 books back?")
    terminal.press(.enter)
    terminal.waitFor("Noted that 2 books came back. u undoes it.")
    try run()
    try scratch.expect("SELECT count(*) FROM loan WHERE back_on IS NULL", ["0"])
  }

  @Test("What of the marked books is lent already stays so, and the form says for how many it is")
  func markedLent() throws {
    try OtherProgram(scratch.path).run("INSERT INTO loan (book, person) VALUES (1, 'Ben')")
    terminal.waitFor("Emma")
    terminal.press(.character("*"), .character("L"))
    terminal.waitFor("1 of the marked is lent already, and stays so.")
    terminal.waitFor("New loan: 1 book")
    terminal.type("Anna")
    terminal.press(.control("s"))
    terminal.waitFor("Lent 1 book.")
    terminal.press(.character("B"))
    terminal.waitFor("2 lent.")
    terminal.waitFor("Ben")
    terminal.press(.character("*"), .character("L"))
    terminal.waitFor("Are all 2 loans back?")
    terminal.press(.character("b"))
    terminal.waitFor("Noted that 2 loans came back.")
    try run()
    try scratch.expect(
      "SELECT book, person, back_on IS NOT NULL FROM loan ORDER BY book", ["1|Ben|1", "2|Anna|1"])
  }

  @Test("The forms of x and P name the book")
  func named() throws {
    terminal.waitFor("Emma")
    terminal.press(.character("x"))
    terminal.waitFor("Finished: Emma")
    terminal.press(.escape, .character("P"))
    terminal.waitFor("Progress: Emma")
    try run()
  }

  @Test("Esc clears what was typed over the loans, and then leaves them; words that find nothing else, too")
  func escape() throws {
    try OtherProgram(scratch.path).run("INSERT INTO loan (book, person) VALUES (1, 'Ben'), (2, 'Carl')")
    for words in ["x", "nosuchfield:x", "no:such"] {
      terminal.waitUntil { [terminal] in
        terminal.screen.contains("Emma") && !terminal.screen.contains("Loans")
      }
      terminal.press(.character("B"))
      terminal.waitFor("Loans “no:back_on”")
      terminal.press(.character("/"))
      terminal.type(words)
      terminal.waitFor("/" + words)
      terminal.press(.escape)
      terminal.waitFor("Loans “no:back_on”")
      terminal.press(.escape)
    }
    terminal.waitUntil { [terminal] in terminal.screen.contains("Emma") && !terminal.screen.contains("Loans")
    }
    try run()
  }

  @Test("f and = rename a shelf, for all books, and u takes that back")
  func renamedShelf() throws {
    try OtherProgram(scratch.path).run(
      """
      INSERT INTO shelf VALUES (1, 'to lend'), (2, 'favourites');
      INSERT INTO book_shelf VALUES (1, 1), (2, 1), (2, 2)
      """)
    terminal.waitFor("Emma")
    terminal.press(.character("f"))
    terminal.waitFor("Values of")
    terminal.type("sssss")
    terminal.press(.enter)
    terminal.waitFor("Shelves of books")
    terminal.waitFor("favourites")
    terminal.press(.character("="), .control("u"))
    terminal.type("lent out")
    terminal.press(.enter)
    terminal.waitFor("Rename “to lend” to “lent out” in")
    terminal.press(.enter)
    terminal.waitFor("Renamed “to lend” to “lent out”. u undoes it.")
    terminal.waitFor("lent out  ")
    terminal.press(.character("="), .control("u"))
    terminal.type("Favourites")
    terminal.press(.enter, .enter)
    terminal.waitFor("“Favourites” is there already.")
    terminal.press(.character("u"))
    terminal.waitFor("to lend  ")
    terminal.press(.control("r"))
    terminal.waitFor("lent out  ")
    terminal.press(.character("m"))
    try run()
    #expect(try scratch.sql("SELECT name FROM shelf ORDER BY pk") == ["lent out", "favourites"])
    #expect(try scratch.sql("SELECT count(*) FROM book_shelf WHERE shelf = 1") == ["2"])
  }

  @Test("A new quote begins with its text, which is its title, and q in the menu of + goes to it")
  func quote() throws {
    terminal.waitFor("Emma")
    terminal.press(.enter)
    terminal.waitFor("empty fields")
    terminal.press(.character("+"))
    terminal.waitFor("Add to")
    terminal.press(.character("q"), .enter)
    terminal.waitFor("New quote")
    terminal.type("Badly done, Emma!")
    terminal.press(.control("s"))
    terminal.waitFor("Added")
    terminal.waitFor("Badly done, Emma!")
    terminal.press(.character("m"))
    try run()
    #expect(try scratch.sql("SELECT book, text, note, place FROM quote") == ["1|Badly done, Emma!|NULL|NULL"])
    #expect(try scratch.sql("SELECT title FROM book WHERE pk = 1") == ["Emma"])
  }

  @Test("In other tables the keys mean nothing")
  func elsewhere() throws {
    let plain = try Scratch()
    terminal.waitFor("War and Peace")
    terminal.press(.character("x"))
    terminal.waitFor("x does nothing here.")
    #expect(Browser(store: try plain.store(), terminal: terminal).run() != .quit)
  }
}
