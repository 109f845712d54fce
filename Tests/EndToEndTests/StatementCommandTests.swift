import Foundation
import TestSupport
import Testing

@Suite("The command sql") struct StatementCommandTests {
  let desk: CommandDesk

  init() throws {
    desk = try CommandDesk()
    try desk.sql(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, pages INT, rating REAL);
      INSERT INTO book VALUES (1, 'Dune', 'Herbert, Frank', 412, 4.5), (2, 'A "b"', NULL, NULL, 3),
        (3, 'Emma', 'Jane' || char(10) || 'Austen', 474, NULL);
      """)
  }

  @Test(
    "It prints what sqlite3 prints, in CSV",
    arguments: [
      "SELECT * FROM book", "SELECT author, count(*), avg(rating) FROM book GROUP BY author ORDER BY 1",
      "WITH long AS (SELECT * FROM book WHERE pages > 400) SELECT title FROM long",
      "VALUES (1, 'x'), (2, NULL)", "SELECT title FROM book WHERE 0",
      "SELECT name FROM pragma_table_info('book')",
    ])
  func shell(_ text: String) throws {
    let run = try desk.run("sql", text, "--csv")
    #expect(run.status == 0 && run.errors.isEmpty)
    let expected = try Command.run(["sqlite3", "-csv", desk.library.path, text]).replacing("\r\n", with: "\n")
    #expect(run.text.drop { $0 != "\n" }.dropFirst() == expected[...])
  }

  @Test("It prints every form, from a file and from standard input, too") func forms() throws {
    let text = "SELECT title, pages, author FROM book -- all of them\nORDER BY pk LIMIT 2;\n"
    let file = desk.folder.appending(path: "query.sql")
    try Data(text.utf8).write(to: file)
    let json =
      #"[\#n{"title":"Dune","pages":412,"author":"Herbert, Frank"},\#n{"title":"A \"b\"","pages":null,"author":null}\#n]\#n"#
    try desk.expect("sql --from \(file.path) --json", json)
    try desk.expect("sql - --json", json, input: text)
    #expect(
      try desk.run("sql", text).text
        == "title  pages  author\nDune     412  Herbert, Frank\nA \"b\"      –  –\n")
    try desk.expect("sql 'SELECT 1 WHERE 0'", "1\n")
    try desk.expect("sql --from \(desk.folder.path)/none.sql", status: 66)
  }

  @Test("What is refused is 64, says why and where, and prints nothing") func refusals() throws {
    let wrong = try desk.run("sql", "SELECT title,\n titel FROM book")
    #expect(wrong.errors == "booklist: No such column: titel.\n   titel FROM book\n   ^\n")
    for (text, said) in [
      ("DELETE FROM book", "undo cannot see"), ("PRAGMA user_version = 3", "PRAGMA is refused"),
      ("ATTACH 'x' AS x", "ATTACH is refused"), ("SELECT load_extension('x')", "load_extension is refused"),
      ("", "no statement"), ("SELECT 1; SELECT 2", "more than one"),
      ("SELECT \u{1B}[2J", "nrecognized token"),
    ] {
      let run = try desk.run("sql", text)
      #expect(run.status == 64 && run.output.isEmpty && run.errors.contains(said), "\(text): \(run.errors)")
      #expect(!run.errors.contains("\u{1B}"))
    }
    try desk.expect("sql", status: 64)
    #expect(try desk.query("SELECT count(*) FROM book") == "3")
  }

  @Test("A signal ends a statement that never ends") func endless() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let run = try Command.outcome(
      of: ["timeout", "-s", "INT", "0.5", Program.path, "sql", endless], environment: desk.environment)
    #expect(run.output.isEmpty && run.status == 124, "\(run.errors)")
  }
}
