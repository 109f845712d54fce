import BookStore
import Browser
import TestSupport
import Testing

/// Stars, a status and a shelf by one or two keys.
@Suite("Quick keys")
final class QuickKeyTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows)

  init() throws {
    scratch = try Scratch.reading(
      "INSERT INTO book (pk, title, status) VALUES (1, 'Emma', 'to read'), (2, 'Persuasion', NULL), (3, 'Kim', NULL)"
    )
  }

  private static let stars = "SELECT coalesce(rating, '-') FROM book"
  private static let shelves =
    "SELECT book || ' ' || name FROM book_shelf JOIN shelf ON pk = shelf ORDER BY 1"

  @Test("r, a digit and a point are one step, which one u takes back and ^R makes again")
  func stars() throws {
    flow.press("r", "4").expect("Rating of “Emma”: ★★★★☆. u undoes it.")
    flow.press(".").expect("Rating of “Emma”: ★★★★½. u undoes it.")
    flow.press("U").expect("Stars of “Emma”", gone: "of 2 books").press("Esc")
    flow.press("u").expect("Undone: stars of “Emma”.")
    flow.press("u").expect("There is nothing to undo.")
    flow.press("^R").expect("Redone: stars of “Emma”.", "★★★★½")
    flow.press("Down", "r", "5").expect("Rating of “Persuasion”: ★★★★★. u undoes it.")
    flow.press("Esc", "r", "5").expect("Rating of “Persuasion”: ★★★★★, as it was already.")
    flow.press("Down", "r", "2").expect("Rating of “Kim”: ★★☆☆☆.")
    flow.press("r", "0").expect("Rating of “Kim”: –. u undoes it.")
    try flow.expect(atEnd: Self.stars, ["4.5", "5.0", "-"])
  }

  @Test("The stars and the status of the marked rows are set at once, each in one step, and the marks stay")
  func marked() throws {
    flow.press(" ", " ", "r", "3").expect("Set Rating of 2 books.", "✓ 2")
    flow.press(".").expect("★★★½", "Set Rating of 2 books.")
    flow.press("t", "3").expect("Set Status of 2 books.", "✓ 2")
    flow.press("u").expect("Undone: Status of 2 books.")
    flow.press("u").expect("Undone: stars of several rows.")
    flow.press("*", "r", "1").expect("Set Rating of 3 books.")
    flow.press("u").expect("Undone: stars of several rows.")
    flow.press("*", "*", "r", "2", ".").expect("Set Rating of 3 books.")
    try flow.expect(atEnd: Self.stars, ["2.5", "2.5", "2.5"])
  }

  @Test("t sets a status by its number or its letter") func status() throws {
    flow.press("t").expect("1 to read", "4 stopped", "0 none")
    flow.press("2").expect("Status of “Emma”: reading. u undoes it.")
    flow.press("Down", "t", "s").expect("Status of “Persuasion”: stopped.")
    flow.press("u").expect("Undone: Status of “Persuasion”.")
    try flow.expect(
      atEnd: "SELECT coalesce(status, '-') FROM book", ["reading", "-", "-"])
  }

  @Test("A asks for a shelf at first, then takes the last one, and asks again for what is on it")
  func shelves() throws {
    flow.press("A").expect("0 New shelf")
    flow.press("0").type("favourites", "Enter").expect("“Emma” is on “favourites” now. u undoes it.")
    flow.press("Down", "A").expect("“Persuasion” is on “favourites” now.")
    flow.press("u").expect("Undone: Shelves of “Persuasion”.")
    flow.press("A").expect("“Persuasion” is on “favourites” now.")
    flow.press("A").expect("“Persuasion” is on “favourites” already.", "1 favourites", "0 New shelf")
    flow.press("0").type("lent; out", "Enter").expect("“Persuasion” is on “lent; out” now.")
    flow.press("*", "A").expect("Added 2 to Shelves: lent; out.")
    flow.press("A").expect("2 lent; out", "0 New shelf").press("Esc")
    flow.press("u").expect("Undone: Shelves")
    try flow.expect(
      atEnd: Self.shelves, ["1 favourites", "2 favourites", "2 lent; out"])
  }

  @Test("The shelf used last is also one of = and the menu, and one that is gone is asked for again")
  func lastShelf() throws {
    try OtherProgram(scratch.path).run("INSERT INTO shelf (name) VALUES ('attic'), ('cellar')")
    flow.press("A", "c").expect("“Emma” is on “cellar” now.")
    flow.press(" ", "=", "End", "Enter").type("attic", "Enter").expect("Added 1 to Shelves: attic.")
    flow.press("Esc", "A").expect("“Persuasion” is on “attic” now.")
    try flow.change("DELETE FROM shelf WHERE name = 'attic'")
    flow.press("Down", "A").expect("1 cellar", gone: "attic")
    flow.press("1").expect("“Kim” is on “cellar” now.")
    try flow.expect(atEnd: Self.shelves, ["1 cellar", "3 cellar"])
  }

  @Test("A on a row that is gone says so", arguments: [false, true]) func goneRow(isLookedAt: Bool) throws {
    try OtherProgram(scratch.path).run("INSERT INTO shelf (name) VALUES ('attic')")
    flow.press("A", "1").expect("“Emma” is on “attic” now.")
    flow.press("Down")
    if isLookedAt { flow.press("Enter").expect("Persuasion").press("Esc") }
    try OtherProgram(scratch.path).run("DELETE FROM book WHERE pk = 2")
    flow.press("A")
    flow.wait(for: "a word that the row is gone") {
      ["no longer in the table", "The row is gone"].contains { flow.screen.contains($0) }
    }
    #expect(!flow.screen.contains("already"))
    try flow.expect(sql: Self.shelves, ["1 attic"])
  }

  @Test("In a record the keys change it and show it, also over a list of another table")
  func record() throws {
    try OtherProgram(scratch.path).run("INSERT INTO loan (book, person) VALUES (3, 'Ben')")
    flow.press("Enter").expect("to read")
    flow.press("r", "4").expect("★★★★☆").press(".").expect("★★★★½")
    flow.press("t", "2").expect("Status of “Emma”: reading.")
    flow.press("Esc", "B").expect("Ben")
    flow.press("Enter").expect("Kim").press("Enter").expect("Kim", "Loan")
    flow.press("r", "2").expect("Rating of “Kim”: ★★☆☆☆. u undoes it.")
    flow.press("A", "0").type("lent", "Enter").expect("“Kim” is on “lent” now.", "lent")
    try flow.expect(atEnd: Self.stars, ["4.5", "-", "2.0"])
    try flow.expect(sql: Self.shelves, ["3 lent"])
  }
}
