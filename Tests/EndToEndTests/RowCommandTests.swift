import Foundation
import TestSupport
import Testing

@Suite("Commands over rows")
struct RowCommandTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("Rows that point to a book are fields of list, values, set and export, and of their queries")
  func relatedFields() throws {
    try desk.make("reading")
    for title in ["Dune", "Emma", "Ulysses"] { try desk.run("add", "title=" + title) }
    try desk.run("finish", "1", "--on", "2023-05-20", "--rating", "4.5")
    try desk.run("finish", "1", "--on", "2024-01-02", "--rating", "3")
    #expect(try desk.run("set", "1", "2", "shelf+=summer; garden").errors.contains("Set Shelves of 2 books."))
    #expect(
      try desk.run(
        "list", "--csv", "--columns", "title,reading,reading.finished.last,reading.rating.average,shelf",
        "--sort",
        "reading.finished.last:desc,title"
      ).text
        == "pk,title,reading,reading.finished.last,reading.rating.average,shelf\n"
        + "1,Dune,2,2024-01-02,3.75,garden; summer\n2,Emma,,,,garden; summer\n3,Ulysses,,,,\n")
    #expect(try desk.run("list", "--keys", "reading.finished:2023").text == "1\n")
    #expect(try desk.run("list", "--keys", "no:reading shelf:sum").text == "2\n")
    #expect(try desk.run("list", "reading.nothing:1").status == 64)
    #expect(try desk.run("values", "shelf", "--csv").text == "count,value\n2,garden\n2,summer\n")
    #expect(
      try desk.run(
        "list", "--table", "reading", "--csv", "--columns", "book.title,finished", "book.title:dune"
      ).text
        == "pk,book.title,finished\n1,Dune,2023-05-20\n2,Dune,2024-01-02\n")
    #expect(try desk.run("values", "book", "--table", "reading").text == "count  value\n    2  Dune\n")
    #expect(try desk.run("values", "book", "--table", "reading", "--csv").text == "count,value\n2,1\n")
    #expect(try desk.run("history").text.contains("Shelves"))
    let trial = try desk.run("set", "--where", "shelf:garden", "shelf-=garden", "--dry-run")
    #expect(
      trial.text.split(separator: "\n").map {
        $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      }
        == [
          ["key", "title", "shelf before", "shelf after", "refused"],
          ["1", "Dune", "garden; summer", "summer", ""], ["2", "Emma", "garden; summer", "summer", ""],
        ])
    #expect(trial.errors == "booklist: This would change Shelves of 2 books.\n")
    #expect(try desk.run("list", "--count", "shelf:garden").text == "2\n")
    #expect(try desk.run("set", "--where", "shelf:garden", "shelf-=garden").status == 0)
    #expect(try desk.run("list", "--count", "shelf:garden").text == "0\n")
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.run("list", "--count", "shelf:garden").text == "2\n")
    #expect(try desk.run("set", "1", "shelf+=").status == 64)
    #expect(try desk.run("set", "1", "shelf:=trim").status == 64)
    try desk.run("set", "3", "shelf+=garden")
    let renaming = try desk.run("set", "--where", "", "shelf:summer=winter")
    #expect(renaming.errors == "booklist: Set Shelves of 2 books. 1 book stayed as it was.\n")
    #expect(
      try desk.run("list", "--csv", "--columns", "shelf", "dune").text == "pk,shelf\n1,garden; winter\n")
    try desk.run("undo")
    #expect(try desk.run("set", "1", "title+=x").status == 64)
    #expect(
      try desk.run("values", "status", "--groups", "--csv", "--total", "rating").text
        == "count,value,sum,average\n1,read,3,3\n2,,,\n")
    #expect(try desk.run("values", "status", "--total", "title").status == 64)
  }

  @Test("A file for people has stars, dates, labels and titles; one for programs every value exactly")
  func forPeople() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "rating=4.5", "copyright=1965-08-01")
    try desk.run("finish", "1", "--on", "2023-05-20", "--rating", "3")
    #expect(
      try desk.run("export", "--columns", "title,copyright,rating", "--for", "people").text
        == "Title,Copyright,Rating\nDune,1965-08-01,★★★☆☆\n")
    #expect(
      try desk.run("export", "--columns", "title,rating").text == "title,rating\nDune,3.0\n")
    #expect(
      try desk.run("export", "--table", "reading", "--columns", "book,finished", "--format", "markdown").text
        == "| Book | Finished |\n| --- | --- |\n| Dune | 2023-05-20 |\n")
    #expect(
      try desk.run(
        "list", "--table", "reading", "--columns", "book,rating", "--format", "markdown", "--for", "programs"
      ).text
        == "| pk | book | rating |\n| --- | --- | --- |\n| 1 | 1 | 3.0 |\n")
    #expect(try desk.run("export", "--columns", "nothing").status == 64)
  }

  // MARK: Reading

  @Test("list prints rows in each form, exactly")
  func list() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "rating=4.5", "author=Herbert, Frank")
    try desk.run("add", "title=A \"b\", c", "notes=one\ntwo", "pages=7")
    #expect(
      try desk.run("list", "--csv", "--columns", "title,pages,notes").text
        == "pk,title,pages,notes\n1,Dune,,\n2,\"A \"\"b\"\", c\",7,\"one\ntwo\"\n")
    #expect(
      try desk.run("list", "--ndjson", "--columns", "title,rating", "dune").text
        == #"{"pk":1,"title":"Dune","rating":4.5}"# + "\n")
    #expect(try desk.run("list", "--tsv", "--columns", "pages").text == "pk\tpages\n1\t\n2\t7\n")
    #expect(
      try desk.run("list", "--format", "markdown", "--columns", "title", "dune").text
        == "| pk | Title |\n| --- | --- |\n| 1 | Dune |\n")
    #expect(
      try desk.run("list", "--columns", "title,pages").text
        == "pk  title     pages\n 1  Dune          –\n 2  A \"b\", c      7\n")
    #expect(try desk.run("list", "--count").text == "2\n")
    #expect(try desk.run("list", "--keys", "--sort", "title").text == "2\n1\n")
    #expect(try desk.run("list", "--keys", "--sort", "pk:desc").status == 64)
    #expect(try desk.run("list", "--limit", "1", "--keys").text == "1\n")
  }

  @Test("list says what it leaves out, and what a query cannot mean")
  func listing() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "author=Frank Herbert")
    let table = try desk.run("list")
    #expect(table.text.hasPrefix("pk  title  author"))
    #expect(table.errors.contains("Not shown: copyright, subtitle"))
    #expect(try desk.run("list", "is:marked").errors.contains("is:marked does not work here"))
    #expect(try desk.run("list", "is:hydrated").status == 64)
    #expect(try desk.run("list", "is:dirty", "--count").text == "0\n")
    #expect(try desk.run("list", "title:(").status == 64)
    #expect(try desk.run("list", "--columns", "nonsense").errors.contains("has no field “nonsense”"))
    #expect(try desk.run("list", "--count", "not:dune").text == "0\n")
    #expect(try desk.run("list", "--count", "--", "-dune").text == "0\n")
  }

  @Test("move numbers the rows above, moves among the rows of a query, and says what cannot be moved")
  func moving() throws {
    try desk.make("reading")
    for title in ["a", "b", "c", "d"] { try desk.run("add", "title=\(title)") }
    #expect(try desk.run("move", "3", "--top").errors.contains("fields add position --kind integer"))
    #expect(try desk.run("move", "3", "--top", "--by", "status").status == 64)
    #expect(try desk.run("fields", "add", "position", "--kind", "integer").status == 0)
    #expect(try desk.run("move", "3", "--up", "1", "--down", "1").status == 64)
    #expect(try desk.run("move", "3", "4", "--up", "1").errors == "booklist: Moved 2 books.\n")
    #expect(try desk.run("list", "--keys", "--sort", "position").text == "1\n3\n4\n2\n")
    #expect(try desk.run("move", "4", "9", "--top", "--in", "title:d | title:b").status == 1)
    #expect(try desk.run("move", "2", "9", "--top").status == 3)
    #expect(try desk.run("list", "--keys", "--sort", "position").text == "2\n1\n3\n4\n")
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.run("list", "--keys", "--sort", "position").text == "1\n3\n4\n2\n")
  }

  @Test("export writes a page, and groups only there")
  func page() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "author=Frank Herbert")
    let page = try desk.run("export", "--format", "html", "--group", "author")
    #expect(page.text.contains("<h2>Frank Herbert <span>") && page.text.contains("<h3>Dune</h3>"))
    #expect(try desk.run("export", "--group", "author").errors.contains("--group needs a page"))
    #expect(try desk.run("export", "--format", "html", "--group", "nonsense").status == 64)
  }

  @Test("start, finish and lend note what a reader does, and say what cannot be")
  func readings() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune")
    #expect(try desk.run("start", "1", "--on", "2026-10").errors == "booklist: Started “Dune”.\n")
    #expect(try desk.run("start", "1").status == 1)
    #expect(try desk.run("finish", "1", "--rating", "4.5", "--on", "2026-11-02").status == 0)
    #expect(try desk.run("finish", "1", "--rating", "9").status == 64)
    #expect(
      try desk.run("list", "--csv", "--columns", "status,rating").text == "pk,status,rating\n1,read,4.5\n")
    #expect(
      try desk.run("list", "--table", "reading", "--csv", "--columns", "started,finished,rating").text
        == "pk,started,finished,rating\n1,2026-10,2026-11-02,4.5\n")
    #expect(try desk.run("lend", "1", "--back").errors == "booklist: “Dune” is not lent.\n")
    #expect(try desk.run("lend", "1", "Anna").errors == "booklist: Lent “Dune” to Anna.\n")
    #expect(try desk.run("lend", "1", "Ben").errors.contains("Anna has “Dune”"))
    #expect(try desk.run("loans", "--csv").text.contains(",Anna,Dune,lent,"))
    #expect(try desk.run("loans", "person:anna", "--borrowed").errors.isEmpty)
    for query in ["dune", "book:dune", "the dune"] {
      #expect(try desk.run("loans", query, "--csv").text.contains(",Anna,Dune,lent,"))
    }
    #expect(try desk.run("loans", "the dune").errors.contains("so “the” does not count"))
    #expect(try desk.run("list", "auther:x").errors.contains("Did you mean author:?"))
    #expect(try desk.run("list", "owned:no").errors.contains("no:owned finds that."))
    #expect(try desk.run("loans", "person:(").status == 64)
    #expect(try desk.run("lend", "1", "--back").errors == "booklist: “Dune” is back from Anna.\n")
    #expect(try desk.run("loans", "--all").errors.contains("Everything is back."))
    #expect(try desk.run("lend", "1").status == 64)
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.run("list", "--table", "loan", "has:back_on", "--count").text == "0\n")
  }

  @Test("show prints whole rows, and one value byte for byte")
  func show() throws {
    try desk.sql(
      "CREATE TABLE t (a PRIMARY KEY, b, c); INSERT INTO t VALUES ('x', x'00FF0A', 'l1' || char(10) || 'l2')")
    #expect(try desk.run("show", "1").text == "rowid  1\na      x\nb      3 B\nc      l1\n       l2\n")
    #expect(try desk.run("show", "1", "--field", "b").output == Data([0, 255, 10]))
    let file = desk.folder.appending(path: "value")
    #expect(try desk.run("show", "1", "--field", "b", "-o", file.path).status == 0)
    #expect(try Data(contentsOf: file) == Data([0, 255, 10]))
    #expect(try desk.run("show", "1", "--field", "b", "-o", file.path).status == 1)
    #expect(try desk.run("show", "1", "--field", "b", "-o", file.path, "--force").status == 0)
    #expect(try desk.run("show", "2").status == 1)
    #expect(try desk.run("show", "1", "2").status == 3)
    #expect(
      try desk.run("show", "1", "--ndjson").text
        == #"{"rowid":1,"a":"x","b":{"$base64":true,"encoded":"AP8K"},"c":"l1\nl2"}"# + "\n")
  }

  @Test("A step that sets a field and a shelf has the same name in the history and when it is undone")
  func mixedStep() throws {
    try desk.make("reading")
    try desk.run("add", "title=Emma")
    try desk.run("set", "1", "pages=300", "shelf+=summer")
    #expect(try desk.run("history").text.contains("Pages of “Emma”, with 2 other rows"))
    #expect(try desk.run("undo").errors.contains("Undone: Pages of “Emma”, with 2 other rows."))
    #expect(try desk.run("redo").errors.contains("Redone: "))
    #expect(
      try desk.run("list", "--csv", "--columns", "pages,shelf").text == "pk,pages,shelf\n1,300,summer\n")
  }

  @Test("values counts what a field holds")
  func values() throws {
    try desk.sql(
      "CREATE TABLE t (a COLLATE NOCASE); INSERT INTO t VALUES ('x'), ('X'), ('x'), (NULL), (1), ('')")
    #expect(
      try desk.run("values", "a", "--csv").text == "count,value\n2,x\n1,1\n1,\n1,\n1,X\n")
    #expect(try desk.run("values", "a", "a=x", "--limit", "1").text == "count  value\n    2  x\n")
    #expect(try desk.run("values", "b").status == 64)
  }

  @Test("Keys are negative, of several columns, and bytes")
  func keys() throws {
    try desk.sql(
      """
      CREATE TABLE p (a, b INTEGER, n TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO p VALUES ('x y', -3, 1), ('q"u,o', 5, 2), (x'00FF', 1, 3), (7, 7, 4);
      CREATE TABLE neg (id INTEGER PRIMARY KEY, t); INSERT INTO neg VALUES (-7, 'minus')
      """)
    let keys = try desk.run("list", "--keys", "--table", "p").text
    #expect(keys == "7,7\n\"q\"\"u,o\",5\nx y,-3\nx'00ff',1\n")
    for key in keys.split(separator: "\n") {
      #expect(try desk.run("set", "--table", "p", String(key), "n=\(key)").status == 0, "\(key)")
    }
    #expect(try desk.query("SELECT n FROM p WHERE a = 7") == "7,7")
    #expect(try desk.query("SELECT n FROM p WHERE typeof(a) = 'blob'") == "x'00ff',1")
    #expect(try desk.run("show", "--table", "neg", "--", "-7").text == "id  -7\nt   minus\n")
    #expect(try desk.run("rm", "--table", "neg", "--", "-7").status == 0)
    #expect(try desk.query("SELECT count(*) FROM neg") == "0")
  }

  // MARK: Changing

  @Test("add takes every text as it stands")
  func add() throws {
    try desk.sql("CREATE TABLE t (a TEXT, b BLOB, n INTEGER)")
    let texts = [
      "-x", "@x", "=1+1", "NULL", ":null", " blank ", "a\"b'c", "a\nb", "",
      String(repeating: "x", count: 1 << 16),
    ]
    for text in texts { #expect(try desk.run("add", "a=\(text)").status == 0) }
    #expect(
      try desk.query("SELECT json_group_array(a) FROM t WHERE length(a) < 99").contains(
        "\"-x\",\"@x\",\"=1+1\""))
    for (place, text) in texts.enumerated() {
      #expect(try desk.run("show", "\(place + 1)", "--field", "a").text == text)
    }
    #expect(try desk.run("add", "a:null", "n=5").text == "\(texts.count + 1)\n")
    let file = desk.folder.appending(path: "value")
    try Data([255, 0, 10]).write(to: file)
    #expect(try desk.run("add", "a@\(file.path)", "b@\(file.path)").status == 0)
    #expect(
      try desk.query("SELECT hex(a), typeof(a), hex(b), typeof(b) FROM t ORDER BY rowid DESC LIMIT 1")
        == "FF000A|text|FF000A|blob")
    #expect(try desk.run("add", "n=x").status == 64)
    #expect(try desk.run("add", "z=1").errors.contains("has no field “z”. Its fields are a, b, n."))
    #expect(try desk.run("add", "a@\(file.path)none").status == 66)
  }

  @Test("add - takes what list --ndjson prints, all of it or nothing")
  func addFromInput() throws {
    try desk.sql(
      """
      CREATE TABLE t (a, b); INSERT INTO t VALUES ('é', 1), (NULL, 1.5), (x'00FF', ''), (CAST(x'FFFE' AS TEXT), 9007199254740993)
      """)
    let rows = try desk.run("list", "--ndjson")
    #expect(try desk.run("add", "-", input: rows.output).text == "5\n6\n7\n8\n")
    #expect(
      try desk.query(
        """
        SELECT count(*) FROM t x JOIN t y ON y.rowid = x.rowid + 4 AND y.a IS x.a AND y.b IS x.b
          AND typeof(y.a) = typeof(x.a) AND typeof(y.b) = typeof(x.b)
        """) == "4")
    let broken = try desk.run("add", "-", input: Data("{\"a\":1}\n{\"a\":\n".utf8))
    #expect(broken.status == 65)
    #expect(broken.errors.contains("line 2, column"))
    #expect(try desk.run("add", "-", input: Data("{\"c\":1}\n".utf8)).status == 65)
    #expect(try desk.run("add", "-").status == 1)
    #expect(try desk.query("SELECT count(*) FROM t") == "8")
  }

  @Test("set and rm change rows by key or query, as one step each that undo takes back")
  func setAndRemove() throws {
    try desk.sql("CREATE TABLE t (a TEXT, n INTEGER); INSERT INTO t VALUES ('x', 1), ('y', 1), ('z', 2)")
    let before = try desk.query("SELECT * FROM t")
    #expect(try desk.run("set", "--where", "n:1", "a=new", "n=9").errors.contains("Set A, N of 2"))
    #expect(try desk.query("SELECT group_concat(a) FROM t") == "new,new,z")
    #expect(try desk.run("set", "3", "99", "a=").status == 3)
    #expect(try desk.run("set", "99", "a=").status == 1)
    #expect(try desk.run("set", "3").status == 64)
    #expect(try desk.run("set", "a=1").status == 64)
    #expect(try desk.run("set", "--where", "n:77", "a=1").status == 1)
    #expect(try desk.run("rm", "--where", "n:9").status == 64)
    let trial = try desk.run("rm", "--where", "n:9", "--dry-run")
    #expect(trial.errors.contains("This would delete 2") && trial.text.split(separator: "\n").count == 3)
    #expect(try desk.run("rm", "--where", "n:9", "--yes").status == 0)
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
    let history = try desk.run("history", "--csv").text
    #expect(history.split(separator: "\n").count == 4)
    #expect(history.contains("Changes of 4 fields"))
    for _ in 0..<3 { #expect(try desk.run("undo").status == 0) }
    #expect(try desk.query("SELECT * FROM t") == before)
    #expect(try desk.run("undo").errors.contains("There is nothing to undo."))
    #expect(try desk.run("undo").status == 1)
    for _ in 0..<3 { #expect(try desk.run("redo").status == 0) }
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
  }

  @Test("set takes rules, tries them out, names what cannot take the new value, and is undone as one step")
  func rules() throws {
    try desk.sql(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER CHECK (n < 9), tags TEXT, m TEXT, \"m:\" TEXT)"
    )
    try desk.sql(
      "INSERT INTO t VALUES (1, 'Mann, Thomas', 1, 'sf; x', '', ''), (2, 'Plato', 8, NULL, '', '')")
    let before = try desk.query("SELECT * FROM t")
    let trial = try desk.run("set", "--where", "a~[a-z]", "a:=turn", "n:=+1", "--dry-run", "--csv")
    #expect(
      trial.text.hasPrefix(
        "key,title,a before,a after,n before,n after,refused\n"
          + "1,\"Mann, Thomas\",\"Mann, Thomas\",Thomas Mann,1,2,\n2,Plato,Plato,,8,,"), "\(trial.text)")
    #expect(trial.errors.contains("This would change A, N of 1"))
    #expect(
      try desk.run("set", "1", "a:=turn", "--dry-run", "--json").text.contains("\"a after\":\"Thomas Mann\""))
    #expect(try desk.query("SELECT * FROM t") == before)
    let run = try desk.run("set", "1", "2", "a:=turn", "n:=+1", "m:=x", "tags:sf=science fiction")
    #expect(run.status == 3 && run.errors.contains("2: ") && run.errors.contains("of 1"), "\(run.errors)")
    #expect(
      try desk.query("SELECT a, n, tags, m || \"m:\" FROM t WHERE id = 1")
        == "Thomas Mann|2|science fiction; x|x")
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query("SELECT * FROM t") == before)
    for wrong in ["a:=shout", "a:=s/x", "a:=r/(/x/", "n:=+1 month", "a:={b}", "a+=x"] {
      #expect(try desk.run("set", "1", wrong).status == 64, "\(wrong)")
    }
    #expect(try desk.run("list", "a~(").status == 64)
    #expect(try desk.run("list", "--keys", "a~\"^(mann|x), T\"").text == "1\n")
  }

  @Test("undo goes through the whole step, and names what another program has changed since")
  func partialUndo() throws {
    try desk.sql(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER);
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 3000) INSERT INTO t SELECT n, 'a' || n, n FROM i
      """)
    let before = try desk.query("SELECT * FROM t")
    #expect(try desk.run("set", "1", "n=0").status == 0)
    #expect(try desk.run("set", "--where", "n>=0", "a=x").status == 0)
    try desk.sql("UPDATE t SET a = 'theirs' WHERE id = 7")
    let undone = try desk.run("undo")
    #expect(undone.status == 3 && undone.errors.contains("Undone: A of 2,999 of 3,000 rows."))
    #expect(undone.errors.contains("“7”: Another program has changed it since, so it stays as it is."))
    #expect(try desk.run("history").text.contains("2,999 of 3,000 undone  A of 3,000 rows\n"))
    let stuck = try desk.run("undo")
    #expect(
      stuck.status == 1 && stuck.errors.contains("Not undone: A of 3,000 rows (2,999 of 3,000 undone)."))
    #expect(stuck.errors.contains("booklist undo --skip passes over it."))
    let skipped = try desk.run("undo", "--skip")
    #expect(skipped.status == 0 && skipped.errors.contains("Passed over: A of 3,000 rows"))
    #expect(skipped.errors.contains("Undone: N of “a1”."))
    #expect(try desk.run("undo").errors.contains("There is nothing to undo."))
    try desk.sql("UPDATE t SET a = 'a7' WHERE id = 7")
    #expect(try desk.query("SELECT * FROM t") == before)
  }

  @Test("Standard error says that a change cannot be undone if the edit log cannot be used")
  func unlogged() throws {
    try desk.make("reading")
    let file = desk.folder.appending(path: "afile")
    try Data().write(to: file)
    var environment = desk.environment
    environment["XDG_STATE_HOME"] = file.path
    let rows = desk.folder.appending(path: "rows.csv")
    try Data("title\nDune\n".utf8).write(to: rows)
    let commands = [["add", "title=x"], ["set", "1", "title=y"], ["import", rows.path], ["rm", "1"]]
    for command in commands {
      let outcome = try Program.outcome(of: command, environment: environment)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("This cannot be undone: the edit log cannot be used."), "\(command)")
    }
    #expect(try desk.query("SELECT title FROM book") == "Dune")
    #expect(try !desk.run("add", "title=z").errors.contains("cannot be undone"))
  }

  @Test("A row that the database refuses is named, and nothing is left to be restored")
  func refused() throws {
    try desk.sql(
      "CREATE TABLE t (a TEXT UNIQUE CHECK (a <> 'no'), n); INSERT INTO t VALUES ('x', 1), ('y', 2)")
    #expect(try desk.run("set", "1", "a=y").status == 1)
    let refused = try desk.run("set", "1", "a=no")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("1: "))
    #expect(try desk.run("add", "a=x").errors.contains("already called “x”"))
    #expect(try desk.query("SELECT group_concat(a) FROM t") == "x,y")
    #expect(try desk.run("list", "is:dirty", "--count").text == "0\n")
  }

  // MARK: Fields, descriptions

  @Test("fields lists, adds, renames and removes, and undo takes it back")
  func fields() throws {
    try desk.make("sample")
    #expect(try desk.run("fields", "--csv").text.contains("author,Author,text,"))
    #expect(
      try desk.run("fields", "add", "mood", "--choices", "good,bad", "--dry-run").errors.contains(
        "ALTER TABLE"))
    #expect(try desk.query("SELECT count(*) FROM pragma_table_info('book')") == "4")
    #expect(try desk.run("fields", "add", "mood", "--choices", "good,bad").status == 0)
    #expect(try desk.run("add", "title=x", "mood=awful").status == 64)
    #expect(try desk.run("add", "title=x", "mood=good").status == 0)
    #expect(try desk.run("fields", "rename", "mood", "temper").status == 0)
    #expect(try desk.run("fields", "remove", "temper").status == 64)
    #expect(try desk.run("fields", "remove", "temper", "--yes").errors.contains("1 book has a value in it"))
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query("SELECT temper FROM book") == "good")
    #expect(try desk.run("fields", "add", "x", "--kind", "nonsense").errors.contains("The kinds are text"))
    #expect(try desk.run("fields", "add").status == 64)
  }

  @Test("The smallest and the largest key name their rows", arguments: [Int64.min, .min + 1, -1, 0, .max])
  func extremeKeys(_ key: Int64) throws {
    try desk.sql("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (\(key), 'a')")
    #expect(try desk.run("show", "--field", "name", "--", "\(key)").text == "a")
    #expect(try desk.run("set", "--", "\(key)", "name=b").status == 0)
    #expect(try desk.query("SELECT name FROM t") == "b")
  }

  @Test("info says nothing of a view that never ends, and goes on")
  func endlessView() throws {
    try desk.sql(
      """
      CREATE VIEW ever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE TABLE last (a TEXT); INSERT INTO last VALUES ('x'), ('y');
      """)
    let text = try desk.run("info").text
    #expect(text.contains(#/ever +– /#) && text.contains(#/last +2 /#), "\(text)")
  }

  @Test("info describes the tables, and everything as JSON")
  func info() throws {
    try desk.make("reading")
    #expect(try desk.run("info").text.contains("book_shelf     0"))
    let json = try desk.run("info", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for part in ["file", "tables", "kinds", "formats", "commands", "limits"] { #expect(object[part] != nil) }
  }

  @Test("complete offers fields, and the values of one")
  func complete() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "author=Frank Herbert")
    #expect(try desk.run("complete", "list", "--sort", "ti").text == "title\n")
    #expect(try desk.run("complete", "list", "--columns", "title,au").text == "title,author\n")
    #expect(try desk.run("complete", "set", "1", "au").text == "author=\n")
    #expect(try desk.run("complete", "set", "author=F").text == "author=Frank Herbert\n")
    #expect(try desk.run("complete", "set", "author", "=", "F").text == "author=Frank Herbert\n")
    #expect(try desk.run("complete", "set", "status=r").text == "status=reading\nstatus=read\n")
    #expect(try desk.run("complete", "-f", "none.sqlite", "set", "t").text.isEmpty)
    #expect(try desk.run("complete").status == 0)
  }

  @Test("bash completes fields and values", .needs("bash"))
  func bash() throws {
    try desk.make("reading")
    try desk.run("add", "title=Dune", "author=Frank Herbert")
    let script = Repository.root.appending(path: Completions.bash.rawValue).path(percentEncoded: false)
    let line = """
      booklist() { "$0" "$@"; }; . "$1"; shift; COMP_WORDS=(booklist "$@"); COMP_CWORD=$#; _booklist 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    func completed(_ words: String...) throws -> String {
      try Command.run(["bash", "-c", line, Program.path, script] + words, environment: desk.environment)
    }
    #expect(try completed("list", "--sort", "ti") == "title\n")
    #expect(try completed("set", "1", "author", "=", "F") == "Frank\\ Herbert\n")
    #expect(try completed("set", "1", "author", "=") == "Frank\\ Herbert\n")
  }

  @Test("Without a library, add makes it as import does, and the other commands say how to make one")
  func noLibrary() throws {
    let desk = try CommandDesk()
    for words in [
      ["list"], ["set", "1", "title=x"], ["export"], ["undo"],
      ["add", "--file", desk.library.path, "title=x"],
    ] {
      let outcome = try Program.outcome(of: words, environment: desk.environment)
      #expect(outcome.status == 66, "\(words)")
      #expect(
        outcome.errors.contains(
          "To make it: booklist new \(desk.library.path), or booklist import LIST --file \(desk.library.path)."
        ),
        "\(outcome.errors)")
    }
    #expect(try desk.run("add", "colour=red").status == 64)
    #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    let added = try desk.run("add", "title=Emma")
    #expect(added.status == 0 && added.text == "1\n" && added.errors.contains("Made \(desk.library.path)."))
    #expect(try desk.query("SELECT title FROM book") == "Emma")
    let own = desk.environment.filter { $0.key != "BOOKLIST_FILE" }
    let path = desk.folder.path + "/.local/share/booklist/books.sqlite"
    let missing = try Program.outcome(of: ["list"], environment: own)
    #expect(
      missing.errors.contains("To make it: booklist new \(path), or booklist import LIST.\n"),
      "\(missing.errors)")
    #expect(try Program.outcome(of: ["new", path], environment: own).status == 0)
  }
}
