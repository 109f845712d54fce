import Records
import Testing

@testable import BookStore
@testable import EditLog

/// Deletions and insertions with which triggers and foreign keys do more, in schemas as programs make them: all of it is
/// counted, taken back and done again, byte for byte.
struct TriggerUndoTests {
  /// A database of a program, and the rows of its first table that go.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    /// How many rows go from each table, and how many come or change.
    let deleted: [Int]
    var changed = 0
    var index: String?
  }

  static let cases = [
    Case(
      testDescription: "files with settings and stream details, by triggers",
      sql: """
        CREATE TABLE files (idFile INTEGER PRIMARY KEY, strFilename TEXT, playCount INTEGER);
        CREATE TABLE settings (idFile INTEGER, volume REAL DEFAULT 1.0, note TEXT);
        CREATE TABLE streamdetails (idFile INTEGER, codec TEXT, width INTEGER);
        CREATE TABLE bookmark (idBookmark INTEGER PRIMARY KEY, idFile INTEGER, seconds REAL);
        CREATE TRIGGER delete_file AFTER DELETE ON files BEGIN
          DELETE FROM bookmark WHERE idFile = old.idFile;
          DELETE FROM settings WHERE idFile = old.idFile;
          DELETE FROM streamdetails WHERE idFile = old.idFile;
        END;
        INSERT INTO files VALUES (1, 'a.mkv', 3), (2, 'b.mkv', NULL);
        INSERT INTO settings VALUES (1, 0.5, NULL), (2, 0.25, 'low');
        INSERT INTO streamdetails VALUES (1, 'h264', 1920), (1, 'aac', NULL), (2, 'vp9', 1280);
        INSERT INTO bookmark VALUES (7, 1, 12.5), (8, 1, 99), (9, 2, 1);
        """, deleted: [1, 1, 2, 2]),
    Case(
      testDescription: "chats with handles, in tables without rowids and by foreign keys",
      sql: """
        CREATE TABLE chat (id INTEGER PRIMARY KEY, title TEXT);
        CREATE TABLE handle (id INTEGER PRIMARY KEY, name TEXT, last INTEGER REFERENCES chat ON DELETE SET NULL);
        CREATE TABLE chat_handle (chat INTEGER REFERENCES chat ON DELETE CASCADE, handle INTEGER REFERENCES handle,
          PRIMARY KEY (chat, handle)) WITHOUT ROWID;
        CREATE TABLE deleted (id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
        CREATE TRIGGER gone AFTER DELETE ON chat BEGIN INSERT INTO deleted (what) VALUES ('chat ' || old.id); END;
        CREATE TRIGGER alone AFTER DELETE ON chat_handle
          WHEN NOT EXISTS (SELECT 1 FROM chat_handle WHERE handle = old.handle) BEGIN
          DELETE FROM handle WHERE id = old.handle;
        END;
        INSERT INTO chat VALUES (1, 'crew'), (2, 'boat');
        INSERT INTO handle VALUES (1, 'Ann', 1), (2, 'Bob', 1), (3, 'Cem', 2);
        INSERT INTO chat_handle VALUES (1, 1), (1, 2), (2, 2), (2, 3);
        """, deleted: [1, 1, 2], changed: 2),
    Case(
      testDescription: "loans with notes, and shelves that let go of a book, by foreign keys",
      sql: CascadeTests.loans, deleted: [1, 2, 2], changed: 3),
    Case(
      testDescription: "a full-text copy and counts kept by triggers",
      sql: """
        CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT, shelf INTEGER);
        CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, count INTEGER DEFAULT 0, changed INTEGER);
        CREATE VIRTUAL TABLE note_text USING fts5(words, content='note', content_rowid='id');
        CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT);
        CREATE TRIGGER note_in AFTER INSERT ON note BEGIN
          INSERT INTO note_text (rowid, words) VALUES (new.id, new.words);
          UPDATE shelf SET count = count + 1, changed = coalesce(changed, 0) + 1 WHERE id = new.shelf;
          INSERT INTO log (what) VALUES ('in ' || new.id);
        END;
        CREATE TRIGGER note_out AFTER DELETE ON note BEGIN
          INSERT INTO note_text (note_text, rowid, words) VALUES ('delete', old.id, old.words);
          UPDATE shelf SET count = count - 1, changed = coalesce(changed, 0) + 1 WHERE id = old.shelf;
          INSERT INTO log (what) VALUES ('out ' || old.id);
        END;
        INSERT INTO shelf (id, name) VALUES (1, 'top'), (2, 'low');
        INSERT INTO note VALUES (1, 'wind and sand', 1), (2, 'stars', 1), (3, 'night', 2);
        """, deleted: [1], changed: 2, index: "note_text"),
    Case(
      testDescription: "checks, columns that are computed, and one that is younger than its rows",
      sql: """
        CREATE TABLE road (id INTEGER PRIMARY KEY, name TEXT CHECK (length(name) > 1), low TEXT AS (lower(name)));
        CREATE TABLE shape (road INTEGER REFERENCES road ON DELETE CASCADE, x REAL, y REAL, z AS (x * y), w TEXT);
        INSERT INTO road VALUES (1, 'North'), (2, 'South');
        INSERT INTO shape VALUES (1, 0, 1.5, 'a'), (1, 2, 3, NULL), (2, 5, 5, 'b');
        ALTER TABLE road ADD COLUMN lanes INTEGER DEFAULT 2;
        ALTER TABLE shape ADD COLUMN unit TEXT NOT NULL DEFAULT 'm';
        UPDATE road SET lanes = NULL WHERE id = 2;
        """, deleted: [1, 2]),
    Case(
      testDescription: "a trigger that makes anew on insertion what a deletion has taken along",
      sql: """
        CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE detail (id INTEGER PRIMARY KEY, file INTEGER UNIQUE REFERENCES file ON DELETE CASCADE, kind TEXT);
        CREATE TRIGGER made AFTER INSERT ON file BEGIN INSERT INTO detail (file, kind) VALUES (new.id, 'fresh'); END;
        INSERT INTO file VALUES (1, 'one'), (2, 'two');
        UPDATE detail SET kind = 'kept', id = id + 10;
        """, deleted: [1, 1]),
    Case(
      testDescription: "rows with large values, one of which changes before it goes",
      sql: """
        CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, cover BLOB, text TEXT, year INTEGER);
        CREATE TABLE page (album INTEGER REFERENCES album ON DELETE CASCADE, scan BLOB, number REAL, text TEXT);
        CREATE TABLE remark (id INTEGER PRIMARY KEY, album INTEGER, text TEXT DEFAULT 'none', scan BLOB);
        CREATE TRIGGER gone BEFORE DELETE ON album BEGIN
          UPDATE remark SET text = 'going' WHERE album = old.id;
          DELETE FROM remark WHERE album = old.id;
        END;
        INSERT INTO album VALUES (1, 'a', randomblob(1500000), replace(hex(zeroblob(700000)), '0', 'é'), 1999),
          (2, 'b', x'', '', NULL), (3, 'c', NULL, NULL, 3);
        INSERT INTO page VALUES (1, randomblob(1048576), 1.5, 'x'), (1, randomblob(1048575), -0.0, ''),
          (1, zeroblob(2000000), 1e300, NULL), (2, NULL, NULL, NULL);
        INSERT INTO remark VALUES (1, 1, 'kept', randomblob(1100000)), (2, 2, 'other', NULL);
        """, deleted: [1, 3, 1]),
  ]

  @Test(
    "A deletion is counted, undone and done again in one step, also after a restart", arguments: cases,
    [true, false])
  func deletion(_ example: Case, isRestarted: Bool) throws {
    let scratch = try Scratch(example.sql)
    var store = try scratch.loggedStore()
    func everything() throws -> [String] { try scratch.everything(index: example.index) }
    let before = try everything()
    let count = try #require(store.rowEditor.deletionCounter.count([1]))
    #expect(count.tables.map(\.count) == example.deleted)
    #expect(count.changedCount == example.changed)
    #expect(try everything() == before)
    let others = try store.delete(1)
    #expect(others == example.deleted.reduce(-1, +) + example.changed)
    let after = try everything()
    #expect(after != before)
    try scratch.undoAndRedo(&store, isRestarted: isRestarted, (before, after), everything) {
      #expect($0.kind == .deletion && $0.id == 1 && $0.count == 1 && $0.otherCount == others)
    }
    #expect(try store.undo() != nil)
    #expect(try store.undo() == nil)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
    #expect(try scratch.rows("PRAGMA foreign_key_check").isEmpty)
  }

  @Test("An insertion is undone and done again with all that triggers do", arguments: cases)
  func insertion(_ example: Case) throws {
    let scratch = try Scratch(example.sql)
    var store = try scratch.loggedStore()
    func everything() throws -> [String] { try scratch.everything(index: example.index) }
    let before = try everything()
    let values: [Value?] = store.schema.fields.map { field in
      field.isGenerated || field.column.hasPrefix("id") ? nil : field.column == "shelf" ? 1 : "new"
    }
    _ = try store.insert(values)
    try scratch.undoAndRedo(&store, (before, everything()), everything) { #expect($0.kind == .insertion) }
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("A row that went along and has another one in its way is left out, and comes back once that is gone")
  func refused() throws {
    let scratch = try Scratch(Self.cases[0].sql)
    var store = try scratch.loggedStore()
    let before = try scratch.everything()
    try store.delete(1)
    try scratch.run(
      "CREATE UNIQUE INDEX once ON streamdetails (codec); INSERT INTO streamdetails (codec) VALUES ('aac')")
    let undone = try #require(try store.undo())
    #expect(undone.count == 1 && undone.leftOutCount == 0 && undone.otherLeftOutCount == 1)
    #expect(try scratch.rows("SELECT count(*) FROM streamdetails WHERE codec = 'aac'") == ["1"])
    try scratch.run("DELETE FROM streamdetails WHERE idFile IS NULL; DROP INDEX once")
    // Another session goes on.
    store = try scratch.loggedStore()
    #expect(try store.undo() != nil)
    #expect(try scratch.everything() == before)
  }

  @Test("What somebody else has changed since in a row that a trigger keeps is left to the trigger")
  func changedSince() throws {
    let (scratch, store) = try Scratch.logged(Self.cases[3].sql)
    try store.delete(1)
    try scratch.run("INSERT INTO note VALUES (9, 'theirs', 1)")
    try store.undo()
    #expect(try scratch.rows("SELECT count FROM shelf") == ["3", "1"])
    #expect(try scratch.rows("SELECT count(*) FROM note") == ["4"])
  }

  @Test(
    "An insertion is undone though a row points to it by now that foreign keys let go of",
    arguments: ["SET NULL", "SET DEFAULT", "CASCADE"])
  func pointers(action: String) throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT, author INTEGER DEFAULT 1 REFERENCES author ON DELETE \(action));
      INSERT INTO author VALUES (1, 'Anon'); INSERT INTO work VALUES (1, 'Edda', NULL);
      """)
    _ = try store.insert([nil, "Snorri"])
    try store.set(2, at: 2, of: RecordID(1, TableID(1)))
    #expect(store.writeBack().isComplete)
    #expect(try store.undo()?.kind == .edit)
    #expect(try store.undo()?.kind == .insertion)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM work") == ["NULL"])
    #expect(try scratch.rows("PRAGMA foreign_key_check") == [])
  }

  @Test("A row that points elsewhere in memory only does not go along with the one that it has pointed to")
  func pointedElsewhere() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author ON DELETE CASCADE);
      INSERT INTO author VALUES (1, 'Anon'), (2, 'Snorri'); INSERT INTO work VALUES (1, 'Edda', 2);
      """)
    try store.set(1, at: 2, of: RecordID(1, TableID(1)))
    #expect(try store.delete(2) == 0)
    #expect(try scratch.rows("SELECT author FROM work") == ["1"])
  }

  @Test("Rows that a trigger renumbers come back under their keys") func renumbered() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (pos INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE list (id INTEGER PRIMARY KEY, n INTEGER);
      CREATE TRIGGER gone AFTER DELETE ON item BEGIN
        UPDATE item SET pos = pos - 1 WHERE pos = old.pos + 1;
        UPDATE list SET n = n - 1;
      END;
      INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'); INSERT INTO list VALUES (1, 4);
      """)
    var store = try scratch.loggedStore()
    let before = try scratch.everything()
    try store.delete([2, 4])
    try scratch.undoAndRedo(&store, (before, scratch.everything())) { try scratch.everything() }
  }

  @Test("A row that goes along with one before it in the same deletion is counted once") func along() throws {
    let store = try Scratch(
      """
      CREATE TABLE node (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES node ON DELETE CASCADE);
      INSERT INTO node VALUES (1, 'a', NULL), (2, 'b', 1), (3, 'c', NULL);
      """
    ).loggedStore()
    #expect(try store.shownRows(in: 0..<9).count == 3)
    #expect(try store.delete([1, 2]) == 0)
    #expect(store.counts.known == .exactly(1))
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [3])
  }

  @Test("Where a trigger changes a row that comes back, its full-text index holds what the row held")
  func index() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE task (id INTEGER PRIMARY KEY, name TEXT, state TEXT);
      CREATE VIRTUAL TABLE task_text USING fts5(state, content='task', content_rowid='id');
      CREATE TRIGGER task_in AFTER INSERT ON task BEGIN
        INSERT INTO task_text (rowid, state) VALUES (new.id, new.state);
        UPDATE task SET state = 'fresh' WHERE id = new.id;
      END;
      CREATE TRIGGER task_out AFTER DELETE ON task BEGIN
        INSERT INTO task_text (task_text, rowid, state) VALUES ('delete', old.id, old.state);
      END;
      CREATE TRIGGER task_set AFTER UPDATE ON task BEGIN
        INSERT INTO task_text (task_text, rowid, state) VALUES ('delete', old.id, old.state);
        INSERT INTO task_text (rowid, state) VALUES (new.id, new.state);
      END;
      INSERT INTO task VALUES (1, 'read', NULL); UPDATE task SET state = 'done';
      """)
    let found = "SELECT state, rowid FROM task_text WHERE task_text MATCH 'done OR fresh'"
    let before = try scratch.rows(found)
    let store = try scratch.loggedStore()
    try store.delete(1)
    #expect(try scratch.rows(found) == [])
    try store.undo()
    #expect(try scratch.rows(found) == before)
    #expect(throws: Never.self) {
      try scratch.run("INSERT INTO task_text (task_text) VALUES ('integrity-check')")
    }
  }

  @Test("What is computed of a column that a trigger has changed is shown as it is") func computed() throws {
    let store = try Scratch(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, twice AS (n * 2));
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT, author INTEGER);
      CREATE TRIGGER gone AFTER DELETE ON work BEGIN UPDATE author SET n = n - 1 WHERE id = old.author; END;
      INSERT INTO author VALUES (1, 'Anon', 2); INSERT INTO work VALUES (1, 'Edda', 1), (2, 'Voluspa', 1);
      """
    ).loggedStore()
    #expect(try store.shelf.snapshot(of: 1).values.suffix(2) == [.integer(2), .integer(4)])
    try store.delete(RecordID(1, TableID(1)))
    #expect(try store.shelf.snapshot(of: 1).values.suffix(2) == [.integer(1), .integer(2)])
  }

  @Test("Where SQLite does not report rows it is said; what was done itself is undone and done again")
  func unreported() throws {
    let scratch = try Scratch(Self.cases[0].sql)
    var options = StoreOptions(busyTimeout: .zero, editLog: EditLogOptions(folder: scratch.logFolder))
    options.reportsRows = false
    let store = try BookStore(path: scratch.path, options: options)
    let count = try #require(store.rowEditor.deletionCounter.count([1]))
    #expect(!count.isUndoneWhole && count.tables.isEmpty)
    let bookmark = RecordID(7, try store.table("bookmark"))
    #expect(store.rowEditor.deletionCounter.count([bookmark]) == nil)
    #expect(try store.delete(1) == 0)
    let new = try store.insert([nil, "c.mkv", 1])
    for _ in 0..<2 {
      #expect(try store.undo()?.kind == .insertion)
      #expect(try store.undo()?.kind == .deletion)
      #expect(try scratch.rows("SELECT * FROM files") == ["1|a.mkv|3", "2|b.mkv|NULL"])
      _ = try (store.redo(), store.redo())
      #expect(try scratch.rows("SELECT idFile FROM files") == ["2", "\(new.rowid ?? 0)"])
    }
    #expect(try scratch.rows("SELECT count(*) FROM bookmark") == ["1"])
  }
}
