import BookStore
import Records
import SyncSupport
import Syncing
import TestSupport
import Testing

/// What arrives, and what becomes of keys, unique values, fields and tables.
@Suite("Syncs") struct SyncTests {
  private let desk: SyncDesk

  init() throws { desk = try SyncDesk() }

  @Test("Changes of different fields of a row are both kept, to the byte") func differentFields() throws {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'EMMA', pages = 474.0 WHERE pk = 1")
    try one.run("UPDATE author SET name = 'jane austen' WHERE id = 1")
    try other.run("UPDATE book SET isbn = '999' WHERE pk = 1")
    try desk.agree(one, other)
    #expect(try other.rows("SELECT title, isbn, typeof(pages) FROM book WHERE pk = 1") == ["EMMA 999 real"])
    #expect(try other.rows("SELECT name FROM author WHERE id = 1") == ["jane austen"])
    try one.run("INSERT INTO loose VALUES ('word')")
    #expect(try one.sync().keyless == ["loose"])
  }

  @Test("Undo takes back what has arrived, and that arrives, too") func undo() throws {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1; INSERT INTO book (title) VALUES ('C')")
    try desk.carry(one, other)
    #expect(try other.rows("SELECT title FROM book") == ["A", "Middlemarch", "C"])
    try other.undo()
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
    try desk.agree(other, one)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
  }

  @Test("A dry run changes nothing, and makes no library") func dry() throws {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try one.sync()
    try other.run("UPDATE book SET title = 'B' WHERE pk = 2")
    let (heads, third) = (desk.place.heads, try desk.machine("tablet"))
    for machine in [other, third] {
      var options = machine.options
      options.isDry = true
      _ = try? SyncSession.run(options, by: machine.history)
      #expect(desk.place.heads == heads)
    }
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "B"])
    #expect(!third.hasLibrary)
    try desk.agree(one, other)
  }

  @Test("A place that is away costs nothing: what is new is sent later") func unreachable() throws {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    desk.place.isThere = false
    #expect(throws: SyncError.self) { try one.sync() }
    desk.place.isThere = true
    try desk.agree(one, other)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
  }

  @Test("Large values, texts that are not UTF-8, and values of strict tables arrive as they are")
  func values() throws {
    let (one, other) = try desk.pair(
      SyncDesk.schema
        + "CREATE TABLE code (pk INTEGER PRIMARY KEY, value ANY) STRICT; INSERT INTO code VALUES (1, '012');")
    try one.run("UPDATE book SET pages = randomblob(200000), title = CAST(x'FF00C328' AS TEXT) WHERE pk = 1")
    try one.run(
      "INSERT INTO code VALUES (2, '45'), (3, 5.0), (4, 9223372036854775807), (5, -0.0), (6, 9e999)")
    try desk.agree(one, other)
    for sql in ["SELECT hex(pages), hex(title) FROM book", "SELECT value, typeof(value) FROM code"] {
      #expect(try one.rows(sql) == other.rows(sql))
    }
  }

  // MARK: Keys

  @Test("A key that is used again is that of another book", arguments: [true, false])
  func keyAgain(_ isByStore: Bool) throws {
    let books = "INSERT INTO book (title) VALUES ('A'), ('First Light');"
    let (one, other) = try desk.pair(Template.reading.sql + books)
    if isByStore {
      try one.delete(2)
      #expect(try one.add(["title": "Quite Another"]) == 2)
    } else {
      try one.run("DELETE FROM book WHERE pk = 2; INSERT INTO book (title) VALUES ('Quite Another')")
    }
    try other.set("rating", .real(5), of: 2)
    try other.run("INSERT INTO reading (book, finished) VALUES (2, '2026-01-02')")
    try desk.carry(one, other)
    #expect(try one.questions.map(\.kind) == [.deletedHere])
    #expect(try other.questions.map(\.kind) == [.deletedThere])
    try one.settle(isByStore ? .mine : .theirs)
    try desk.agree(one, other)
    let sql =
      "SELECT title, book.rating, finished FROM book LEFT JOIN reading ON book = book.pk WHERE title <> 'A'"
    let first = isByStore ? [] : ["First Light 5.0 2026-01-02"]
    #expect(try Set(one.rows(sql)) == Set(["Quite Another – –"] + first))
  }

  @Test("What hangs on a book whose key another one has hangs on it everywhere") func sameKey() throws {
    let (one, other) = try desk.pair()
    try one.run(
      "INSERT INTO book VALUES (3, 'Persuasion', 1, NULL, 1); INSERT INTO reading VALUES (2, 3, 'a')")
    try other.run("INSERT INTO book VALUES (3, 'Romola', 2, NULL, 2); INSERT INTO reading VALUES (2, 3, 'b')")
    try desk.agree(one, other)
    let readings = "SELECT title, day FROM reading JOIN book ON book.pk = book ORDER BY day"
    #expect(try one.rows(readings) == ["Emma 2020-01-01", "Persuasion a", "Romola b"])
    #expect(try one.rows("SELECT pk FROM book ORDER BY pk") == ["1", "2", "3", "4"])
    try other.run("UPDATE book SET pages = 5 WHERE title = 'Persuasion'")
    try desk.agree(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pages = 5") == ["Persuasion"])
  }

  @Test("A reading with the key of one that went with its book hangs on its own book") func keyOfReading()
    throws
  {
    let (one, other) = try desk.pair()
    try one.run("DELETE FROM book")
    try other.run("DELETE FROM book WHERE pk = 1; INSERT INTO reading VALUES (1, 2, 'now')")
    try desk.carry(one, other)
    #expect(try one.questions.map(\.kind) == [.deletedHere])
    #expect(try one.rows("SELECT title, day FROM book JOIN reading ON book = book.pk") == ["Middlemarch now"])
    try one.settle(.theirs)
    try desk.agree(one, other)
    #expect(try other.rows("SELECT title FROM book") == ["Middlemarch"])
  }

  @Test("Numbers that people gave are the same everywhere; if two gave the same, one row gets the next")
  func numbers() throws {
    let (one, other) = try desk.pair(
      "CREATE TABLE item (number INTEGER PRIMARY KEY, name TEXT); INSERT INTO item VALUES (4711, 'a');")
    try one.run("INSERT INTO item VALUES (80, 'b'), (4713, 'c')")
    try other.run("INSERT INTO item VALUES (90, 'd'), (4713, 'e')")
    try desk.agree(one, other)
    #expect(try one.rows("SELECT number FROM item") == ["80", "90", "4711", "4713", "4714"])
    #expect(try one.rows("SELECT name FROM item WHERE number < 4713") == ["b", "d", "a"])
  }

  @Test("Foreign keys that are not declared keep pointing right") func undeclaredKeys() throws {
    let (one, other) = try desk.pair(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE link (id INTEGER PRIMARY KEY, book INTEGER);
      INSERT INTO books VALUES (7, 'Emma'), (9, 'Romola'); INSERT INTO link VALUES (1, 9);
      """)
    try one.run("INSERT INTO books VALUES (100, 'Persuasion'); INSERT INTO link VALUES (2, 100), (3, 7)")
    try other.run("DELETE FROM books WHERE id = 7; INSERT INTO books VALUES (50, 'Silas Marner')")
    try other.run("INSERT INTO link VALUES (10, 50)")
    try desk.agree(one, other)
    let sql = "SELECT link.id, title FROM link LEFT JOIN books ON book = books.id ORDER BY 1"
    #expect(try one.rows(sql) == ["1 Romola", "2 Persuasion", "3 –", "10 Silas Marner"])
  }

  // MARK: Unique values

  @Test("A shelf of one name on two machines is one shelf with the books of both", arguments: [false, true])
  func sameShelf(_ isJoining: Bool) throws {
    let schema = Template.reading.sql + "INSERT INTO book (title, added) VALUES ('A', NULL), ('B', NULL);"
    let (one, other) =
      isJoining
      ? (try desk.machine("laptop", schema), try desk.machine("desk", schema)) : try desk.pair(schema)
    try one.run(
      "INSERT INTO shelf VALUES (1, 'summer'), (2, 'winter'); INSERT INTO book_shelf VALUES (1, 1), (1, 2)")
    try other.run("INSERT INTO shelf VALUES (1, 'winter'); INSERT INTO book_shelf VALUES (2, 1)")
    try desk.agree(one, other)
    let sql =
      "SELECT title, name FROM book JOIN book_shelf ON book = book.pk JOIN shelf ON shelf = shelf.pk ORDER BY 1, 2"
    #expect(try one.rows(sql) == ["A summer", "A winter", "B winter"])
    #expect(try other.rows(sql) == ["A summer", "A winter", "B winter"])
  }

  @Test("Unique names that one machine hands over crosswise arrive so") func uniqueSwap() throws {
    let (one, other) = try desk.pair(
      "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT UNIQUE); INSERT INTO tag VALUES (1, 'x'), (2, 'y'), (3, 'z');"
    )
    try one.run("UPDATE tag SET name = '' WHERE id = 1; UPDATE tag SET name = 'x' WHERE id = 2")
    try one.run("UPDATE tag SET name = 'y' WHERE id = 3; UPDATE tag SET name = 'z' WHERE id = 1")
    try desk.agree(one, other)
    #expect(try other.rows("SELECT * FROM tag") == ["1 z", "2 x", "3 y"])
  }

  @Test("Names that are handed over crosswise do not hold up deletions, of which one changes the other's row")
  func uniqueSwapAndDeletions() throws {
    let (one, other) = try desk.pair(
      """
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, whole INTEGER REFERENCES part ON DELETE SET NULL);
      INSERT INTO tag VALUES (1, 'x'), (2, 'y'); INSERT INTO part VALUES (1, 'a', NULL), (2, 'b', NULL), (3, 'c', 2);
      """)
    try one.run(
      "DELETE FROM part WHERE id = 3; DELETE FROM part WHERE id = 2; UPDATE tag SET name = '' WHERE id = 1")
    try one.run("UPDATE tag SET name = 'x' WHERE id = 2; UPDATE tag SET name = 'y' WHERE id = 1")
    try desk.agree(one, other)
    #expect(try other.rows("SELECT * FROM tag") == ["1 y", "2 x"])
    #expect(try other.rows("SELECT name FROM part") == ["a"])
  }

  // MARK: Fields and tables

  @Test("A field that one machine removes stays on the other with its values, and nothing waits")
  func fieldRemoved() throws {
    let (one, other) = try desk.pair(
      Template.reading.sql
        + "INSERT INTO book (title, subtitle, author) VALUES ('A', 'a', 'X'), ('B', 'b', 'X');")
    try one.change(.removal(column: "subtitle"))
    try one.run("UPDATE book SET title = 'AA' WHERE pk = 1; INSERT INTO book (title) VALUES ('C')")
    try one.sync()
    try other.run("UPDATE book SET title = 'BB', subtitle = 'bb' WHERE pk = 2")
    try desk.carry(other, one)
    #expect(try one.rows("SELECT title FROM book") == ["AA", "BB", "C"])
    #expect(try other.rows("SELECT title, subtitle FROM book") == ["AA a", "BB bb", "C –"])
    try one.run("ALTER TABLE book ADD COLUMN subtitle TEXT")
    try desk.carry(one, other)
    #expect(try one.rows("SELECT subtitle FROM book") == ["a", "bb", "–"])
    #expect(try other.rows("SELECT title, subtitle FROM book") == ["AA a", "BB bb", "C –"])
    #expect(try one.questions.isEmpty && other.questions.isEmpty)
  }

  @Test(
    "A field that both machines rename is one field",
    arguments: [("remark", false), ("remark", true), ("memo", false), ("memo", true)])
  func fieldRenamed(_ name: String, _ isAfter: Bool) throws {
    let (one, other) = try desk.pair(
      Template.reading.sql + "INSERT INTO book (title, notes) VALUES ('A', 'a'), ('B', 'b');")
    try one.change(.renaming(column: "notes", to: "remark"))
    if isAfter { try desk.carry(one, other) }
    try other.change(.renaming(column: "notes", to: name))
    try one.run("UPDATE book SET remark = 'aa' WHERE pk = 1")
    try other.run(
      "UPDATE book SET \(name) = 'bb' WHERE pk = 2; INSERT INTO book (title, \(name)) VALUES ('C', 'c')")
    try desk.carry(one, other)
    #expect(try one.rows("SELECT title, remark FROM book") == ["A aa", "B bb", "C c"])
    #expect(try other.rows("SELECT title, \(name) FROM book") == ["A aa", "B bb", "C c"])
    try other.run("UPDATE book SET \(name) = 'x'")
    try desk.carry(other, one)
    #expect(try one.rows("SELECT DISTINCT remark FROM book") == ["x"])
  }

  @Test("A new field stays where it is, and comes with its values to a machine that adds it") func newField()
    throws
  {
    let (one, other) = try desk.pair()
    try one.run(
      "ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'; UPDATE author SET born = '1775' WHERE id = 1")
    try one.sync()
    try other.run(
      "UPDATE author SET name = 'Mary Ann Evans' WHERE id = 2; INSERT INTO author (name) VALUES ('Homer')")
    try desk.carry(other, one)
    #expect(try one.rows("SELECT name FROM author") == ["Jane Austen", "Mary Ann Evans", "Homer"])
    #expect(try one.rows("SELECT born FROM author WHERE id < 3") == ["1775", "?"])
    try other.run("ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'")
    try desk.agree(one, other)
    #expect(try other.rows("SELECT born FROM author WHERE id = 1") == ["1775"])
  }

  @Test("What a column cannot take is left out and named, and nothing of it is sent as deleted")
  func affinity() throws {
    let one = try desk.machine(
      "laptop", "CREATE TABLE thing (code PRIMARY KEY, size); INSERT INTO thing VALUES (1, 1);")
    let other = try desk.machine(
      "desk",
      "CREATE TABLE thing (code INTEGER PRIMARY KEY, size INTEGER) STRICT; INSERT INTO thing VALUES (1, 1);")
    try one.run(
      "INSERT INTO thing VALUES ('key', 2), (600.0, 3), (9223372036854775807, 4), (x'00', 5), (7, 1.5), (8, 8)"
    )
    let before = try one.content
    try desk.carry(one, other)
    #expect(try other.rows("SELECT * FROM thing WHERE code = 8") == ["8 8"])
    try other.run("UPDATE thing SET size = 9 WHERE code = 8")
    try desk.carry(other, one)
    #expect(try one.content.map { $0 == "thing 8 9" ? "thing 8 8" : $0 } == before)
    #expect(
      try other.questions.contains { if case .refused(.kind("size")) = $0.kind { true } else { false } })
  }

  @Test("What a trigger refuses is named, the rest arrives, and it is tried again") func refusal() throws {
    let (one, other) = try desk.pair(
      """
      CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, sort TEXT);
      CREATE TRIGGER sorted AFTER INSERT ON books BEGIN UPDATE books SET sort = title_sort(new.title) WHERE id = new.id; END;
      CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      """)
    let calibre = try StockDatabase(one.library)
    calibre.addFunction("title_sort")
    try calibre.run(
      "INSERT INTO books (title) VALUES ('The Odyssey'); INSERT INTO tags (name) VALUES ('epic')")
    try desk.carry(one, other)
    #expect(try other.rows("SELECT name FROM tags") == ["epic"])
    try desk.carry(other, one)
    #expect(try one.rows("SELECT title, sort FROM books") == ["The Odyssey 0"])
    try other.run("DROP TRIGGER sorted")
    try desk.agree(one, other)
    #expect(try other.rows("SELECT title, sort FROM books") == ["The Odyssey 0"])
  }
}
