import Browser
import Foundation
import TestSupport
import Testing

/// The values of a field on the screen: found by, changed in all their rows, and brought back.
@Suite("The list of values") final class ValueTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws {
    scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO book SELECT i, 'Volume ' || i, NULL,
          CASE WHEN i <= 40 THEN 'Tolstoi' WHEN i <= 60 THEN 'L. Tolstoy' WHEN i <= 90 THEN 'Leo Tolstoy' END FROM n;
      """)
  }

  /// Opens the values of the author from the list.
  private func openAuthors() {
    flow.expect("Volume 1")
    flow.press("f", "End", "Enter").expect("4 values")
  }

  /// Waits until a value has so many rows.
  private func expect(_ value: String, _ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    flow.wait(for: "\(value) with \(count)", sourceLocation) { line(value)?.contains(" \(count) ") == true }
  }

  private func line(_ text: String) -> Substring? {
    flow.screen.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(text) }
  }

  @Test("The most frequent come first, and Enter shows the rows of one") func finding() throws {
    openAuthors()
    expect("Tolstoi", 40)
    expect("–", 10)
    flow.press("Down", "Enter").expect("30 of 100 books")
    flow.press("f", "End", "Enter").expect("1 value in 30 books")
    flow.press("Esc", "Esc", "f", "End", "Enter").expect("4 values")
    flow.press("End", "Enter").expect("10 of 100 books")
  }

  @Test("The values that are shown are exported, with their numbers of rows") func exported() throws {
    openAuthors()
    flow.type("/tolstoy").expect("2 values").press("Enter")
    flow.command("export \(scratch.folder.path)/values.csv").expect("Exported 2 lines to")
    #expect(try scratch.lines(of: "values.csv") == ["Author,books", "Leo Tolstoy,30", "L. Tolstoy,20"])
  }

  @Test("The value that was found stays selected when Esc shows all values", arguments: [false, true])
  func found(isKept: Bool) throws {
    openAuthors()
    flow.type("/l. tol").expect("1 value")
    flow.press(isKept ? ["Enter", "Esc"] : ["Esc"]).expect("4 values")
    flow.press("Enter").expect("20 of 100 books")
  }

  @Test("One value is given to all rows of another, and one key brings all back") func changing() throws {
    openAuthors()
    flow.press("=").retype("Leo Tolstoy").expect("Change Author from “Tolstoi” to “Leo Tolstoy” in 40")
    flow.press("Enter").expect("3 values")
    expect("Leo Tolstoy", 70)
    #expect(line("Tolstoi") == nil)
    flow.press("Down", "=").retype("Leo Tolstoy").expect("to “Leo Tolstoy” in 20")
    flow.press("Enter").expect("2 values")
    flow.press("Esc", "m")
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Leo Tolstoy'", ["90"])
    flow.press("u", "m")
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'L. Tolstoy'", ["20"])
    flow.press("u", "m")
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Tolstoi'", ["40"])
  }

  @Test("Esc at the question changes nothing, and the same value asks nothing") func notChanging() throws {
    openAuthors()
    flow.press("=", "Enter").expect(gone: "Change Author")
    flow.press("=").type("!", "Enter").expect("“Tolstoi!”")
    flow.press("Esc")
    expect("Tolstoi", 40)
    flow.press("Esc")
    try flow.expect(atEnd: "SELECT count(*) FROM book WHERE author = 'Tolstoi'", ["40"])
  }

  @Test("The list shows the new numbers after undo and redo") func undoOnTheList() throws {
    openAuthors()
    flow.press("=").retype("Leo Tolstoy").press("Enter").expect("3 values")
    flow.press("u").expect("4 values")
    expect("Tolstoi", 40)
    flow.press("^R").expect("3 values")
  }

  @Test("Changed rows are in the numbers, more of them than 4,000 too") func manyRows() throws {
    try OtherProgram(scratch.path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 6100)
        INSERT INTO book SELECT i, 'Volume ' || i, NULL, 'Many' FROM n;
      """)
    flow.expect("Volume 1")
    flow.press("f", "End", "Enter").expect("5 values")
    flow.press("=").retype("One").expect("in 6,000 books")
    flow.press("Enter").expect("Set Author of 6,000 books.", " One ", gone: "Many")
  }

  @Test("A change reads several hundred rows with one statement") func statements() throws {
    openAuthors()
    flow.press("=").retype("Leo Tolstoy").expect("in 40")
    _ = scratch.trace.take()
    flow.press("Enter").expect("Set Author of 40 books.")
    // Once a second, it is asked whether another program has written.
    let statements = scratch.trace.take().filter { !$0.hasPrefix("PRAGMA") }
    #expect(statements.count <= 12, "\(statements.count): \(statements.prefix(8))")
  }
}
