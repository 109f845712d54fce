import BookStore
import Browser
import TestSupport
import Testing

/// Changes by rule, from the list on.
@Suite final class RuleTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, columns: 200)

  private let authors = "SELECT author FROM book ORDER BY pk"

  init() throws { scratch = try Scratch() }

  /// Types a rule for the rows of the list.
  private func change(_ rule: String) { flow.type("=b", "Enter").type(rule, "Enter") }

  @Test("a rule is shown before it changes rows, one of which is left out, and u takes all of it back")
  func previewed() throws {
    change("author:=turn")
    flow.expect("3 books change", "Leo Tolstoy → Tolstoy, Leo", "Change \n")
    try flow.expect(sql: authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
    flow.press(" ", "Enter").expect("Changed 2 books.")
    try flow.expect(sql: authors, ["Leo Tolstoy", "Singh, Amit", "Alighieri, Dante"])
    flow.press("u").expect("Undone")
    flow.quit()
    try flow.expect(sql: authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
  }

  /// A library of 500 seats, whose numbers are an expression of `i`, and what other statements make of it.
  private func seats(_ number: String, _ sql: String = "") throws -> Scratch {
    try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE seat (id INTEGER PRIMARY KEY, name TEXT, number INTEGER UNIQUE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO seat SELECT i, 'Seat ' || i, \(number) FROM n;
      \(sql)
      """)
  }

  @Test("rows that stand in the way of the first ones make way once all are there") func firstRows() throws {
    flow = Flow(try seats("i"), columns: 200)
    change("number:=+1")
    flow.expect("500 seats change", gone: "cannot")
  }

  @Test("foreign keys that only all rows together satisfy do not end the preview of the first ones")
  func deferredKeys() throws {
    let tickets = """
      CREATE TABLE ticket (id INTEGER PRIMARY KEY, number INTEGER REFERENCES seat (number) DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO ticket (number) SELECT number FROM seat WHERE number > 1;
      """
    flow = Flow(try seats("501 - i", tickets), columns: 200)
    flow.expect("ticket").press("Enter").expect("Seat 1")
    change("number:=+1")
    flow.expect("500 seats change", "Change \n", gone: "cannot")
    flow.press("Enter").expect("Changed 500 seats.")
  }

  @Test("a row that a trigger deletes because of the change is shown with that, and goes")
  func removed() throws {
    try OtherProgram(scratch.path).run(
      """
      UPDATE book SET author = 'sold' WHERE pk = 1;
      CREATE TRIGGER sells AFTER UPDATE ON book WHEN new.author = 'SOLD' BEGIN DELETE FROM book WHERE pk = new.pk; END
      """)
    change("author:=upper")
    flow.expect("3 books change", "sold → A trigger deletes it.", "Change \n")
    flow.press(" ").expect("2 books change")
    flow.press("Home", " ").expect("3 books change")
    flow.press("Enter").expect("Changed 3 books.", gone: "War and Peace")
    try flow.expect(sql: authors, ["AMIT SINGH", "DANTE ALIGHIERI"])
  }

  @Test("rows that another program has changed since they were shown are shown again before they are changed")
  func changedSince() throws {
    change("author:=upper")
    flow.expect("Change \n")
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Tolstoi' WHERE pk = 1")
    flow.press("Down", " ", "Enter")
    flow.expect("Another program has changed some of these rows", "Tolstoi →", "Change \n")
    try flow.expect(sql: authors, ["Tolstoi", "Amit Singh", "Dante Alighieri"])
    flow.press(" ", "Enter").expect("Changed 2 books.")
    flow.quit()
    try flow.expect(sql: authors, ["Tolstoi", "AMIT SINGH", "DANTE ALIGHIERI"])
  }

  @Test("a row in conflict is in the way of a rule for it, and of no rule for another row")
  func besideConflict() throws {
    flow.editAuthor()
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    flow.press("m").expect("1 field was changed by another program meanwhile: press C.")
    flow.press("End", " ")
    change("author:=upper")
    flow.expect("1 field was changed by another program meanwhile: press C.", gone: "→")
    flow.press("^U", "Esc", "Esc").expect("The Divine Comedy", gone: "Rule, like")
    flow.press("*", "*", "Home", " ")
    change("author:=upper")
    flow.expect("Leo Tolstoy → LEO TOLSTOY", "Change \n").press("Enter").expect("Changed 1 book.")
    try flow.expect(sql: authors, ["LEO TOLSTOY", "Amit Singh", "Boccaccio"])
  }

  @Test("a change of what a rule takes is noticed, too, and so is one of a row that is left out")
  func changedSource() throws {
    change("author:={title}")
    flow.expect("Change \n")
    try OtherProgram(scratch.path).run("UPDATE book SET title = 'Voyna i mir' WHERE pk = 1")
    flow.press(" ", "Enter").expect("Another program has changed some of these rows", "→ Voyna i mir")
    flow.press("Esc")
    flow.quit()
    try flow.expect(sql: "SELECT author FROM book WHERE pk = 1", ["Leo Tolstoy"])
  }

  @Test(
    "Esc in the preview goes back to the rule, also if it was typed as a value; FIELD=VALUE is a rule as well"
  )
  func back() throws {
    change("athor:=turn")
    flow.expect("no field “athor”")
    flow.retype("author := turn").expect("3 books change")
    flow.press("Esc").expect("author := turn")
    flow.retype("author=Anon").expect("Leo Tolstoy → Anon", "Change \n")
    flow.press("Enter").expect("Changed 3 books.")
    try flow.expect(sql: authors, ["Anon", "Anon", "Anon"])
    flow.press("u").expect("Undone")
    flow.quit()
    try flow.expect(sql: authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
  }

  @Test(
    "a rule renames a shelf in all books that stand on it, from the menu of fields and as a rule, and u takes it back"
  )
  func shelves() throws {
    flow = Flow(
      try Scratch.reading(
        """
        INSERT INTO book (pk, title) VALUES (1, 'Dune'), (2, 'Emma'), (3, 'Kim');
        INSERT INTO shelf (pk, name) VALUES (1, 'sf');
        INSERT INTO book_shelf (book, shelf) VALUES (1, 1), (3, 1);
        """), .onRows, columns: 200)
    let shelves = "SELECT name, count(*) FROM book_shelf JOIN shelf ON shelf = shelf.pk GROUP BY 1 ORDER BY 1"
    change("shelf:sf=science fiction")
    flow.expect("2 books change · 1 stay", "sf → science fiction", "Change \n")
    flow.press("Down", " ", "Enter").expect("Changed 1 book")
    try flow.expect(sql: shelves, ["science fiction|1", "sf|1"])
    flow.press("u").expect("Undone")
    try flow.expect(sql: shelves, ["sf|2"])
    // In the menu of fields, the list itself takes the same.
    flow.type("=", "End", "Enter").expect("Shelves")
    flow.type(":sf=novels", "Enter").expect("2 books change", "Change \n")
    flow.press("Enter").expect("Changed 2 books")
    flow.quit()
    try flow.expect(sql: shelves, ["novels|2"])
  }

  @Test("a row can be left out although a trigger changes it with the others") func trigger() throws {
    flow = Flow(
      try Scratch(
        """
        DROP TABLE book;
        CREATE TABLE flag (id INTEGER PRIMARY KEY, name TEXT, d INTEGER);
        INSERT INTO flag VALUES (1, 'a', 0), (2, 'b', 1);
        CREATE TRIGGER only AFTER UPDATE OF d ON flag WHEN NEW.d = 1
          BEGIN UPDATE flag SET d = 0 WHERE id <> NEW.id; END;
        """), columns: 200)
    change("d:=+1")
    flow.expect("Change \n")
    flow.press(" ", "Enter").expect("Changed 1 flag")
    flow.quit()
    try flow.expect(sql: "SELECT d FROM flag ORDER BY id", ["0", "2"])
  }

  @Test("a rule that is typed as the value of a field is one of that field") func ruleAsValue() throws {
    flow.type("*=", "End", "Enter").type(":=turn", "Enter").expect("Leo Tolstoy → Tolstoy, Leo")
  }

  @Test("a search that finds nothing offers the nearest words, and Enter finds them")
  func suggested() throws {
    flow.type("/tolstoi").expect("Did you mean tolstoy?")
    // The first one keeps what was typed.
    flow.press("Enter", "Enter").expect("War and Peace")
    flow.press("Esc")
    flow.quit()
  }
}
