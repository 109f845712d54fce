import Records
import Testing

@Suite("Known tables, keys and kinds") struct KnownTableTests {
  private static func schema(_ sql: String) throws -> Schema { try Scratch(sql).store().schema }

  @Test(
    "The samples' tables are known in any case and spelling",
    arguments: [
      ("coffee (CoffeeID INTEGER PRIMARY KEY, CoffeeName TEXT, Price REAL)", "coffees", "Name Price"),
      ("\"Coffees\" (price, extra, name, id INTEGER PRIMARY KEY)", "coffees", "Name Price Extra"),
      ("possessions (photo, name, description)", "possessions", "Name Description Photo"),
      ("POSSESSION (Possession_Name TEXT, IMAGE BLOB)", "possessions", "Name Photo"),
      ("Contacts (FIRST, last, phone)", "contacts", "First name Last name Phone"),
      ("contact (last_name, first_name, phone_number)", "contacts", "First name Last name Phone"),
    ])
  func known(table: String, plural: String, labels: String) throws {
    let schema = try Self.schema("CREATE TABLE \(table)")
    #expect(schema.plural == plural)
    #expect(schema.fields.map(\.label).joined(separator: " ") == labels)
  }

  @Test("By its name alone no table is known, though its rows are called after it") func unknown() throws {
    for name in ["coffee", "possessions"] {
      let schema = try Self.schema("CREATE TABLE \(name) (name)")
      #expect(schema.fields.map(\.isRequired) == [false])
      #expect(["coffees", "possessions"].contains(schema.plural))
    }
    let contacts = try Self.schema("CREATE TABLE contacts (name, phone)")
    #expect(contacts.fields.map(\.label) == ["Name", "Phone"])
    #expect(contacts.titleFields == [0])
  }

  @Test("A possession's name is required and unique, its photo a photo; a contact's title is two names")
  func rules() throws {
    let possessions = try Self.schema("CREATE TABLE possessions (name, description, image)")
    #expect(possessions.fields.map(\.kind) == [.text, .longText, .photo])
    #expect(possessions.fields.map(\.isRequired) == [true, false, false])
    #expect(possessions.fields.map(\.isUnique) == [true, false, false])
    #expect(try Self.schema("CREATE TABLE coffee (name, price)").fields[1].kind == .decimal)
    #expect(try Self.schema("CREATE TABLE contacts (phone, last, first)").titleFields == [0, 1])
  }

  @Test("A column alone in a unique index or in the key is unique") func unique() throws {
    let schema = try Self.schema(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b, c, d, e, UNIQUE (b, c));
      CREATE UNIQUE INDEX partial ON t (d) WHERE d > 0;
      CREATE UNIQUE INDEX expression ON t (lower(c));
      CREATE UNIQUE INDEX whole ON t (e);
      """)
    #expect(schema.fields.filter(\.isUnique).map(\.column) == ["id", "a", "e"])
    let composite = try Self.schema("CREATE TABLE t (a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID")
    #expect(composite.fields.filter(\.isUnique).isEmpty)
    #expect(
      try Self.schema("CREATE TABLE t (a TEXT PRIMARY KEY, b)").fields.map(\.isUnique) == [true, false])
  }

  @Test("Foreign keys are read in their order, with the key that they mean") func references() throws {
    let schema = try Self.schema(
      """
      CREATE TABLE t (a REFERENCES parent, b, c, d REFERENCES "odd ""table" (x), e REFERENCES nowhere,
        f REFERENCES parent (other), FOREIGN KEY (c, b) REFERENCES pair);
      CREATE TABLE parent (other UNIQUE, id INTEGER PRIMARY KEY);
      CREATE TABLE pair (x, y, PRIMARY KEY (y, x)) WITHOUT ROWID;
      """)
    #expect(
      schema.references.sorted { $0.fields[0] < $1.fields[0] } == [
        Reference(fields: [0], table: "parent", columns: ["id"]),
        Reference(fields: [2, 1], table: "pair", columns: ["y", "x"]),
        Reference(fields: [3], table: "odd \"table", columns: ["x"]),
        Reference(fields: [5], table: "parent", columns: ["other"]),
      ])
  }

  @Test(
    "What stands for a row is found",
    arguments: [
      ("id INTEGER PRIMARY KEY, note TEXT, Title TEXT", [2]), ("title, first_name, last_name", [1, 2]),
      ("LastName, FirstName, company", [1, 0]), ("name, first, last", [0]),
      ("x INTEGER, tName TEXT, label TEXT", [1]), ("a TEXT, file_name TEXT", [1]),
      ("first_name TEXT, city TEXT", [0]), ("a INTEGER, b TEXT", [1]),
      ("a REAL, id INTEGER PRIMARY KEY", [1]), ("a REAL, b REAL", [0]),
    ])
  func titles(columns: String, expected: [Int]) throws {
    #expect(try Self.schema("CREATE TABLE t (\(columns))").titleFields == expected)
  }

  @Test(
    "A kind is guessed from the type, the name and the values",
    arguments: [
      ("x BOOLEAN", "", "boolean"), ("is_done INTEGER", "", "boolean"), ("hasPhoto", "", "boolean"),
      ("is_a TEXT", "'perhaps'", "text"), ("is_a TEXT", "'yes'", "boolean"), ("isbn TEXT", "", "isbn"),
      ("x DECIMAL(9,2)", "", "decimal"), ("price REAL", "", "decimal"), ("price TEXT", "'3.50'", "decimal"),
      ("price TEXT", "'much'", "text"), ("amount INTEGER", "", "integer"), ("total_count REAL", "", "real"),
      ("x DATE", "", "iso-date"), ("x DATETIME", "'2020-01-01 10:00:00'", "iso-date-time"),
      ("x DATETIME", "'2020-01-01 00:00:00'", "iso-date"), ("x DATE", "1599955200", "date"),
      ("x DATE", "1600000000", "date-time"), ("x DATE", "2459000.5", "julian"),
      ("ZDATE TIMESTAMP", "600000000.5", "date-time-2001"), ("ZDATE TIMESTAMP", "", "date-2001"),
      ("created_at INTEGER", "1600000000", "date-time"), ("birth_date TEXT", "'soon'", "text"),
      ("BirthDate TEXT", "'1970-01-01'", "iso-date"), ("release_date INTEGER", "1999", "integer"),
      ("x_date INTEGER", "20200131", "integer"), ("x_at INTEGER", "1600000000000", "date-time-ms"),
      ("update_count INTEGER", "", "integer"), ("cat TEXT", "", "text"), ("x BLOB", "", "blob"),
      ("photo BLOB", "", "photo"), ("x BLOB", "x'89504e470d0a1a0a'", "photo"), ("x BLOB", "x'0102'", "blob"),
      ("x BLOB", "'text'", "text"), ("x", "x'ffd8ffe0'", "photo"), ("photo TEXT", "'a.png'", "text"),
      ("x", "5", "integer"), ("x", "5.5", "real"), ("x", "'5'", "text"), ("x CLOB", "", "long"),
      ("notes TEXT", "", "long"), ("x STRING", "", "text"), ("x DOUBLE", "", "real"),
      ("x BLOB", "zeroblob(3000000)", "blob"), ("x number(4,0)", "7", "integer"),
      ("x NUMBER(9, 2)", "7.25", "decimal"), ("x NUMBER", "7.25", "decimal"), ("x NUMERIC", "7", "decimal"),
      ("x NUMERIC(10)", "7", "integer"), ("x NUMERIC(10,0)", "7.5", "decimal"),
      ("x DECIMAL(9,2)", "7", "decimal"), ("x varchar(40)", "'word'", "text"),
      ("x GUID", "x'0102'", "blob"), ("x GEOMETRY", "", "blob"), ("x VARBINARY(16)", "", "blob"),
      ("x INTEGER", "x'0102'", "blob"), ("x VARBINARY(16)", "'word'", "text"),
    ])
  func kinds(column: String, value: String, expected: String) throws {
    let rows = value.isEmpty ? "" : "INSERT INTO t VALUES (1, NULL), (2, \(value));"
    let schema = try Self.schema("CREATE TABLE t (key INTEGER PRIMARY KEY, \(column)); \(rows)")
    #expect(schema.fields[1].kind.name == expected)
  }

  @Test("A view and a table whose columns hide the rowid are read-only") func readOnly() throws {
    let view = try Self.schema("CREATE VIEW v AS SELECT 1 AS a, 'x' AS name")
    #expect(view.source == .view && view.isReadOnly)
    #expect(try Self.schema("CREATE TABLE t (rowid, _rowid_, oid)").isReadOnly)
    #expect(try !Self.schema("CREATE TABLE t (a)").isReadOnly)
  }

  @Test("A generated column is left out of a new row, and a key gets its own number") func newRow() throws {
    let store = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b AS (a * 2))").store()
    let id = try store.insert([.null, .integer(4), .null])
    #expect(try store.record(id).values == [.integer(1), .integer(4), .integer(8)])
  }
}
