import BookStore
import Browser
import Foundation
import TestSupport
import Testing

/// The groups of a sorted list: folded, as headings, and one as a list.
@Suite("Groups of a list")
final class GroupTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows)

  init() throws {
    scratch = try Scratch.reading(
      """
      INSERT INTO book (title, author, series, series_number, pages) VALUES ('Emma', 'Jane Austen', NULL, NULL, 474),
        ('Persuasion', 'jane austen', NULL, NULL, 250), ('Saga one', 'Ann Lee', 'Saga', 1, 300), ('Saga two', 'Ann Lee', 'Saga', 2, 310),
        ('Saga five', 'Ann Lee', 'Saga', 5, NULL), ('Kim', 'Rudyard Kipling', NULL, NULL, 400);
      """)
  }

  @Test("z shows the groups with counts and sums, Enter one of them as a list, z the list with headings")
  func groups() throws {
    flow.press("z").expect("Sort the list first")
    flow.press("s").type("a", "Enter").expect("by Author")
    try flow.settle()
    flow.press("z").expect("By Author", "Jane Austen")
    flow.press("t").type("p").expect("Pages")
    flow.press("Enter").expect("2 · Pages 724, on average 362")
    flow.press("Home").expect(selected: "Ann Lee")
    flow.press("Down").expect(selected: "Jane Austen")
    flow.press("Enter").expect("Persuasion", "Emma", gone: "Kim")
    try flow.settle()
    flow.press("Esc").expect("Kim", "by Author")
    flow.press("z").expect("By Author · 3")
    flow.press("End", "z").expect("Rudyard Kipling  1 · Pages 400", "Jane Austen  2 · Pages 724")
    // The counts follow what is changed.
    try OtherProgram(scratch.path).run("UPDATE book SET pages = 500 WHERE title = 'Kim'")
    flow.press("Up").expect("1 · Pages 500")
    flow.press("Z").expect(gone: "on average")
  }

  @Test("Groups are found by words, copied, and exported as they are shown") func lines() throws {
    flow.press("s").type("a", "Enter").expect("by Author")
    flow.press("z").expect("By Author · 3")
    flow.press("/").type("au").expect("Jane Austen", gone: "Kipling")
    flow.type("x").expect("Nothing matches “aux”.")
    flow.press("Backspace", "Enter")
    let path = scratch.folder.appending(path: "groups.csv").path
    flow.command("export \(path)").expect("Exported 1 line to")
    #expect(try scratch.lines(of: "groups.csv") == ["Author,rows", "Jane Austen,2"])
    flow.press("Esc", "s", "s", "S").expect("by rows ↓").press("Home").expect(selected: "Ann Lee")
    flow.press("/").type("aus").press("Enter")
    flow.command("export \(path)").expect("already exists").press("Esc")
    flow.command("export groups.html").expect("Lines can be written to .csv, .tsv")
    flow.press("Esc").expect("Rudyard Kipling", "Jane Austen")
  }

  @Test("Groups are sorted by their sums as numbers, as long as there are sums") func ordered() throws {
    flow.press("s").type("a", "Enter").expect("by Author")
    try flow.settle()
    flow.press("z").expect("By Author · 3").press("t").type("p").press("Enter").expect("Pages 724")
    flow.press("s", "s", "s").expect("by sum of Pages ↑").press("Home").expect(selected: "Rudyard Kipling")
    flow.press("S").expect("by sum of Pages ↓").press("Home").expect(selected: "Jane Austen")
    flow.press("t", "Home", "Enter").expect("By Author", gone: "by sum of")
  }

  @Test("In a series, the numbers that are missing are shown") func series() throws {
    flow.press("s").type("ss", " ", "Down", " ", "Enter").expect("by Series")
    flow.press("Z").expect("Saga  3", "3 and 4 are missing")
  }

  @Test("f lists the authors of a list that is sorted by anything, and Enter shows the books of one")
  func authors() throws {
    flow.press("f", "Home", "Enter").expect(
      "By Author · 3", "2    724", "3    610", gone: "on average")
    flow.press("Home").expect(selected: "Ann Lee")
    flow.press("z").expect("Sort the list by Author first", "Emma", gone: "By Author")
    flow.press("f", "Home", "Enter").type("/aus", "Enter").expect("2    724", gone: "Kipling")
    flow.press("Enter").expect("2 of 6 books", gone: "Kim")
    try flow.settle()
    // The authors are those of the rows that are found.
    flow.press("f", "Home", "Enter").expect("By Author · 1", "2    724", gone: "Ann Lee", "on average")
    flow.press("Esc", "Esc").expect("6 books")
    flow.press("s").type("a", "Enter").expect("by Author")
    try flow.settle()
    flow.press("End", "f", "Home", "Enter").expect("By Author · 3").expect(selected: "Rudyard Kipling")
    flow.press("z").expect("Rudyard Kipling  1", gone: "By Author")
    // The headings count for themselves again.
    flow.press("Z").expect(gone: "Rudyard Kipling  1 ")
    flow.press("z").expect("By Author · 3", gone: "Pages")
  }

  @Test("Esc from the books of an author goes back to the authors, also after headings were shown above them")
  func backToAuthors() throws {
    flow.press("f", "Enter").expect("By Author · 3", "2    724").press("Home", "Down")
    flow.expect(selected: "Jane Austen").press("Enter").expect("Persuasion", gone: "Kim")
    try flow.change("UPDATE book SET pages = 251 WHERE title = 'Persuasion'")
    flow.press("Esc").expect("By Author · 3", "2    725", "3    610")
    flow.expect(selected: "Jane Austen").press("Up", "Enter").expect("Saga five", gone: "Emma")
    flow.press("s").type("a", "Enter").expect(", by Author ↑")
    try flow.settle()
    flow.press("Z").expect("Ann Lee  3").press("Esc").expect("By Author · 3", "2    725")
    flow.expect(selected: "Ann Lee").press("Esc").expect("Kim", " Books ", gone: "by Author")
  }

  @Test("The numbers of authors are those of SQL, follow what others change, and are copied and exported")
  func numbersOfAuthors() throws {
    try OtherProgram(scratch.path).run(
      "UPDATE book SET rating = CASE title WHEN 'Emma' THEN 4.5 WHEN 'Persuasion' THEN 4 WHEN 'Kim' THEN 3 END"
    )
    flow.press("f", "Home", "Enter").expect("2    724  4.25 ★", "1    400     3 ★")
    try flow.change("UPDATE book SET rating = 5, pages = 401 WHERE title = 'Kim'")
    flow.expect("1    401     5 ★")
    flow.press("s", "s", "s").expect("by sum of Pages ↑").press("Home").expect(selected: "Rudyard Kipling")
    flow.press("y").expect("Copied")
    flow.command("export \(scratch.folder.path)/authors.csv").expect("Exported 3 lines to")
    let lines = try scratch.lines(of: "authors.csv")
    let rows = try scratch.sql(
      """
      SELECT lower(author), count(*), total(pages), avg(pages), coalesce(avg(rating), '') FROM book
      GROUP BY 1 ORDER BY 3
      """)
    #expect(lines.dropFirst().map(numbers) == rows.map { numbers($0) })
    #expect(lines.first == "Author,rows,sum of Pages,average of Pages,average of Rating")
  }

  /// The cells of a line, those with numbers as numbers.
  private func numbers(_ line: some StringProtocol) -> [String] {
    line.lowercased().split(omittingEmptySubsequences: false) { ",|".contains($0) }.map { cell in
      Double(cell).map { "\(($0 * 100).rounded() / 100)" } ?? String(cell)
    }
  }

  @Test("t adds up other numbers of the authors, and asking for them again begins with pages and stars")
  func totalsOfAuthors() throws {
    flow.press("f", "Home", "Enter").expect("2    724")
    flow.press("t").type("s").expect("Series number")
    flow.press("Enter").expect("3 · Series number 8, on average")
    flow.press("t", "Home", "Enter").expect("By Author · 3", gone: "Series number")
    flow.press("Esc").expect("Emma").press("f", "Home", "Enter").expect("2    724", "3    610")
  }

  @Test("Authors are those that a table has, with what is known of their books, or none are offered")
  func otherTables() throws {
    Flow(try Scratch()).press("f", "Home", "Enter").expect("By Author", "Leo Tolstoy", gone: "Pages")
    let people = try Scratch("DROP TABLE book; CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
    Flow(people).press("f").expect("Values of", "Name", gone: "Authors")
    let linked = try Scratch(
      """
      DROP TABLE book; CREATE TABLE writer (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE novel (
        id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES writer (id), num_pages INTEGER);
      INSERT INTO writer VALUES (1, 'Jane Austen'), (2, 'Ann Lee');
      INSERT INTO novel (title, author, num_pages)
        VALUES ('Emma', 1, 474), ('Persuasion', 1, 250), ('Saga', 2, 300);
      """)
    let flow = Flow(linked, .onRows, table: "novel")
    flow.press("f", "Home", "Enter").expect("Jane Austen", "2 · Num pages 724")
    flow.press("End", "Enter").expect("2 of 3 novels", "Emma", gone: "Saga")
  }

  @Test(
    "A screenful under headings costs at most three statements, also while the counts are read, and a key in it none"
  )
  func statements() throws {
    let scratch = try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO book (title, author) SELECT 'Book ' || i, 'Author ' || (i % 400) FROM n;
      """)
    let flow = Flow(scratch)
    flow.press("s").type("a", "Enter").expect("by Author")
    flow.press("Z").expect("Author 0  7")
    func costs(_ keys: [String]) throws -> [Int] {
      try keys.map { key in
        let count = try flow.counts.statementCount
        flow.press(key)
        return try flow.counts.statementCount - count
      }
    }
    let down = Array(repeating: "PgDn", count: 20)
    let pages = try costs(down + ["End", "Home", "End"] + Array(repeating: "PgUp", count: 20))
    #expect(pages.allSatisfy { $0 <= 3 }, "\(pages)")
    let steps = try costs(Array(repeating: "Up", count: 5))
    #expect(steps.allSatisfy { $0 == 0 }, "\(steps)")
  }
}
