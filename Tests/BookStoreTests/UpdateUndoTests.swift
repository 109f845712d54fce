import Records
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog

/// Edits of tables whose triggers and foreign keys do more: all of it is logged in the step of the edit, taken back and
/// done again, byte for byte.
struct UpdateUndoTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    let field: String
    let value: Value
    let others: Int
    /// Whether the row has another key in the end, so that redo inserts and deletes rows.
    var changesKey = false
    var index: String?
  }

  static let cases = [
    Case(
      testDescription: "rows of another table that go and change, and a note of it",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, state TEXT);
        CREATE TABLE part (id INTEGER PRIMARY KEY, item INTEGER, name TEXT);
        CREATE TABLE shelf (id INTEGER PRIMARY KEY, count INTEGER);
        CREATE TABLE past (what TEXT);
        CREATE TRIGGER item_set AFTER UPDATE OF state ON item WHEN new.state = 'gone' BEGIN
          DELETE FROM part WHERE item = new.id;
          UPDATE shelf SET count = count - 1;
          INSERT INTO past VALUES (old.state || ' to ' || new.state);
        END;
        CREATE TRIGGER part_gone AFTER DELETE ON part BEGIN INSERT INTO past VALUES ('part ' || old.id); END;
        INSERT INTO item VALUES (1, 'a', 'here'), (2, 'b', 'here');
        INSERT INTO part VALUES (1, 1, 'x'), (2, 1, NULL), (3, 2, 'y'); INSERT INTO shelf VALUES (7, 2);
        """, field: "state", value: "gone", others: 6),
    Case(
      testDescription: "other columns of the row, and the one that was set",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, changed INTEGER, n REAL);
        CREATE TRIGGER item_set AFTER UPDATE OF name ON item WHEN new.name <> upper(new.name) BEGIN
          UPDATE item SET name = upper(new.name), changed = coalesce(changed, 0) + 1 WHERE id = new.id;
        END;
        INSERT INTO item VALUES (1, 'A', NULL, 1.5), (2, 'B', 7, NULL);
        """, field: "name", value: "new", others: 1),
    Case(
      testDescription: "keys that cascade",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
        CREATE TABLE part (id INTEGER PRIMARY KEY, item TEXT REFERENCES item (code) ON UPDATE CASCADE);
        CREATE TABLE link (item TEXT REFERENCES item (code) ON UPDATE SET NULL, n INTEGER);
        INSERT INTO item VALUES (1, 'a'), (2, 'b');
        INSERT INTO part VALUES (1, 'a'), (2, 'b'), (3, 'a'); INSERT INTO link VALUES ('a', 1), ('b', 2);
        """, field: "code", value: "new", others: 3),
    Case(
      testDescription: "the row gets another key",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TRIGGER item_set AFTER UPDATE OF name ON item BEGIN
          UPDATE item SET id = id + 100 WHERE id = new.id AND new.id < 100;
        END;
        INSERT INTO item VALUES (1, 'a'), (2, 'b');
        """, field: "name", value: "new", others: 2, changesKey: true),
    Case(
      testDescription: "a full-text index",
      sql: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
        CREATE VIRTUAL TABLE found USING fts5(name, content = 'item', content_rowid = 'id');
        CREATE TRIGGER item_set AFTER UPDATE ON item BEGIN
          INSERT INTO found (found, rowid, name) VALUES ('delete', old.id, old.name);
          INSERT INTO found (rowid, name) VALUES (new.id, new.name);
        END;
        INSERT INTO item VALUES (1, 'a'), (2, 'b'); INSERT INTO found (found) VALUES ('rebuild');
        """, field: "name", value: "new", others: 0, index: "found"),
  ]

  @Test(
    "An edit is undone and done again with all that it did, also after a restart", arguments: cases,
    [true, false])
  func edit(_ example: Case, isRestarted: Bool) throws {
    let scratch = try Scratch(example.sql)
    var store = try scratch.loggedStore()
    func everything() throws -> [String] { try scratch.everything(index: example.index) }
    let before = try everything()
    let field = try store.field(example.field)
    try store.set(example.value, at: field, of: 1)
    #expect(try everything() == before)
    #expect(store.writeBack().isComplete)
    let after = try everything()
    #expect(after != before)
    var isFirst = true
    try scratch.undoAndRedo(&store, isRestarted: isRestarted, (before, after), everything) { undone in
      if isFirst || !example.changesKey {
        #expect(undone.kind == .edit && undone.count == 1 && undone.field == field)
        #expect(undone.otherCount == example.others)
      }
      isFirst = false
    }
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("An edit that is not written is undone in memory only") func unwritten() throws {
    let scratch = try Scratch(Self.cases[0].sql)
    let before = try scratch.everything()
    let store = try scratch.loggedStore()
    try store.set("gone", at: 2, of: 1)
    #expect(try store.undo()?.kind == .edit)
    #expect(store.counts.dirty == 0)
    #expect(try scratch.everything() == before)
    #expect(try store.redo()?.kind == .edit)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.everything() != before)
    #expect(try store.undo()?.kind == .edit)
    #expect(try scratch.everything() == before)
  }

  @Test("An edit that was undone in memory and redone in the database is not unwritten after a death")
  func redone() throws {
    let scratch = try Scratch(Self.cases[0].sql)
    do {
      let store = try scratch.loggedStore()
      let field = try store.field("state")
      try store.set("gone", at: field, of: .rowid(1))
      #expect(try store.undo() != nil)
      #expect(try store.redo() != nil)
      #expect(try scratch.rows("SELECT state FROM item WHERE id = 1") == ["gone"])
    }
    let store = try scratch.loggedStore()
    if try store.recovery.findAbandoned() != nil { _ = try store.recovery.restore() }
    store.writeBack()
    #expect(try scratch.rows("SELECT state FROM item WHERE id = 1") == ["gone"])
  }

  @Test("The edits of two steps are written apart and in order, each with what it does") func apart() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE past (number INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER item_set AFTER UPDATE ON item BEGIN
        INSERT INTO past (what) VALUES (old.name || ' to ' || new.name);
      END;
      INSERT INTO item VALUES (1, 'a'), (2, 'b');
      """)
    try store.set("c", at: 1, of: 1)
    try store.set("d", at: 1, of: 1)
    try store.set("e", at: 1, of: 2)
    #expect(store.writeBack().isComplete)
    let what = "SELECT what FROM past ORDER BY number"
    #expect(try scratch.rows(what) == ["a to c", "c to d", "b to e"])
    for left in [["a to c", "c to d"], ["a to c"], []] {
      #expect(try store.undo() != nil)
      #expect(try scratch.rows(what) == left)
    }
    #expect(try scratch.rows("SELECT name FROM item") == ["a", "b"])
  }

  @Test("An edit of many rows in the background is one step with all that it does") func many() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, n INTEGER);
      CREATE TABLE past (number INTEGER PRIMARY KEY, what TEXT);
      CREATE TRIGGER item_set AFTER UPDATE OF name ON item BEGIN
        UPDATE item SET n = coalesce(n, 0) + 1 WHERE id = new.id;
        INSERT INTO past (what) VALUES (new.id);
      END;
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1200)
        INSERT INTO item SELECT i, 'name ' || i, NULL FROM c;
      """)
    let before = try scratch.everything()
    let store = try scratch.loggedStore()
    try store.set("new", at: 1, ofEach: RecordID.first(1200))
    store.writer.startDehydratingAll()
    var end: Writer.End?
    let deadline = ContinuousClock.now + patience
    while end == nil, ContinuousClock.now < deadline { end = store.writer.takeWriteBack() }
    #expect(end?.dehydration.writeBack == WriteBackResult(writtenCount: 1200))
    #expect(store.counts.hydrated == 0)
    let after = try scratch.everything()
    #expect(try store.undo()?.count == 1200)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.everything() == before)
    #expect(try store.redo() != nil)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.everything() == after)
  }

  @Test("A table that only others react to is written as before: a statement for each row, one transaction")
  func plain() throws {
    let scratch = try Scratch(
      Self.cases[0].sql + "CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT);"
        + "INSERT INTO plain VALUES (1, 'a'), (2, 'b');")
    let log = EditLogOptions(folder: scratch.logFolder)
    let store = try scratch.store(table: "plain", editLog: log)
    let table = store.schema.id
    for row in [1, 2] as [Int64] { try store.set("c", at: 1, of: RecordID(row, table)) }
    _ = scratch.statementsSinceLastCall()
    #expect(store.writeBack().isComplete)
    let update = "UPDATE plain SET name = ? WHERE id = ?"
    #expect(scratch.statementsSinceLastCall() == ["BEGIN IMMEDIATE", update, update, "COMMIT"])
  }
}
