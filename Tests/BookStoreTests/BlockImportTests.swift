import Formats
import Records
import SeededRandom
import Testing

@testable import BookStore
@testable import Transfers

/// The rows of a plain table are added in blocks, with what adding them one by one would do.
struct BlockImportTests {
  private static let tables = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER DEFAULT 7, price REAL, day DATE, any, note TEXT NOT NULL DEFAULT '-');
    """

  /// Cells of every kind, also rows with too few and too many.
  private static let rows =
    "title,pages,price,day,any,note\n"
    + (1...1_500).map { row in
      switch row % 7 {
      case 0: "Züge \(row),,1.50,1999-12-31,x,\n"
      case 1: "\"a,\"\"b\"\" \(row)\",12,-3,1999,0012,n\n"
      case 2: "c \(row),0x10,1e3,soon,,n\n"
      case 3: "short \(row),5\n"
      case 4: "long \(row),1,2,3,4,5,6,7\n"
      case 5: "d \(row), 8 ,9007199254740993,,-,n\n"
      default: ",,,,,\n"
      }
    }.joined()

  /// Imports in parts of some bytes.
  @discardableResult
  private func load(
    _ text: String, into scratch: Scratch, _ size: Int = 4_096, _ action: ImportOptions.MatchAction = .add,
    oneByOne: Bool = false, keepsGoing: Bool = false, isExact: Bool = false
  ) throws -> ImportReport {
    var options = ImportOptions()
    (options.addsBlocks, options.keepsGoing, options.isExact) = (!oneByOne, keepsGoing, isExact)
    (options.action, options.reading.format) = (action, .csv)
    var rest = Array(text.utf8)[...]
    return try Importer(into: scratch.loggedStore(), options: options).run { () throws(ImportError) in
      // The first part is as large as the sample that decides what the file is.
      let part = rest.prefix(max(size, rest.count == text.utf8.count ? FormatReader.sampleSize : 0))
      rest = rest.dropFirst(part.count)
      return Array(part)
    }
  }

  private func content(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT *, typeof(pages), typeof(price), typeof(day), typeof(any) FROM t ORDER BY id")
  }

  @Test(
    "Every cell becomes what it becomes in a row of its own, and the report is the same",
    arguments: [1_000, 50_000])
  func sameAsRows(_ size: Int) throws {
    let (quick, slow) = (try Scratch(Self.tables), try Scratch(Self.tables))
    // A trigger has rows added one by one.
    try slow.run("CREATE TRIGGER noted AFTER INSERT ON t BEGIN SELECT 1; END")
    let text = Self.rows + Self.rows.split(separator: "\n").dropFirst().joined(separator: "\n")
    let (first, second) = (try load(text, into: quick, size), try load(text, into: slow, size))
    #expect(try content(quick) == content(slow))
    #expect(first.counts == second.counts)
    #expect(first.notable.map(\.line) == second.notable.map(\.line))
    #expect(first.notable.map(\.problems) == second.notable.map(\.problems))
    #expect(first.unfitCounts == second.unfitCounts && !first.unfitCounts.isEmpty)
    #expect(first.count(.added) > 2_000)
  }

  @Test(
    "Values that fields do not take, and dates that are empty, are the same in blocks and in rows",
    arguments: [false, true])
  func unfit(_ isExact: Bool) throws {
    let table = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, stars RATING, ok BOOLEAN, n NUMERIC, published PARTIAL DATE TEXT,
        isbn ISBN TEXT, made DATE TEXT DEFAULT CURRENT_DATE, kept DATE NOT NULL DEFAULT '2000-01-01');
      """
    let (quick, slow) = (try Scratch(table), try Scratch(table))
    let header = "title,stars,ok,n,published,isbn,made,kept\n"
    let rows = (1...300).map { row in
      switch row % 5 {
      case 0: "a \(row),9,maybe,45e76582,someday,x,5/6/2001,someday\n"
      case 1: "b \(row),4/5,TRUE,\"1,234.5\",2001/5/6,978-0-306-40615-7 (pbk.),,\n"
      case 2:
        "c \(row),★★★,no,9007199254740993,13/5/2001,\"0306406152, 9781402894626\",2001-02-28,2001-02-28\n"
      case 3: "d \(row),, ,02134,1869,,2001-02-29,2001-02-29\n"
      default: "e \(row),4.25,1,12345678901234567890,5/13/2001,306406152,\"May 6, 2001\",2001-05-06\n"
      }
    }
    let text = header + rows.joined()
    let reports = (
      try load(text, into: quick, isExact: isExact),
      try load(text, into: slow, oneByOne: true, isExact: isExact)
    )
    let all = "SELECT *, typeof(stars), typeof(ok), typeof(n), typeof(made) FROM t ORDER BY id"
    #expect(try quick.rows(all) == slow.rows(all))
    #expect(reports.0.counts == [.added: 300] && reports.1.counts == reports.0.counts)
    #expect(reports.0.unfitCounts == reports.1.unfitCounts)
    #expect(reports.0.notable.map(\.problems) == reports.1.notable.map(\.problems))
    #expect(reports.0.unfitCounts["stars"] == (isExact ? nil : 60))
    let empty = try quick.rows("SELECT count(*) FROM t WHERE made IS NULL")
    #expect(empty == [isExact ? "60" : "180"])
    // The same rows once more are told from each other as before.
    let again = try load(text, into: quick, 4_096, .fill, isExact: isExact)
    #expect(again.count(.same) == 300 && again.unfitCounts == reports.0.unfitCounts)
  }

  @Test(
    "Rows without a title are counted, and a column that speaks of a title is the title",
    arguments: [false, true])
  func untitled(_ oneByOne: Bool) throws {
    let scratch = try Scratch("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER);")
    let rows = (1...3_000).map { $0 % 10 == 0 ? ",\($0)\n" : "Title \($0),\($0)\n" }
    let report = try load("original_title,pages\n" + rows.joined(), into: scratch, oneByOne: oneByOne)
    #expect(report.untitledCount == 300 && report.count(.added) == 3_000)
    #expect(report.plan.allSatisfy { $0.field != nil })
    #expect(report.plan[0].samples == ["Title 1", "Title 2", "Title 3"])
    #expect(try scratch.rows("SELECT count(title), min(title) FROM book") == ["2700|Title 1"])
  }

  @Test("A column that the person chooses takes its field from others, also from one of almost its name")
  func chosen() throws {
    let scratch = try Scratch("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER);")
    let report = try scratch.loggedStore().load(Array("title,Extra One,Extra one,pages\nA,B,C,1\n".utf8)) {
      ($0.columns, $0.reading.format, $0.fits) = (["Extra one": "title"], .csv, true)
    }
    #expect(try scratch.rows("SELECT title, pages FROM book") == ["C|1"])
    #expect(report.columnsWithoutField == ["title", "Extra One"])
    #expect(report.plan.map { $0.field == nil } == [true, true, false, false])
  }

  @Test("A column that the person drops is neither imported nor lost") func dropped() throws {
    let scratch = try Scratch("CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, pages INTEGER);")
    let report = try scratch.loggedStore().load(Array("title,pages,color\nA,1,red\nB,2,blue\n".utf8)) {
      ($0.columns, $0.reading.format) = (["pages": "", "color": ""], .csv)
    }
    #expect(report.columnsWithoutField.isEmpty && report.losses.lostCount == 0)
    #expect(try scratch.rows("SELECT title, pages FROM book") == ["A|NULL", "B|NULL"])
  }

  @Test("Rows that the database refuses are left out by name, and all others come in as they do one by one")
  func refusedRows() throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, n INTEGER CHECK (n <> 3));"
    let (quick, slow) = (try Scratch(table), try Scratch(table))
    let text = "title,n\n" + (1...6_000).map { "Title \($0),\($0 % 300 == 7 ? 3 : 4)\n" }.joined()
    let reports = (
      try load(text, into: quick, keepsGoing: true),
      try load(text, into: slow, oneByOne: true, keepsGoing: true)
    )
    #expect(try quick.rows("SELECT * FROM t ORDER BY id") == slow.rows("SELECT * FROM t ORDER BY id"))
    #expect(reports.0.counts == [.added: 5_980, .refused: 20] && reports.1.counts == reports.0.counts)
    #expect(reports.0.notable.map(\.line) == reports.1.notable.map(\.line))
    let store = try quick.loggedStore()
    while try store.undo() != nil {}
    #expect(try quick.rows("SELECT count(*) FROM t") == ["0"])
  }

  @Test("All of it is one step, which is undone and done again, but for a row that was changed since")
  func undo() throws {
    let scratch = try Scratch(Self.tables + "INSERT INTO t (title) VALUES ('first');")
    let text = "title,note\n" + (1...6_000).map { "Title \($0),n\n" }.joined()
    #expect(try load(text, into: scratch).count(.added) == 6_000)
    let store = try scratch.loggedStore()
    while try store.undo() != nil {}
    #expect(try scratch.rows("SELECT title FROM t") == ["first"])
    while try store.redo() != nil {}
    #expect(try scratch.rows("SELECT count(*), max(title) FROM t") == ["6001|first"])
    try scratch.run("UPDATE t SET note = 'mine' WHERE id = 5000")
    _ = try? scratch.loggedStore().undo()
    #expect(try scratch.rows("SELECT note FROM t WHERE id = 5000") == ["mine"])
  }

  @Test("A row that the database refuses is named by its line, and nothing is added") func refused() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, note TEXT CHECK (note <> 'bad'));")
    var lines = (1...6_000).map { "Title \($0),n\n" }
    lines[4_998] = "Title,bad\n"
    #expect { try load("title,note\n" + lines.joined(), into: scratch) } throws: { error in
      guard case ImportError.store(.constraint, line: 5_000) = error else { return false }
      return true
    }
    #expect(try scratch.rows("SELECT count(*) FROM t") == ["0"])
  }

  @Test("The same file once more changes nothing, and a newer one adds what is new") func matching() throws {
    let scratch = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author TEXT);")
    func file(_ count: Int) -> String {
      "title,author\n" + (1...count).map { "Title \($0),Author \($0 % 9)\n" }.joined()
    }
    #expect(try load(file(2_000), into: scratch, 4_096, .fill).count(.added) == 2_000)
    #expect(try load(file(2_000), into: scratch, 4_096, .fill).count(.same) == 2_000)
    let report = try load(file(5_000), into: scratch, 4_096, .fill)
    #expect(report.count(.same) == 2_000 && report.count(.added) == 3_000)
  }

  @Test(
    "Rows that are there already are compared in blocks as they are one by one",
    arguments: [ImportOptions.MatchAction.fill, .update, .skip])
  func sameAgain(_ action: ImportOptions.MatchAction) throws {
    let table =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author TEXT, year, price REAL, day DATE, any);"
    let (quick, slow) = (try Scratch(table), try Scratch(table))
    let header = "title,author,year,price,day,any\n"
    func row(_ row: Int, _ year: String) -> String {
      "\"Züge, \(row / 2 * 2)\",\"Guin, Le \(row)\",\(year),1.50,1999-12-31,\(row % 3 == 0 ? "" : "x")\n"
    }
    let first = header + (0..<1_600).map { row($0, $0 % 5 == 0 ? "" : "1999") }.joined()
    let second = (0..<1_680).map { number in
      switch number % 9 {
      case 0: row(number, "2001") + row(number, "1999")
      case 1: "zuge \(number / 2 * 2),le guin \(number),1999\n"
      case 2: "ZÜGE \(number / 2 * 2),\(number) Le Guin,01999,1.5,1999-12-31,x\n"
      default: row(number, number % 5 == 0 ? "" : "1999")
      }
    }
    for scratch in [quick, slow] { try load(first, into: scratch) }
    let text = header + second.joined()
    let reports = (
      try load(text, into: quick, 4_096, action), try load(text, into: slow, 4_096, action, oneByOne: true)
    )
    let all = "SELECT *, typeof(year), typeof(price), typeof(any) FROM t ORDER BY id"
    #expect(try quick.rows(all) == slow.rows(all))
    #expect(reports.0.counts == reports.1.counts)
    #expect(reports.0.count(.same) > 400 && reports.0.count(.added) > 40)
  }

  /// Books with all that decides whether they are new: titles, ISBNs in several forms, columns without a field.
  private func books(_ count: Int, seed: UInt64, isKnown: Bool) -> String {
    var random = SeededGenerator(seed: seed)
    let isbns = [
      "", "9780306406157", "978-0-306-40615-7", "0306406152", "x", "9789999999991", "9781402894626",
    ]
    let header = "title,author,isbn,published,pages,rating,status,added,\(isKnown ? "notes" : "colour")\n"
    return header
      + (0..<count).map { row in
        let isOdd = Int.random(in: 0..<400, using: &random) == 0
        func any(_ words: String...) -> String { words.randomElement(using: &random) ?? "" }
        let title = isOdd ? any("", "Emma", "Title \(row / 2)", "\"a \"\"b\"\"\n\u{85}\"") : "Title \(row)"
        let isbn = isOdd ? isbns.randomElement(using: &random) ?? "" : Self.isbn(row)
        let rest = [
          any("1999", "1999-05", "soon", ""), any("12", " 8 ", "many", ""), any("4", "4.5", "", "★★"),
          any("read", "done", ""), any("2020-01-02", ""), any("a, \tb", "", "", "é"),
        ]
        let cells = [any("Guin, Le", "Bo"), isbn] + rest
        return ([title] + cells.map { "\"\($0)\"" }).joined(separator: ",") + (isOdd ? any("", ",x") : "")
          + "\n"
      }.joined()
  }

  private static func isbn(_ number: Int) -> String {
    let digits = "978" + String(String(1_000_000_000 + number).dropFirst())
    let sum = digits.utf8.enumerated().reduce(0) {
      $0 + (Int($1.element) - 48) * ($1.offset % 2 == 0 ? 1 : 3)
    }
    return digits + String((10 - sum % 10) % 10)
  }

  @Test(
    "In a library of books, blocks add, match and keep the same as rows one by one",
    arguments: zip(
      [ImportOptions.MatchAction.fill, .fill, .update, .skip, .add], [true, false, true, false, true]))
  func library(_ action: ImportOptions.MatchAction, _ isKnown: Bool) throws {
    let (quick, slow) = (try Scratch(.reading), try Scratch(.reading))
    let texts = [
      books(1_000, seed: 1, isKnown: isKnown), books(1_200, seed: 2, isKnown: isKnown),
      books(1_200, seed: 2, isKnown: isKnown),
    ]
    for text in texts {
      let reports = (
        try load(text, into: quick, 20_000, action, keepsGoing: true),
        try load(text, into: slow, 20_000, action, oneByOne: true, keepsGoing: true)
      )
      #expect(reports.0.counts == reports.1.counts)
      #expect(reports.0.notable.map(\.line) == reports.1.notable.map(\.line))
      #expect(reports.0.unfitCounts == reports.1.unfitCounts)
      #expect(reports.1.count(.doubtful) < 20)
      for table in ["book", "source"] {
        let all = "SELECT * FROM \(table) ORDER BY pk"
        #expect(try quick.rows(all) == slow.rows(all))
      }
    }
    #expect(try quick.rows("SELECT count(*) > 1150 FROM source") == ["1"])
    let store = try quick.loggedStore()
    while try store.undo() != nil {}
    #expect(try quick.rows("SELECT (SELECT count(*) FROM book), (SELECT count(*) FROM source)") == ["0|0"])
  }

  @Test("Texts that are no UTF-8 are read as Windows-1252, one by one") func mixed() throws {
    let scratch = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT);")
    var bytes = Array(("title\n" + (1...8_000).map { "Zug \($0)\n" }.joined()).utf8)
    bytes += [0x5A, 0xFC, 0x67, 0x65, 0x0A]
    var parts = [Array(bytes.prefix(70_000)), Array(bytes.dropFirst(70_000)), []]
    var options = ImportOptions()
    options.action = .add
    _ = try Importer(into: scratch.loggedStore(), options: options).run {
      () throws(ImportError) in parts.removeFirst()
    }
    #expect(try scratch.rows("SELECT title FROM t ORDER BY id DESC LIMIT 1") == ["Züge"])
  }

  @Test("On a full disk it says so, and nothing is imported", arguments: [true, false])
  func full(_ isPlain: Bool) throws {
    let (scratch, store) = try Scratch.logged(
      Self.tables + (isPlain ? "" : "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END"))
    try store.database.connection.run("PRAGMA max_page_count = 8")
    #expect {
      try store.load(Array(Self.rows.utf8)) { ($0.reading.format, $0.keepsGoing) = (.csv, true) }
    } throws: { error in
      if case ImportError.store(.full, _) = error { true } else { false }
    }
    #expect(try scratch.rows("SELECT count(*) FROM t") == ["0"])
  }
}
