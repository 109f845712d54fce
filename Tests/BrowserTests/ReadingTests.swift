import BookStore
import Browser
import TestSupport
import Testing

/// The keys about reading and lending.
@Suite("Reading and lending")
final class ReadingTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows)

  init() throws {
    scratch = try Scratch.reading(
      "INSERT INTO book (pk, title, review) VALUES (1, 'Emma', 'Once.'), (2, 'Persuasion', NULL)")
  }

  @Test("x asks for the day, the stars and the review, and R begins again; u takes both back")
  func finished() throws {
    flow.press("x").expect("Finished", "Once.")
    flow.type("4.5", "Tab").type("Twice.", "^S").expect("Finished “Emma”. u undoes it.")
    flow.press("R").expect("Started “Emma” today.")
    flow.press("R").expect("You are reading it already.")
    flow.press("m", "u", "Enter").expect("read", "★★★★½", "Twice.")
    flow.press("m")
    try flow.expect(atEnd: "SELECT status, rating, review FROM book WHERE pk = 1", ["read|4.5|Once.Twice."])
    try flow.expect(sql: "SELECT started, length(finished), rating FROM reading", ["NULL|10|4.5"])
  }

  @Test("What a key notes is in the database when it has answered; it waits for a lock, and u is as quick")
  func atOnce() throws {
    let state = "SELECT coalesce(status, ''), (SELECT count(*) FROM reading) FROM book WHERE pk = 1"
    let before = try scratch.sql(state)
    flow.expect("Emma")
    let other = try scratch.lock()
    flow.press("R").expect("Waiting for another program…")
    try other.run("ROLLBACK")
    flow.press("^L").expect("Started “Emma” today.")
    try flow.expect(sql: state, ["reading|1"])
    flow.press("u").expect("Undone")
    try flow.expect(sql: state, before)
  }

  @Test("Finished twice on one day, it asks whether the reading changes, and Cancel leads back to the form")
  func finishedTwice() throws {
    flow.press("x").expect("Finished").type("3", "^S").expect("Finished “Emma”. u undoes it.")
    flow.press("x").type("4", "^S").expect("“Emma” was finished that day already. Change it?")
    flow.press("Esc").expect("Rating", gone: "that day already")
    flow.press("^S").expect("that day already").press("Enter")
    flow.expect("Finished “Emma”. u undoes it.")
    try flow.expect(sql: "SELECT rating FROM reading", ["4.0"])
    flow.press("x").type("5", "^S").expect("that day already").press("Right", "Enter")
    flow.expect("Finished “Emma”. u undoes it.")
    try flow.expect(atEnd: "SELECT rating FROM reading", ["4.0", "5.0"])
  }

  @Test("Esc leaves the form about a finished book without a trace") func cancelled() throws {
    flow.press("x").expect("Rating")
    flow.press("Esc").expect("Persuasion")
    try flow.expect(atEnd: "SELECT count(*) FROM reading WHERE finished IS NOT NULL", ["0"])
  }

  @Test("L lends it, and asks the next time whether it is back") func lent() throws {
    flow.press("L").expect("New loan")
    flow.type("Anna", "^S").expect("Added the loan. u undoes it.", "Persuasion")
    flow.press("L").expect("Is “Emma” back from Anna?")
    flow.press("i").expect("is back from Anna")
    try flow.expect(atEnd: "SELECT person, back_on = lent_on FROM loan", ["Anna|1"])
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
    flow.expect("Emma")
    flow.press("B").expect("1 lent, 1 borrowed, 1 overdue.")
    try flow.settle()
    flow.type("/", "^U").type("emma", "Enter").expect("Ben", gone: "Library")
    try flow.settle()
    flow.press("Esc").expect("Library")
    try flow.settle()
    flow.press("Home", "L").expect("Is “Persuasion” back with Library?")
    flow.press("i").expect("“Persuasion” is back with Library. u undoes it.")
    flow.press("m")
    try flow.expect(atEnd: "SELECT count(*) FROM loan WHERE back_on IS NULL", ["1"])
    #expect(flow.frames.last?.textPlane.contains("Ben") == true)
    #expect(flow.frames.last?.textPlane.contains("Carl") == false)
  }

  @Test("R, x and L note the marked books in one step each, and L takes them back") func marked() throws {
    flow.press("*", "R").expect("Started 2 books today. u undoes it.")
    flow.press("R").expect("Nothing was noted. 2 were being read already.")
    flow.press("P").expect("one book at a time")
    flow.press("x").expect("Finished: 2 books")
    flow.type("4", "^S").expect("Finished 2 books. u undoes it.")
    try flow.expect(sql: "SELECT status, rating, review FROM book", ["read|4.0|Once.", "read|4.0|NULL"])
    try flow.expect(sql: "SELECT count(started), count(finished), sum(rating) FROM reading", ["2|2|8.0"])
    flow.press("u").expect("Undone: finishing several books.")
    flow.press("L").expect("New loan: 2 books")
    flow.type("Anna", "^S").expect("Lent 2 books. u undoes it.")
    try flow.expect(sql: "SELECT book, person, lent_on IS NOT NULL FROM loan", ["1|Anna|1", "2|Anna|1"])
    flow.press("L").expect("Are all 2 books back?")
    flow.press("Enter").expect("Noted that 2 books came back. u undoes it.")
    try flow.expect(atEnd: "SELECT count(*) FROM loan WHERE back_on IS NULL", ["0"])
  }

  @Test("What of the marked books is lent already stays so, and the form says for how many it is")
  func markedLent() throws {
    try OtherProgram(scratch.path).run("INSERT INTO loan (book, person) VALUES (1, 'Ben')")
    flow.expect("Emma")
    flow.press("*", "L").expect("1 of the marked is lent already, and stays so.", "New loan: 1 book")
    flow.type("Anna", "^S").expect("Lent 1 book.")
    flow.press("B").expect("2 lent.", "Ben")
    // Until all loans are found and counted, the question says “≥ 2 loans”.
    try flow.settle()
    flow.press("*", "L").expect("Are all 2 loans back?")
    flow.press("t").expect("Noted that 2 loans came back.")
    try flow.expect(
      atEnd: "SELECT book, person, back_on IS NOT NULL FROM loan ORDER BY book",
      ["1|Ben|1", "2|Anna|1"])
  }

  @Test("Enter on what is typed saves a short form") func enter() throws {
    flow.press("L").expect("New loan").type("Anna", "Enter").expect("Added the loan.", gone: "New loan")
    flow.press("U").expect("Addition of the loan “Anna”").press("Esc")
    flow.press("P").expect("Progress: Emma").type("120", "Enter").expect("Emma", gone: "Progress: Emma")
    flow.press("P").expect("Progress: Emma").press("Tab", "Tab").type("30", "Enter").expect("Progress: Emma")
    flow.type("130", "Enter").expect("Emma", gone: "Progress: Emma")
    flow.press("x").expect("Finished: Emma").type("4").expect("⏎ save all").press("Enter")
    flow.expect("Finished “Emma”. u undoes it.")
    try flow.expect(atEnd: "SELECT person, rating FROM loan, book WHERE book.pk = book", ["Anna|4.0"])
    try flow.expect(sql: "SELECT page, minutes FROM progress ORDER BY page", ["120|NULL", "130|30"])
  }

  @Test("Esc clears what was typed over the loans, and then leaves them; words that find nothing else, too")
  func escape() throws {
    try OtherProgram(scratch.path).run("INSERT INTO loan (book, person) VALUES (1, 'Ben'), (2, 'Carl')")
    for words in ["x", "nosuchfield:x", "no:such"] {
      flow.expect("Emma", gone: "Lent and borrowed")
      flow.press("B").expect("Lent and borrowed")
      flow.press("/").type(words).expect("/" + words)
      flow.press("Esc").expect("Lent and borrowed")
      flow.press("Esc")
    }
    flow.expect("Emma", gone: "Lent and borrowed")
  }

  @Test("f and = rename a shelf, for all books, and u takes that back") func renamedShelf() throws {
    try OtherProgram(scratch.path).run(
      """
      INSERT INTO shelf VALUES (1, 'to lend'), (2, 'favourites');
      INSERT INTO book_shelf VALUES (1, 1), (2, 1), (2, 2)
      """)
    flow.expect("Emma")
    flow.press("f").expect("Values of")
    flow.type("sssss", "Enter").expect("Shelves of books", "favourites")
    flow.press("=").retype("lent out").expect("Rename “to lend” to “lent out” in")
    flow.press("Enter").expect("Renamed “to lend” to “lent out”. u undoes it.", "lent out  ")
    flow.press("=").retype("Favourites").press("Enter").expect("“Favourites” is there already.")
    flow.press("u").expect("to lend  ")
    flow.press("^R").expect("lent out  ")
    flow.press("m")
    try flow.expect(atEnd: "SELECT name FROM shelf ORDER BY pk", ["lent out", "favourites"])
    try flow.expect(sql: "SELECT count(*) FROM book_shelf WHERE shelf = 1", ["2"])
  }

  @Test("A new quote begins with its text, which is its title, and q in the menu of + goes to it")
  func quote() throws {
    flow.press("Enter").expect("empty fields")
    flow.press("+").expect("Add to")
    flow.press("q", "Enter").expect("New quote")
    flow.type("Badly done, Emma!", "^S").expect("Added", "Badly done, Emma!")
    flow.press("m")
    try flow.expect(atEnd: "SELECT book, text, note, place FROM quote", ["1|Badly done, Emma!|NULL|NULL"])
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 1", ["Emma"])
  }

  @Test("In other tables the keys mean nothing") func elsewhere() throws {
    flow = Flow(try Scratch())
    flow.press("x").expect("x does nothing here.")
  }
}
