import Records
import Testing

/// Which columns stand for a row of a table that nobody has described.
struct TitleTests {
  /// A table of six rows, in whose values `#` is the row's number.
  private func title(_ columns: String, _ values: String, table: String = "thing") throws -> [String] {
    let rows = (1...6).map { "(\(values.replacing("#", with: "\($0)")))" }.joined(separator: ", ")
    return try title(of: "CREATE TABLE \(table) (\(columns)); INSERT INTO \(table) VALUES \(rows)")
  }

  private func title(of sql: String) throws -> [String] {
    let schema = try Scratch(sql).store().schema
    return schema.titleFields.map { schema.fields[$0].column }
  }

  @Test(
    "Names are taken apart",
    arguments: [
      ("Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR VARCHAR, ZTITLE VARCHAR", "ZTITLE"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, author TEXT, bookTitle TEXT", "bookTitle"),
      ("ID INTEGER PRIMARY KEY, X INTEGER, Y INTEGER, AUTHOR TEXT, BOOK_TITLE TEXT", "BOOK_TITLE"),
      ("ID INTEGER PRIMARY KEY, X INTEGER, Y INTEGER, AUTHOR TEXT, BOOKTITLE TEXT", "BOOKTITLE"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, strTown TEXT, strName TEXT", "strName"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, txt_town TEXT, txt_name TEXT", "txt_name"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, town TEXT, HTMLTitle TEXT", "HTMLTitle"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, town TEXT, label TEXT", "label"),
      ("id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, town TEXT, title1 TEXT", "title1"),
    ])
  func names(columns: String, expected: String) throws {
    #expect(try title(columns, "#, 1, 1, 'Town #', 'Word #'") == [expected])
  }

  @Test(
    "A long text that every row must have goes before a short one that may be missing",
    arguments: [
      ("text LONGTEXT NOT NULL, note LONGTEXT, place TEXT", "text"),
      ("text LONGTEXT, note LONGTEXT, place TEXT", "place"),
      ("text LONGTEXT NOT NULL, note LONGTEXT, place TEXT NOT NULL", "place"),
      ("text LONGTEXT NOT NULL, note LONGTEXT, name TEXT", "name"),
    ])
  func requiredText(columns: String, expected: String) throws {
    let found = try title(
      "id INTEGER PRIMARY KEY, " + columns, "#, 'Text #', 'Note #', 'Page #'", table: "quote")
    #expect(found == [expected])
    #expect(try title(of: "CREATE TABLE quote (id INTEGER PRIMARY KEY, \(columns))") == [expected])
  }

  @Test("A loan is titled by the person, also if it is always the same one") func loans() throws {
    let columns = "id INTEGER PRIMARY KEY, book INTEGER, person TEXT NOT NULL, lent_on DATE TEXT"
    #expect(try title(columns, "#, #, 'Anna', '2024-01-0#'", table: "loan") == ["person"])
  }

  @Test(
    "Words go before all that is for programs",
    arguments: [
      "'#'", "#", "'2024-01-0#'", "NULL", "''", "'same'", "x'0#'",
      "'d41d8cd98f00b204e9800998ecf8427#'", "'6ba7b810-9dad-11d1-80b4-00c04fd430c#'",
      "'{6BA7B810-9DAD-11D1-80B4-00C04FD430C#}'", "'SGVsbG8gV29ybGQhIFRoaXMgaXM#='",
      "'{\"a\": #}'", "'[#, 2]'", "'<a href=\"#\"/>'", "'https://example.com/#'", "'www.example.com/#'",
    ])
  func programs(value: String) throws {
    // Even if it is called a name, it is not what people would call a row.
    for column in ["one", "name"] {
      let found = try title("id INTEGER PRIMARY KEY, \(column) TEXT, two TEXT", "#, \(value), 'Word #'")
      #expect(found == ["two"], "\(column)")
    }
  }

  @Test(
    "Words that look a little like it are words",
    arguments: [
      "'[Untitled] #'", "'<3 #'", "'{curly} #'", "'Deadbeef #'", "'Note: see #'", "'http #'",
      "'Internationalisierungsmassnahme #'", "'InternationalBusinessMachines#'",
    ])
  func words(value: String) throws {
    #expect(try title("id INTEGER PRIMARY KEY, one TEXT, two TEXT", "#, \(value), 'Word #'") == ["one"])
  }

  @Test("What points to other rows, keys and codes are for when there is no other text") func keys() throws {
    let reference = "id INTEGER PRIMARY KEY, author TEXT REFERENCES other (a), two TEXT"
    #expect(try title(reference, "#, 'Word #', 'Word #'") == ["two"])
    #expect(try title("country_code TEXT PRIMARY KEY, two TEXT", "'Code #', 'Word #'") == ["two"])
    #expect(try title("country_code TEXT PRIMARY KEY, two INTEGER", "'Code #', 1") == ["country_code"])
    #expect(try title("external_id TEXT, link TEXT", "'A-#', 'https://example.com/#'") == ["external_id"])
    #expect(try title("id INTEGER PRIMARY KEY, link TEXT", "#, 'https://example.com/#'") == ["link"])
    #expect(try title("key TEXT PRIMARY KEY, value TEXT", "'Key #', 'Word #'") == ["key"])
    #expect(try title("symbol TEXT PRIMARY KEY, currency TEXT", "'EU#', 'Word #'") == ["currency"])
    #expect(try title("symbol TEXT PRIMARY KEY, name TEXT", "'EU#', 'Word #'") == ["name"])
    #expect(try title("symbol TEXT PRIMARY KEY, price REAL", "'EU#', #.5") == ["symbol"])
    #expect(try title("tag TEXT PRIMARY KEY, remark TEXT", "'tag#', 'Word #'") == ["tag"])
    // A script without small letters.
    #expect(try title("city TEXT PRIMARY KEY, remark TEXT", "char(20140, 19968 + #), 'Word #'") == ["city"])
    let few = "CASE WHEN # > 3 THEN 'Word' ELSE 'Other' END"
    #expect(try title("symbol TEXT PRIMARY KEY, exchange TEXT", "'EU#', \(few)") == ["symbol"])
  }

  @Test("Numbers are numbers by their values and by their types, and dates come last") func numbers() throws {
    #expect(try title("no number(4,0), name VARCHAR(9)", "#, 'Word #'") == ["name"])
    #expect(try title("name number(4,0), remark VARCHAR(9)", "#, 'Word #'") == ["remark"])
    #expect(try title("a DATE, b REAL", "'2024-01-0#', #.5") == ["b"])
    #expect(try title("a DATE, b INTEGER", "'2024-01-0#', 7") == ["a"])
    #expect(try title("id INTEGER PRIMARY KEY, note TEXT", "#, NULL") == ["id"])
    #expect(try title("id INTEGER PRIMARY KEY, name INTEGER, x INTEGER", "#, #, #") == ["name"])
  }

  @Test("A second column helps where one is the same in many rows, if it makes all of them differ")
  func pairs() throws {
    let twice = "CASE WHEN # > 3 THEN 'Word' ELSE 'Other' END"
    #expect(try title("name TEXT, remark TEXT", "\(twice), 'Word #'") == ["name", "remark"])
    #expect(try title("status TEXT, remark TEXT", "\(twice), 'Word #'") == ["remark"])
    #expect(
      try title("series TEXT, season INTEGER, length INTEGER", "\(twice), #, 7") == ["series", "season"])
    #expect(try title("series TEXT, other TEXT", "\(twice), \(twice)") == ["series"])
    #expect(try title("id INTEGER PRIMARY KEY, series TEXT", "#, \(twice)") == ["series"])
    #expect(
      try title("customerFirstName TEXT, customerLastName TEXT", "'Ada', 'Word #'", table: "customers")
        == ["customerFirstName", "customerLastName"])
  }

  @Test("The title of two columns is the same from the list as from the record") func pairOfNumber() throws {
    let store = try Scratch(
      """
      CREATE TABLE episode (series TEXT, season INTEGER);
      INSERT INTO episode VALUES ('A', 1), ('A', 2), ('A', 3), ('B', 1), ('B', 2), ('B', NULL);
      """
    ).store()
    let rows = try store.lists.rows(in: 0..<6).compactMap { $0 }
    #expect(rows.map(\.title) == ["A 1", "A 2", "A 3", "B 1", "B 2", "B"])
    for row in rows {
      #expect(try store.schema.title(of: store.shelf.snapshot(of: row.id).values) == row.title)
    }
  }

  @Test("A text too large to be read for its beginning leaves the kinds as they are, and opening short")
  func largeTexts() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, body, day DATE, name TEXT);
      INSERT INTO t VALUES (1, CAST(zeroblob(3000000) AS TEXT), '2024-01-01', 'Word'), (2, NULL, '2024-01-02', 'Other');
      """)
    let schema = try scratch.store().schema
    #expect(schema.fields.map(\.kind) == [.integer, .longText, .date(.isoText), .text])
    #expect(schema.titleField.column == "name")
  }

  @Test("One statement reads the first rows, and none where the table is known") func statements() throws {
    for (sql, count) in [("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)", 1), (Scratch.books, 0)] {
      let scratch = try Scratch(sql)
      _ = try scratch.store()
      #expect(scratch.statementsSinceLastCall().count { $0.contains("LIMIT 20") } == count)
    }
  }

  @Test(
    "Labels are what people would write, and a column's own name where two would be the same",
    arguments: [
      ("bookTitle", "Book title"), ("BOOK_TITLE", "Book title"), ("book_title", "Book title"),
      ("strName", "Name"), ("UnitPrice", "Unit price"), ("ISBNNumber", "ISBN number"),
      ("customerID", "Customer ID"), ("ID", "ID"),
      ("ISBN", "ISBN"), ("isbn", "ISBN"), ("street2", "Street2"), ("Order ID", "Order ID"), ("it's", "It's"),
      ("strongName", "Strong name"), ("int_rate", "Int rate"), ("orderIDs", "Order IDs"),
      ("titulo_añoNuevo", "Titulo año nuevo"),
    ])
  func labels(name: String, label: String) throws {
    let schema = try Scratch("CREATE TABLE t (\"\(name)\" TEXT)").store().schema
    #expect(schema.fields.map(\.label) == [label])
    #expect(schema.fields.map(\.column) == [name])
  }

  @Test("Labels that would be the same are the names") func sameLabels() throws {
    let schema = try Scratch("CREATE TABLE t (bookTitle TEXT, book_title TEXT, strName TEXT)").store().schema
    #expect(schema.fields.map(\.label) == ["bookTitle", "book_title", "Name"])
    let entity = try Scratch("CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZTITLE VARCHAR)")
      .store().schema
    #expect(entity.fields.map(\.label) == ["Z_PK", "Z_ENT", "Title"])
  }
}
