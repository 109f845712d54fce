import Records
import Testing

@testable import BookStore
@testable import SQLite
@testable import Transfers

/// Deletions from databases of other programs, whose triggers call functions of theirs, refuse rows, or keep an index, and
/// whose references may point to nothing: all of it comes back, byte for byte.
struct PlainUndoTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    /// What the tables hold, and what the indexes find.
    let queries: [String]
  }

  static let cases = [
    Case(
      testDescription: "books whose insert trigger calls functions, with links and a full-text index",
      sql: """
        CREATE TABLE books (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL DEFAULT 'Unknown' COLLATE NOCASE,
          sort TEXT COLLATE NOCASE, timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, series_index REAL NOT NULL DEFAULT 1.0,
          uuid TEXT, has_cover BOOL DEFAULT 0);
        CREATE TABLE books_authors_link (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, author INTEGER NOT NULL,
          UNIQUE (book, author));
        CREATE TABLE comments (id INTEGER PRIMARY KEY, book INTEGER NOT NULL UNIQUE, text TEXT NOT NULL);
        CREATE TABLE annotations (id INTEGER PRIMARY KEY, book INTEGER NOT NULL, searchable_text TEXT);
        CREATE VIRTUAL TABLE annotations_fts USING fts5(searchable_text, content = 'annotations', content_rowid = 'id');
        INSERT INTO books (title, sort, uuid) VALUES ('The Art of War', 'Art of War, The', 'a'), ('Dune', 'Dune', 'b');
        INSERT INTO books_authors_link (book, author) VALUES (1, 7), (1, 8), (2, 9);
        INSERT INTO comments (book, text) VALUES (1, 'old'), (2, 'sand');
        INSERT INTO annotations (book, searchable_text) VALUES (1, 'know your enemy'), (2, 'spice'), (1, 'terrain');
        INSERT INTO annotations_fts (annotations_fts) VALUES ('rebuild');
        CREATE TRIGGER books_insert_trg AFTER INSERT ON books BEGIN
          UPDATE books SET sort = title_sort(new.title), uuid = uuid4() WHERE id = new.id;
        END;
        CREATE TRIGGER books_delete_trg AFTER DELETE ON books BEGIN
          DELETE FROM books_authors_link WHERE book = old.id;
          DELETE FROM comments WHERE book = old.id;
          DELETE FROM annotations WHERE book = old.id;
        END;
        CREATE TRIGGER fkc_insert BEFORE INSERT ON books_authors_link BEGIN
          SELECT CASE WHEN (SELECT id FROM books WHERE id = new.book) IS NULL
            THEN RAISE(ABORT, 'Foreign key violation: book not in books') END;
        END;
        CREATE TRIGGER annotations_in AFTER INSERT ON annotations BEGIN
          INSERT INTO annotations_fts (rowid, searchable_text) VALUES (new.id, new.searchable_text);
        END;
        CREATE TRIGGER annotations_out AFTER DELETE ON annotations BEGIN
          INSERT INTO annotations_fts (annotations_fts, rowid, searchable_text)
            VALUES ('delete', old.id, old.searchable_text);
        END;
        """,
      queries: [
        "SELECT * FROM books", "SELECT * FROM books_authors_link", "SELECT * FROM comments",
        "SELECT * FROM annotations", "SELECT rowid FROM annotations_fts WHERE annotations_fts MATCH 'enemy'",
        "SELECT rowid FROM annotations_fts WHERE annotations_fts MATCH 'terrain OR spice'",
      ]),
    Case(
      testDescription: "features of a GeoPackage, with an R-tree and a count",
      sql: """
        CREATE TABLE place (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT, name TEXT);
        CREATE TABLE ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER DEFAULT NULL);
        CREATE VIRTUAL TABLE rtree_place_geom USING rtree(id, minx, maxx, miny, maxy);
        INSERT INTO place VALUES (1, x'4750', 'North'), (2, x'4751', 'South'), (3, NULL, 'nowhere');
        INSERT INTO rtree_place_geom VALUES (1, 1.1, 1.2, -3.3, 4), (2, 5, 6, 7, 8.5);
        INSERT INTO ogr_contents VALUES ('place', 3);
        CREATE TRIGGER rtree_place_geom_insert AFTER INSERT ON place
          WHEN (new.geom NOT NULL AND NOT ST_IsEmpty(new.geom)) BEGIN
          INSERT OR REPLACE INTO rtree_place_geom VALUES (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom),
            ST_MinY(new.geom), ST_MaxY(new.geom));
        END;
        CREATE TRIGGER rtree_place_geom_delete AFTER DELETE ON place WHEN old.geom NOT NULL BEGIN
          DELETE FROM rtree_place_geom WHERE id = old.fid;
        END;
        CREATE TRIGGER count_insert AFTER INSERT ON place BEGIN
          UPDATE ogr_contents SET feature_count = feature_count + 1 WHERE table_name = 'place';
        END;
        CREATE TRIGGER count_delete AFTER DELETE ON place BEGIN
          UPDATE ogr_contents SET feature_count = feature_count - 1 WHERE table_name = 'place';
        END;
        """,
      queries: [
        "SELECT * FROM place", "SELECT * FROM ogr_contents", "SELECT * FROM rtree_place_geom ORDER BY id",
        "SELECT id FROM rtree_place_geom WHERE minx < 2",
      ]),
    Case(
      testDescription: "a row whose reference points to nothing, with a full-text index of its own texts",
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, shelf INTEGER REFERENCES shelf);
        CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
        CREATE VIRTUAL TABLE found USING fts4(text);
        INSERT INTO note VALUES (1, 'sand', 77), (2, 'wind', NULL);
        INSERT INTO found (rowid, text) SELECT id, text FROM note;
        CREATE TRIGGER note_out AFTER DELETE ON note BEGIN DELETE FROM found WHERE rowid = old.id; END;
        """,
      queries: [
        "SELECT * FROM note", "SELECT rowid, * FROM found",
        "SELECT rowid FROM found WHERE found MATCH 'sand'",
      ]),
    Case(
      testDescription: "a row that its insert trigger refuses, or passes over",
      sql: """
        CREATE TABLE past (id INTEGER PRIMARY KEY, what TEXT);
        CREATE TABLE entry (id INTEGER PRIMARY KEY, past INTEGER, what TEXT);
        INSERT INTO past VALUES (1, 'then'), (2, 'before');
        INSERT INTO entry VALUES (5, 1, 'a'), (6, 1, 'b');
        CREATE TRIGGER no BEFORE INSERT ON past BEGIN SELECT RAISE(ABORT, 'the past is closed'); END;
        CREATE TRIGGER pass BEFORE INSERT ON entry BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER gone AFTER DELETE ON past BEGIN DELETE FROM entry WHERE past = old.id; END;
        """, queries: ["SELECT * FROM past", "SELECT * FROM entry"]),
  ]

  private func everything(_ scratch: Scratch, _ example: Case) throws -> [[String]] {
    try example.queries.map { try scratch.rows($0) }
  }

  @Test("A deletion is undone and done again, also after a restart", arguments: cases, [true, false])
  func deletion(_ example: Case, isRestarted: Bool) throws {
    let scratch = try Scratch(example.sql)
    var store = try scratch.loggedStore()
    let before = try everything(scratch, example)
    try store.delete(1)
    let after = try everything(scratch, example)
    #expect(after[0].count == before[0].count - 1)
    try scratch.undoAndRedo(&store, isRestarted: isRestarted, (before, after)) {
      try everything(scratch, example)
    } check: {
      #expect($0.kind == .deletion)
    }
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("Rows of an index that go and come along are not counted", arguments: zip([1, 2], [1, 0]))
  func count(example: Int, others: Int) throws {
    let store = try Scratch(Self.cases[example].sql).loggedStore()
    let count = try #require(store.rowEditor.deletionCounter.count([1]))
    #expect(count.tables.map(\.count) == [1] && count.changedCount == others)
    #expect(try store.delete(1) == others)
    let undone = try #require(try store.undo())
    #expect(undone.count == 1 && undone.otherCount == others)
  }

  @Test("A row does not come back pointing to a row that has gone since, and the reason is said")
  func goneSince() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author);
      INSERT INTO author VALUES (1, 'Anon'); INSERT INTO work VALUES (1, 'Edda', 1);
      """)
    try store.delete(RecordID(.rowid(1), in: TableID(1)))
    try scratch.run("DELETE FROM author")
    #expect(throws: StoreError.self) { try store.undo() }
    #expect(try scratch.rows("SELECT * FROM work") == [])
    #expect(try scratch.rows("PRAGMA foreign_key_check") == [])
  }

  @Test("What others have counted since keeps a row away that only its program's triggers could bring back")
  func countedSince() throws {
    let example = Self.cases[1]
    let (scratch, store) = try Scratch.logged(example.sql)
    try store.delete(1)
    try scratch.run("UPDATE ogr_contents SET feature_count = 9")
    let after = try everything(scratch, example)
    #expect(throws: StoreError.self) { try store.undo() }
    #expect(try everything(scratch, example) == after)
  }

  @Test(
    "Rows that are added to a full-text table or an R-tree are undone and done again",
    arguments: [
      ("fts5(title, body)", ["wind", "sand and stars"]), ("fts4(title, body)", ["wind", "sand and stars"]),
      ("rtree(id, low, high, +name)", [nil, "1", "2", "box"]),
    ])
  func addedToModule(module: String, texts: [String?]) throws {
    let scratch = try Scratch("CREATE VIRTUAL TABLE found USING \(module);")
    var store = try scratch.loggedStore()
    let id = try store.insert(texts.map { $0.map { .text(Text($0)) } })
    let all = "SELECT rowid, * FROM found"
    let after = try scratch.rows(all)
    #expect(after.count == 1)
    try scratch.undoAndRedo(&store, ([], after)) {
      try scratch.rows(all)
    } check: {
      #expect($0.kind == .insertion)
    }
    try store.delete(id)
    #expect(try scratch.rows(all) == [])
    #expect(try store.undo()?.kind == .deletion)
    #expect(try scratch.rows(all) == after)
  }

  @Test(
    "An import into a full-text table or an R-tree is one step, which is undone and done again",
    arguments: [
      ("fts5(title, body)", "title,body\nwind,sand and stars\nnight,flight\n"),
      ("fts4(title, body)", "title,body\nwind,sand and stars\nnight,flight\n"),
      ("rtree(id, low, high, +name)", "id,low,high,name\n4,1,2,box\n7,3,4.5,lid\n"),
    ])
  func importedIntoModule(module: String, file: String) throws {
    let scratch = try Scratch("CREATE VIRTUAL TABLE found USING \(module);")
    var store = try scratch.loggedStore()
    try store.load(Array(file.utf8)) { $0.reading.format = .csv }
    let all = "SELECT rowid, * FROM found"
    let after = try scratch.rows(all)
    #expect(after.count == 2)
    try scratch.undoAndRedo(&store, isRestarted: true, ([], after)) {
      try scratch.rows(all)
    } check: {
      #expect($0.kind == .insertion && $0.count == 2)
    }
  }

  @Test(
    "Where only its own program could bring a row back, the question says so, and undo says why",
    arguments: [true, false])
  func final(needsFunction: Bool) throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
      CREATE VIRTUAL TABLE found USING fts5(text, content = '');
      INSERT INTO note VALUES (1, 'sand'), (2, 'wind'); INSERT INTO found (rowid, text) SELECT * FROM note;
      CREATE TRIGGER note_in AFTER INSERT ON note BEGIN
        INSERT INTO found (rowid, text) VALUES (new.id, \(needsFunction ? "stem(new.text)" : "new.text"));
      END;
      CREATE TRIGGER note_out AFTER DELETE ON note BEGIN
        INSERT INTO found (found, rowid, text) VALUES ('delete', old.id, old.text);
      END;
      """)
    #expect(try #require(store.rowEditor.deletionCounter.count([1])).isFinal == needsFunction)
    try store.delete(1)
    let found = "SELECT rowid FROM found WHERE found MATCH 'sand'"
    if needsFunction {
      #expect { try store.undo() } throws: { "\($0)".contains("note_in") && "\($0)".contains("stem") }
    } else {
      #expect(try store.undo() != nil)
    }
    #expect(try scratch.rows(found) == (needsFunction ? [] : ["1"]))
    #expect(try scratch.rows("SELECT id FROM note") == (needsFunction ? ["2"] : ["1", "2"]))
  }
}
