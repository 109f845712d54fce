import Foundation
import TestSupport
import Testing

@Suite("Commands over rows") struct RowCommandTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("Rows that point to a book are fields of list, values, set and export, and of their queries")
  func relatedFields() throws {
    try desk.make("reading")
    for title in ["Dune", "Emma", "Ulysses"] { try desk.expect("add title=\(title)") }
    try desk.expect("finish 1 --on 2023-05-20 --rating 4.5")
    try desk.expect("finish 1 --on 2024-01-02 --rating 3")
    try desk.expect("set 1 2 'shelf+=summer; garden'", says: "Set Shelves of 2 books.")
    try desk.expect(
      "list --csv --columns title,reading,reading.finished.last,reading.rating.average,shelf --sort reading.finished.last:desc,title",
      "pk,title,reading,reading.finished.last,reading.rating.average,shelf\n"
        + "1,Dune,2,2024-01-02,3.75,garden; summer\n2,Emma,,,,garden; summer\n3,Ulysses,,,,\n")
    try desk.expect("list --keys reading.finished:2023", "1\n")
    try desk.expect("list --keys 'no:reading shelf:sum'", "2\n")
    try desk.expect("list reading.nothing:1", status: 64)
    try desk.expect("values shelf --csv", "count,value\n2,garden\n2,summer\n")
    try desk.expect(
      "list --table reading --csv --columns book.title,finished book.title:dune",
      "pk,book.title,finished\n1,Dune,2023-05-20\n2,Dune,2024-01-02\n")
    try desk.expect("values book --table reading", "count  value\n    2  Dune\n")
    try desk.expect("values book --table reading --csv", "count,value\n2,1\n")
    #expect(try desk.run("history").text.contains("Shelves"))
    let trial = try desk.expect("set --where shelf:garden shelf-=garden --dry-run")
    #expect(
      trial.text.split(separator: "\n").map {
        $0.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
      } == [
        ["key", "title", "shelf before", "shelf after", "refused"],
        ["1", "Dune", "garden; summer", "summer", ""], ["2", "Emma", "garden; summer", "summer", ""],
      ])
    #expect(trial.errors == "booklist: This would change Shelves of 2 books.\n")
    try desk.expect("list --count shelf:garden", "2\n")
    try desk.expect("set --where shelf:garden shelf-=garden")
    try desk.expect("list --count shelf:garden", "0\n")
    try desk.expect("undo")
    for wrong in ["shelf+=", "shelf:=trim", "title+=x"] { try desk.expect("set 1 \(wrong)", status: 64) }
    try desk.expect("set 3 shelf+=garden")
    let renaming = try desk.expect("set --where '' shelf:summer=winter")
    #expect(renaming.errors == "booklist: Set Shelves of 2 books. 1 book stayed as it was.\n")
    try desk.expect("list --csv --columns shelf dune", "pk,shelf\n1,garden; winter\n")
    try desk.expect(
      "values status --groups --csv --total rating", "count,value,sum,average\n1,read,3,3\n2,,,\n")
    try desk.expect("values status --total title", status: 64)
  }

  private static let rowCommands = [
    "list", "show 1", "values author", "values status --groups", "stats --by author", "stats --years",
    "duplicates",
    "loans", "history", "fields", "info", "sql 'SELECT title, NULL AS \"x|y\" FROM book'",
    "set --where '' title=z --dry-run", "sync --status",
  ]

  @Test("A book that was finished on that day already is refused until it is said what is meant")
  func finishedTwice() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune")
    try desk.expect("finish 1 --on 2023-05-20 --rating 3")
    let again = try desk.expect("finish 1 --on 2023-05-20 --rating 4", status: 1)
    #expect(again.errors.contains("“Dune” was finished on that day already. --change gives"))
    try desk.expect("finish 1 --on 2023-05-20 --rating 4 --change")
    try desk.expect("list --table reading --csv --columns rating", "pk,rating\n1,4.0\n")
    try desk.expect("finish 1 --on 2023-05-20 --rating 5 --again")
    try desk.expect("list --table reading --csv --columns rating", "pk,rating\n1,4.0\n2,5.0\n")
  }

  @Test("Each command that prints rows prints the same number of them in each format", arguments: rowCommands)
  func formats(command: String) throws {
    try desk.make("reading")
    try desk.expect("add 'title=<b>Dune & \"x\"|y</b>' author=A")
    for _ in 1...2 { try desk.expect("add title=Emma author=A") }
    for line in ["finish 1 --on 2023-05-20", "lend 2 Ann --on 2024-01-01"] { try desk.expect(line) }
    if command.hasPrefix("sync") {
      let place = desk.folder.appending(path: "place")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      try desk.expect("sync \(place.path) --as one")
    }
    func text(_ format: String) throws -> String { try desk.expect("\(command) --format \(format)").text }
    let json = try JSONSerialization.jsonObject(with: Data(text("json").utf8))
    let lines = try text("ndjson").split(separator: "\n")
    for line in lines { #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any]) }
    // In JSON, duplicates are objects with all rows of a group.
    if let rows = json as? [Any], command != "duplicates" { #expect(rows.count == lines.count) }
    let html = try text("html")
    #expect(html.hasPrefix("<!DOCTYPE html>") && html.hasSuffix("</html>\n") && !html.contains("<b>Dune"))
    #expect(html.components(separatedBy: "<tr").count == html.components(separatedBy: "</tr>").count)
    for format in ["csv", "tsv", "markdown", "table"] {
      let rows = try text(format).split(separator: "\n")
      #expect(rows.count >= lines.count, "\(format)")
    }
  }

  @Test("A file for people has stars, dates, labels and titles; one for programs every value exactly")
  func forPeople() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune rating=4.5 copyright=1965-08-01")
    try desk.expect("finish 1 --on 2023-05-20 --rating 3")
    try desk.expect(
      "export --columns title,copyright,rating --for people",
      "Title,Copyright,Rating\nDune,1965-08-01,★★★☆☆\n")
    try desk.expect("export --columns title,rating", "title,rating\nDune,3.0\n")
    try desk.expect(
      "export --table reading --columns book,finished --format markdown",
      "| Book | Finished |\n| --- | --- |\n| Dune | 2023-05-20 |\n")
    try desk.expect(
      "list --table reading --columns book,rating --format markdown --for programs",
      "| pk | book | rating |\n| --- | --- | --- |\n| 1 | 1 | 3.0 |\n")
    try desk.expect("export --columns nothing", status: 64)
  }

  // MARK: Reading

  @Test("list prints rows in each form, exactly") func list() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune rating=4.5 'author=Herbert, Frank'")
    try desk.expect("add 'title=A \"b\", c' 'notes=one\ntwo' pages=7")
    try desk.expect(
      "list --csv --columns title,pages,notes",
      "pk,title,pages,notes\n1,Dune,,\n2,\"A \"\"b\"\", c\",7,\"one\ntwo\"\n")
    try desk.expect(
      "list --ndjson --columns title,rating dune", #"{"pk":1,"title":"Dune","rating":4.5}"# + "\n")
    try desk.expect("list --tsv --columns pages", "pk\tpages\n1\t\n2\t7\n")
    try desk.expect(
      "list --format markdown --columns title dune", "| pk | Title |\n| --- | --- |\n| 1 | Dune |\n")
    try desk.expect(
      "list --columns title,pages", "pk  title     pages\n 1  Dune          –\n 2  A \"b\", c      7\n")
    try desk.expect("list --count", "2\n")
    try desk.expect("list --random 1 --keys dune", "1\n")
    try desk.expect("list --random 5 --sort pages:desc --keys", "2\n1\n")
    try desk.expect("list --random 0 --keys", "")
    try desk.expect("list --random=-1", status: 64)
    try desk.expect("list --keys --sort title", "2\n1\n")
    try desk.expect("list --keys --sort pk:desc", status: 64)
    try desk.expect("list --limit 1 --keys", "1\n")
  }

  @Test("list says what it leaves out, and what a query cannot mean") func listing() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune 'author=Frank Herbert'")
    let table = try desk.expect("list", says: "Not shown: copyright, subtitle")
    #expect(table.text.hasPrefix("pk  title  author"))
    try desk.expect("list is:marked", says: "is:marked does not work here", status: 64)
    try desk.expect("list is:hydrated", status: 64)
    try desk.expect("list is:dirty --count", "0\n")
    try desk.expect("list title:(", status: 64)
    try desk.expect("list --columns nonsense", says: "has no field “nonsense”", status: 64)
    try desk.expect("list auther:x", says: "Did you mean author:?", status: 64)
    try desk.expect("list owned:no", says: "no:owned finds that.")
    try desk.expect("list --count not:dune", "0\n")
    try desk.expect("list --count -- -dune", "0\n")
  }

  @Test("move numbers the rows above, moves among the rows of a query, and says what cannot be moved")
  func moving() throws {
    try desk.make("reading")
    for title in ["a", "b", "c", "d"] { try desk.expect("add title=\(title)") }
    try desk.expect("move 3 --top", says: "fields add position --kind integer", status: 64)
    try desk.expect("move 3 --top --by status", status: 64)
    try desk.expect("fields add position --kind integer")
    try desk.expect("move 3 --up 1 --down 1", status: 64)
    #expect(try desk.run("move", "3", "4", "--up", "1").errors == "booklist: Moved 2 books.\n")
    try desk.expect("list --keys --sort position", "1\n3\n4\n2\n")
    try desk.expect("move 4 9 --top --in 'title:d | title:b'", status: 1)
    try desk.expect("move 2 9 --top", status: 3)
    try desk.expect("list --keys --sort position", "2\n1\n3\n4\n")
    try desk.expect("undo")
    try desk.expect("list --keys --sort position", "1\n3\n4\n2\n")
  }

  @Test("export writes a page, and groups only there") func page() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune 'author=Frank Herbert'")
    let page = try desk.expect("export --format html --group author")
    #expect(page.text.contains("<h2>Frank Herbert <span>") && page.text.contains("<h3>Dune</h3>"))
    try desk.expect("export --group author", says: "--group needs a page", status: 64)
    try desk.expect("export --format html --group nonsense", status: 64)
  }

  @Test("start, finish and lend note what a reader does, and say what cannot be") func readings() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune")
    #expect(try desk.run("start", "1", "--on", "2026-10").errors == "booklist: Started “Dune”.\n")
    try desk.expect("start 1", status: 1)
    try desk.expect("finish 1 --rating 4.5 --on 2026-11-02")
    try desk.expect("finish 1 --rating 9", status: 64)
    try desk.expect("list --csv --columns status,rating", "pk,status,rating\n1,read,4.5\n")
    try desk.expect(
      "list --table reading --csv --columns started,finished,rating",
      "pk,started,finished,rating\n1,2026-10,2026-11-02,4.5\n")
    try desk.expect("lend 1 --back", says: "booklist: “Dune” is not lent.\n", status: 1)
    try desk.expect("lend 1 Anna", says: "booklist: Lent “Dune” to Anna.\n")
    try desk.expect("lend 1 Ben", says: "Anna has “Dune”", status: 1)
    #expect(try desk.run("loans", "person:anna", "--borrowed").errors.isEmpty)
    for query in ["", "dune", "book:dune", "'the dune'"] {
      #expect(try desk.expect("loans \(query) --csv").text.contains(",Anna,Dune,lent,"))
    }
    try desk.expect("loans 'the dune'", says: "so “the” does not count")
    try desk.expect("loans person:(", status: 64)
    #expect(try desk.run("lend", "1", "--back").errors == "booklist: “Dune” is back from Anna.\n")
    try desk.expect("loans --all", says: "Everything is back.")
    try desk.expect("lend 1", status: 64)
    try desk.expect("undo")
    try desk.expect("list --table loan has:back_on --count", "0\n")
  }

  @Test("progress notes how far a book was read, and ends or gives up its reading") func progress() throws {
    try desk.make("reading")
    for title in ["Dune", "Emma"] { try desk.expect("add title=\(title)") }
    try desk.expect("progress 1 120 --on 2026-11-01 --minutes 30", says: "booklist: “Dune”: page 120.\n")
    try desk.expect(
      "progress 1 done --on 2026-11-02 --minutes 20 --note 'The end'", says: "booklist: Finished “Dune”.\n")
    try desk.expect("progress 2 45% --on 2026-11-03", says: "booklist: “Emma”: 45 %.\n")
    try desk.expect("progress 2 stopped --on 2026-11-04", says: "booklist: Gave up “Emma”.\n")
    try desk.expect("progress 2 done --on 2026-11", says: "Type the whole day", status: 64)
    try desk.expect("list --csv --columns title,status", "pk,title,status\n1,Dune,read\n2,Emma,stopped\n")
    try desk.expect(
      "list --table reading --csv --columns started,finished,stopped",
      "pk,started,finished,stopped\n1,2026-11-01,2026-11-02,\n2,2026-11-03,,2026-11-04\n")
    try desk.expect(
      "list --table progress --csv --columns page,percent,minutes,note",
      "pk,page,percent,minutes,note\n1,120,,30,\n2,,100.0,20,The end\n3,,45.0,,\n")
  }

  @Test("show prints whole rows, and one value byte for byte") func show() throws {
    try desk.sql(
      "CREATE TABLE t (a PRIMARY KEY, b, c); INSERT INTO t VALUES ('x', x'00FF0A', 'l1' || char(10) || 'l2')")
    try desk.expect("show 1", "rowid  1\na      x\nb      3 B\nc      l1\n       l2\n")
    #expect(try desk.run("show", "1", "--field", "b").output == Data([0, 255, 10]))
    let file = desk.folder.appending(path: "value")
    try desk.expect("show 1 --field b -o \(file.path)")
    #expect(try Data(contentsOf: file) == Data([0, 255, 10]))
    try desk.expect("show 1 --field b -o \(file.path)", status: 1)
    try desk.expect("show 1 --field b -o \(file.path) --force")
    try desk.expect("show 2", status: 1)
    try desk.expect("show 1 2", status: 3)
    try desk.expect(
      "show 1 --ndjson", #"{"rowid":1,"a":"x","b":{"$base64":true,"encoded":"AP8K"},"c":"l1\nl2"}"# + "\n")
  }

  @Test("A step that sets a field and a shelf has the same name in the history and when it is undone")
  func mixedStep() throws {
    try desk.make("reading")
    try desk.expect("add title=Emma")
    try desk.expect("set 1 pages=300 shelf+=summer")
    #expect(try desk.run("history").text.contains("Pages of “Emma”, with 2 other rows"))
    try desk.expect("undo", says: "Undone: Pages of “Emma”, with 2 other rows.")
    try desk.expect("redo", says: "Redone: ")
    try desk.expect("list --csv --columns pages,shelf", "pk,pages,shelf\n1,300,summer\n")
  }

  @Test("values counts what a field holds") func values() throws {
    try desk.sql(
      "CREATE TABLE t (a COLLATE NOCASE); INSERT INTO t VALUES ('x'), ('X'), ('x'), (NULL), (1), ('')")
    try desk.expect("values a --csv", "count,value\n2,x\n1,1\n1,\n1,\n1,X\n")
    try desk.expect("values a a=x --limit 1", "count  value\n    2  x\n")
    try desk.expect("values b", status: 64)
  }

  @Test("Keys are negative, of several columns, and bytes") func keys() throws {
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
    try desk.expect("show --table neg -- -7", "id  -7\nt   minus\n")
    try desk.expect("rm --table neg -- -7")
    #expect(try desk.query("SELECT count(*) FROM neg") == "0")
  }

  @Test("The smallest and the largest key name their rows") func extremeKeys() throws {
    try desk.sql("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
    for key in [Int64.min, .min + 1, -1, 0, .max] {
      try desk.sql("INSERT INTO t VALUES (\(key), 'a')")
      try desk.expect("show --field name -- \(key)", "a")
      try desk.expect("set -- \(key) name=\(key)")
    }
    #expect(try desk.query("SELECT count(*) FROM t WHERE name = id") == "5")
  }

  // MARK: Changing

  @Test("add takes every text as it stands") func add() throws {
    try desk.sql("CREATE TABLE t (a TEXT, b BLOB, n INTEGER)")
    let texts = [
      "-x", "@x", "=1+1", "NULL", ":null", " blank ", "a\"b'c", "a\nb", "",
      String(repeating: "x", count: 1 << 16),
    ]
    for (place, text) in texts.enumerated() {
      #expect(try desk.run("add", "a=\(text)").status == 0)
      try desk.expect("show \(place + 1) --field a", text)
    }
    #expect(
      try desk.query("SELECT json_group_array(a) FROM t WHERE length(a) < 99").contains(
        "\"-x\",\"@x\",\"=1+1\""))
    try desk.expect("add a:null n=5", "\(texts.count + 1)\n")
    let file = desk.folder.appending(path: "value")
    try Data([255, 0, 10]).write(to: file)
    try desk.expect("add a@\(file.path) b@\(file.path)")
    #expect(
      try desk.query("SELECT hex(a), typeof(a), hex(b), typeof(b) FROM t ORDER BY rowid DESC LIMIT 1")
        == "FF000A|text|FF000A|blob")
    try desk.expect("add n=x", status: 64)
    try desk.expect("add z=1", says: "has no field “z”. Its fields are a, b, n.", status: 64)
    try desk.expect("add a@\(file.path)none", status: 66)
  }

  @Test("add - takes what list --ndjson prints, all of it or nothing") func addFromInput() throws {
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
    try desk.expect("add -", says: "line 2, column", status: 65, input: "{\"a\":1}\n{\"a\":\n")
    try desk.expect("add -", status: 65, input: "{\"c\":1}\n")
    try desk.expect("add -", status: 1)
    #expect(try desk.query("SELECT count(*) FROM t") == "8")
  }

  @Test("set and rm change rows by key or query, as one step each that undo takes back")
  func setAndRemove() throws {
    try desk.sql("CREATE TABLE t (a TEXT, n INTEGER); INSERT INTO t VALUES ('x', 1), ('y', 1), ('z', 2)")
    let before = try desk.query("SELECT * FROM t")
    try desk.expect("set --where n:1 a=new n=9", says: "Set A, N of 2")
    #expect(try desk.query("SELECT group_concat(a) FROM t") == "new,new,z")
    try desk.expect("set 3 99 a=", status: 3)
    for (line, status) in [
      ("set 99 a=", 1), ("set 3", 64), ("set a=1", 64), ("set --where n:77 a=1", 1), ("rm --where n:9", 64),
    ] as [(String, Int32)] { try desk.expect(line, status: status) }
    let trial = try desk.expect("rm --where n:9 --dry-run", says: "This would delete 2")
    #expect(trial.text.split(separator: "\n").count == 3)
    try desk.expect("rm --where n:9 --yes")
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
    let history = try desk.run("history", "--csv").text
    #expect(history.split(separator: "\n").count == 4 && history.contains("Changes of 4 fields"))
    for _ in 0..<3 { try desk.expect("undo") }
    #expect(try desk.query("SELECT * FROM t") == before)
    try desk.expect("undo", says: "There is nothing to undo.", status: 1)
    for _ in 0..<3 { try desk.expect("redo") }
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
    let trial = try desk.expect(
      "set --where a~[a-z] a:=turn n:=+1 --dry-run --csv", says: "This would change A, N of 1")
    #expect(
      trial.text.hasPrefix(
        "key,title,a before,a after,n before,n after,refused\n"
          + "1,\"Mann, Thomas\",\"Mann, Thomas\",Thomas Mann,1,2,\n2,Plato,Plato,,8,,"), "\(trial.text)")
    #expect(try desk.expect("set 1 a:=turn --dry-run --json").text.contains("\"a after\":\"Thomas Mann\""))
    #expect(try desk.query("SELECT * FROM t") == before)
    try desk.expect("set 1 2 a:=turn n:=+1 m:=x 'tags:sf=science fiction'", says: "2: ", "of 1", status: 3)
    #expect(
      try desk.query("SELECT a, n, tags, m || \"m:\" FROM t WHERE id = 1")
        == "Thomas Mann|2|science fiction; x|x")
    try desk.expect("undo")
    #expect(try desk.query("SELECT * FROM t") == before)
    for wrong in ["a:=shout", "a:=s/x", "a:=r/(/x/", "'n:=+1 month'", "a:={b}", "a+=x"] {
      try desk.expect("set 1 \(wrong)", status: 64)
    }
    try desk.expect("list a~(", status: 64)
    try desk.expect("list --keys 'a~\"^(mann|x), T\"'", "1\n")
  }

  @Test("undo goes through the whole step, and names what another program has changed since")
  func partialUndo() throws {
    try desk.sql("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER)")
    try desk.sql("INSERT INTO t VALUES (1, 'a1', 1), (2, 'a2', 2), (3, 'a3', 3)")
    let before = try desk.query("SELECT * FROM t")
    try desk.expect("set 1 n=0")
    try desk.expect("set --where n>=0 a=x")
    try desk.sql("UPDATE t SET a = 'theirs' WHERE id = 2")
    try desk.expect(
      "undo", says: "Undone: A of 2 of 3 rows.",
      "“theirs”: Another program has changed it since, so it stays as it is.", status: 3)
    let history = try desk.run("history").text
    #expect(
      history.contains("undone   A of 2 rows\n") && history.contains("written  A of “x”: a2 → x (the rest)\n")
    )
    try desk.expect(
      "undo", says: "Not undone: A of “x”: a2 → x (the rest).", "booklist undo --skip passes over it.",
      status: 1)
    try desk.expect("undo --skip", says: "Passed over: A of “x”: a2 → x (the rest)", "Undone: N of “a1”.")
    try desk.expect("undo", says: "There is nothing to undo.", status: 1)
    try desk.sql("UPDATE t SET a = 'a2' WHERE id = 2")
    #expect(try desk.query("SELECT * FROM t") == before)
  }

  @Test("Standard error says that a change cannot be undone if the edit log cannot be used")
  func unlogged() throws {
    try desk.make("reading")
    var environment = desk.environment
    environment["XDG_STATE_HOME"] = try desk.write("", to: "afile")
    let rows = try desk.write("title\nDune\n", to: "rows.csv")
    for command in [["add", "title=x"], ["set", "1", "title=y"], ["import", rows], ["rm", "1"]] {
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
    try desk.expect("set 1 a=y", status: 1)
    try desk.expect("set 1 a=no", says: "1: ", status: 1)
    try desk.expect("add a=x", says: "already called “x”", status: 1)
    #expect(try desk.query("SELECT group_concat(a) FROM t") == "x,y")
    try desk.expect("list is:dirty --count", "0\n")
  }

  // MARK: Fields, descriptions

  @Test("fields lists, adds, renames and removes, and undo takes it back") func fields() throws {
    try desk.make("sample")
    #expect(try desk.run("fields", "--csv").text.contains("author,Author,text,"))
    try desk.expect("fields add mood --choices good,bad --dry-run", says: "ALTER TABLE")
    #expect(try desk.query("SELECT count(*) FROM pragma_table_info('book')") == "4")
    try desk.expect("fields add mood --choices good,bad")
    try desk.expect("add title=x mood=awful", status: 64)
    try desk.expect("add title=x mood=good")
    try desk.expect("fields rename mood temper")
    try desk.expect("fields remove temper", status: 64)
    try desk.expect("fields remove temper --yes", says: "1 book has a value in it")
    try desk.expect("undo")
    #expect(try desk.query("SELECT temper FROM book") == "good")
    try desk.expect("fields add x --kind nonsense", says: "The kinds are text", status: 64)
    try desk.expect("fields add", status: 64)
  }

  @Test("info says nothing of a view that never ends, and goes on") func endlessView() throws {
    try desk.sql(
      """
      CREATE VIEW ever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      CREATE TABLE last (a TEXT); INSERT INTO last VALUES ('x'), ('y');
      """)
    let text = try desk.run("info").text
    #expect(text.contains(#/ever +– /#) && text.contains(#/last +2 /#), "\(text)")
  }

  @Test("info describes the tables, and everything as JSON") func info() throws {
    try desk.make("reading")
    #expect(try desk.run("info").text.contains("book_shelf     0"))
    let json = try desk.run("info", "--json").output
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    for part in ["file", "tables", "kinds", "formats", "commands", "limits"] { #expect(object[part] != nil) }
  }

  @Test("complete offers fields, and the values of one") func complete() throws {
    try desk.make("reading")
    try desk.expect("add title=Dune 'author=Frank Herbert'")
    for (words, offers) in [
      ("list --sort ti", "title\n"), ("list --columns title,au", "title,author\n"), ("set 1 au", "author=\n"),
      ("set author=F", "author=Frank Herbert\n"), ("set author = F", "author=Frank Herbert\n"),
      ("set 1 author = F", "author=Frank Herbert\n"),
      ("set status=r", "status=reading\nstatus=read\n"), ("-f none.sqlite set t", ""), ("", nil),
    ] { try desk.expect("complete \(words)", offers) }
  }

  @Test("Without a library, add makes it as import does, and the other commands say how to make one")
  func noLibrary() throws {
    let way = "To make it: booklist new \(desk.library.path), or booklist import LIST"
    for line in ["list", "set 1 title=x", "export", "undo", "add --file \(desk.library.path) title=x"] {
      try desk.expect(line, says: "\(way) --file \(desk.library.path).", status: 66)
    }
    try desk.expect("add colour=red", status: 64)
    #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    try desk.expect("add title=Emma", "1\n", says: "Made \(desk.library.path).")
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
