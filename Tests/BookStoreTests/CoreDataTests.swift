import BookStore
import Records
import Testing

/// Tables in which Core Data keeps its objects.
struct CoreDataTests {
  private static let schema = """
    CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
    CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGES INTEGER, ZTITLE VARCHAR);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Author', 0, 7), (2, 'Item', 0, 9), (3, 'Book', 2, 0), (4, 'Novel', 3, 0);
    INSERT INTO ZAUTHOR VALUES (1, 1, 3, 'Leo Tolstoy');
    INSERT INTO ZITEM VALUES (9, 4, 1, 1225, 'War and Peace');
    """
  private static let keys = "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX, typeof(Z_MAX) FROM Z_PRIMARYKEY"

  private func authors(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT quote(Z_PK), quote(Z_ENT), quote(Z_OPT), quote(ZNAME) FROM ZAUTHOR")
  }

  @Test("What is Core Data's own is shown under its name, needed of nobody, and no title")
  func form() throws {
    let store = try Scratch(Self.schema).store()
    #expect(store.schema.fields.map(\.label) == ["Z_PK", "Z_ENT", "Z_OPT", "Name"])
    for field in store.schema.fields { #expect(!field.isRequired) }
    #expect(store.schema.titleField.column == "ZNAME")
  }

  @Test("A new row gets its entity, its version and the next key, which is noted in the same transaction")
  func inserting() throws {
    let (scratch, store) = try Scratch.logged(Self.schema)
    let id = try store.insert([nil, nil, nil, "Jane Austen"])
    #expect(id == .rowid(8))
    #expect(try authors(scratch) == ["1|1|3|'Leo Tolstoy'", "8|1|1|'Jane Austen'"])
    let noted = ["1|Author|0|8|integer", "2|Item|0|9|integer", "3|Book|2|0|integer", "4|Novel|3|0|integer"]
    #expect(try scratch.rows(Self.keys) == noted)
    // Undone, the row goes and its key is not given again.
    _ = try store.undo()
    #expect(try authors(scratch) == ["1|1|3|'Leo Tolstoy'"])
    #expect(try scratch.rows(Self.keys) == noted)
    #expect(try store.insert([.null, .null, .null, "George Eliot"]) == .rowid(9))
  }

  @Test("What the person has set is kept, and a key beyond the largest is noted") func given() throws {
    let (scratch, store) = try Scratch.opened(Self.schema)
    #expect(try store.insert([.integer(20), .integer(1), .integer(5), "Jane Austen"]) == .rowid(20))
    #expect(try authors(scratch).last == "20|1|5|'Jane Austen'")
    #expect(try scratch.rows(Self.keys).first == "1|Author|0|20|integer")
    #expect(try store.insert([.integer(3), nil, nil, "George Eliot"]) == .rowid(3))
    #expect(try scratch.rows(Self.keys).first == "1|Author|0|20|integer")
  }

  @Test("A key that another program took without noting it is not given again") func unnoted() throws {
    let scratch = try Scratch(Self.schema + "INSERT INTO ZAUTHOR VALUES (30, 1, 1, 'Homer');")
    #expect(try scratch.store().insert([nil, nil, nil, "Jane Austen"]) == .rowid(31))
    #expect(try scratch.rows(Self.keys).first == "1|Author|0|31|integer")
  }

  @Test("Of a table of several entities a row has to say its own; the key is that of the first of them")
  func severalEntities() throws {
    let (scratch, store) = try Scratch.opened(Self.schema)
    let table = try store.table("ZITEM")
    let names: [Int64: String] = [2: "Item", 3: "Book", 4: "Novel"]
    for entity in [nil, .null, .integer(1), "Book"] as [Value?] {
      #expect(throws: StoreError.severalEntities(table: "ZITEM", names)) {
        try store.insert([nil, entity, nil, nil, "Emma"], into: table)
      }
    }
    #expect(try scratch.rows("SELECT count(*) FROM ZITEM") == ["1"])
    #expect(try store.insert([nil, .integer(4), nil, nil, "Emma"], into: table).rowid == 10)
    let new = try scratch.rows("SELECT Z_PK, Z_ENT, Z_OPT, quote(ZPAGES), ZTITLE FROM ZITEM WHERE Z_PK = 10")
    #expect(new == ["10|4|1|NULL|Emma"])
    #expect(try scratch.rows("SELECT Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") == ["7", "10", "0", "0"])
  }

  @Test(
    "Without a word on the entity nothing is added",
    arguments: [
      "DROP TABLE Z_PRIMARYKEY", "DELETE FROM Z_PRIMARYKEY", "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Writer'",
      "ALTER TABLE Z_PRIMARYKEY RENAME Z_MAX TO other",
    ])
  func unknownEntity(_ sql: String) throws {
    let (scratch, store) = try Scratch.opened(Self.schema + sql)
    #expect(throws: StoreError.unknownEntity(table: "ZAUTHOR")) {
      try store.insert([nil, nil, nil, "Jane Austen"])
    }
    #expect(try authors(scratch) == ["1|1|3|'Leo Tolstoy'"])
  }

  @Test("A row that the database refuses leaves the largest key as it was") func refused() throws {
    let scratch = try Scratch(
      Self.schema + "CREATE TRIGGER t AFTER INSERT ON ZAUTHOR BEGIN SELECT RAISE(ABORT, 'no authors'); END")
    #expect(throws: StoreError.constraint(message: "no authors")) {
      try scratch.store().insert([nil, nil, nil, "Jane Austen"])
    }
    #expect(try scratch.rows(Self.keys).first == "1|Author|0|7|integer")
  }

  @Test("A row that comes back under a key that was lost with the database notes it again")
  func comingBack() throws {
    let (scratch, store) = try Scratch.logged(Self.schema)
    _ = try store.insert([nil, nil, nil, "Jane Austen"])
    _ = try store.undo()
    try scratch.run("UPDATE Z_PRIMARYKEY SET Z_MAX = 7")
    _ = try store.redo()
    #expect(try authors(scratch).last == "8|1|1|'Jane Austen'")
    #expect(try scratch.rows(Self.keys).first == "1|Author|0|8|integer")
  }
}
