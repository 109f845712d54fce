import Foundation
import Queries
import Records
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import BookStore

@Suite("Rules over rows") struct RowEngineTests {
  private static func engine(_ typed: [String], in store: BookStore) throws -> RowEngine {
    let rules = try typed.map { try #require(try FieldRule($0, in: store.lists.completeSchema())) }
    return try RowEngine(rules, of: store.schema.id, in: store)
  }

  /// Runs rules over all rows.
  @discardableResult
  private static func run(
    _ typed: String..., in store: BookStore, _ mode: RowEngine.Mode = .straight
  ) throws -> RuleReport {
    try engine(typed, in: store).run(try RowSelection(of: store).ids(), mode)
  }

  @Test("Rows are changed as one step, which undo takes back byte for byte, also after a restart")
  func undo() throws {
    let scratch = try Scratch(Scratch.books(10_000))
    let all = "SELECT pk, hex(title), typeof(copyright), copyright, author FROM book"
    let before = try scratch.rows(all)
    var store = try scratch.loggedStore()
    let report = try Self.run("title:=upper", "author:={title}, {author}", in: store)
    #expect(report.changedCount == 10_000 && report.sameCount == 0 && report.refused.isEmpty)
    let isChanged = "title = 'TITLE ' || pk AND author = 'Title ' || pk || ', Author ' || pk"
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE \(isChanged)") == ["10000"])
    store.close()
    store = try scratch.loggedStore()
    #expect(try store.undo() != nil)
    store.writeBack()
    #expect(try scratch.rows(all) == before)
    #expect(try store.undo() == nil)
    #expect(try store.redo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE \(isChanged)") == ["10000"])
  }

  @Test("Rows that cannot take a value are named with the reason and keep all they hold; others are changed")
  func refusals() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, n INTEGER CHECK (typeof(n) <> 'integer' OR n < 10), u TEXT UNIQUE, g AS (n + 1));
      INSERT INTO t (id, a, n, u) VALUES (1, ' x ', 1, 'A'), (2, ' y ', 9, 'b'), (3, ' z', 'many', 'c'), (4, x'FF', 2, 'd'),
        (5, ' w', NULL, 'a'), (6, 'v', 3, 'e');
      CREATE TRIGGER no BEFORE UPDATE ON t WHEN old.id = 6 BEGIN SELECT RAISE(ABORT, 'not six'); END;
      """)
    let before = try scratch.rows("SELECT id, a, n, u FROM t")
    let trial = try Self.run("a:=trim", "n:=+1", in: store, .trial())
    #expect(try scratch.rows("SELECT id, a, n, u FROM t") == before)
    let report = try Self.run("a:=trim", "n:=+1", in: store)
    #expect(report == trial)
    #expect(report.changedCount == 2 && report.refusedCount == 4)
    #expect(report.refused.map { $0.id.rowid } == [2, 3, 4, 6])
    let number = try store.field("n")
    #expect(report.refused[1].result == .refused(.rule(.notANumber, field: number)))
    #expect(report.refused[3].result == .refused(.store(.constraint(message: "not six"))))
    #expect(try scratch.rows("SELECT a, n FROM t WHERE id IN (1, 2, 5)") == ["x|2", " y |9", "w|NULL"])
    // Two that would be equal: the first one stays, and so does what it would have been.
    let lower = try Self.run("u:=lower", in: store)
    #expect(lower.changedCount == 0 && lower.sameCount == 5 && lower.refused.map { $0.id.rowid } == [1])
    #expect(throws: RuleProblem.fixedField) { try Self.engine(["g:=+1"], in: store) }
    #expect(throws: StoreError.fixedField) {
      _ = try RowEngine([FieldRule(field: 0, rule: .empty)], of: store.schema.id, in: store)
    }
  }

  @Test("Unique numbers are counted up, although each is in the way of the one before")
  func makesWay() throws {
    let scratch = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, place INTEGER UNIQUE, a TEXT)")
    try scratch.run(
      "WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 5000) INSERT INTO t SELECT n, n, '' FROM i"
    )
    let store = try scratch.loggedStore()
    #expect(try Self.run("place:=+1", in: store).changedCount == 5_000)
    #expect(try scratch.rows("SELECT min(place), max(place), count(*) FROM t") == ["2|5001|5000"])
    #expect(try Self.run("place:=-1", in: store).changedCount == 5_000)
    #expect(try store.undo() != nil && store.undo() != nil)
    #expect(try scratch.rows("SELECT count(*) FROM t WHERE place = id") == ["5000"])
  }

  @Test("Foreign keys, triggers that write elsewhere, no rowids: all or nothing for each row, all undone")
  func companions() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (k TEXT PRIMARY KEY, author INTEGER REFERENCES author, a TEXT) WITHOUT ROWID;
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE log (x TEXT);
      INSERT INTO author VALUES (1, 'x'), (2, 'y'); INSERT INTO t VALUES ('a', 1, 'p'), ('b', 2, 'q'), ('c', NULL, 'r');
      CREATE TRIGGER note AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.k || new.a); END;
      """)
    let store = try scratch.loggedStore(), before = try scratch.rows("SELECT * FROM t")
    let report = try Self.run("author:=+1", "a:=upper", in: store)
    #expect(report.changedCount == 2 && report.refusedCount == 1)
    #expect(try scratch.rows("SELECT * FROM t") == ["a|2|P", "b|2|q", "c|NULL|R"])
    #expect(try scratch.rows("SELECT * FROM log") == ["aP", "cR"])
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("SELECT * FROM t") == before)
    #expect(try scratch.rows("SELECT count(*) FROM log") == ["0"])
  }

  private static let shelves = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, pages INTEGER);
    CREATE TABLE shelf (pk INTEGER PRIMARY KEY, name TEXT UNIQUE CHECK (name <> 'no'));
    CREATE TABLE book_shelf (book INTEGER REFERENCES book, shelf INTEGER REFERENCES shelf, PRIMARY KEY (book, shelf))
      WITHOUT ROWID;
    INSERT INTO book VALUES (1, 'a', 1), (2, 'b', 'many'), (3, 'c', 3);
    """

  @Test("A list that a joining table makes gets, loses and renames parts, together with other fields")
  func joinedLists() throws {
    let (scratch, store) = try Scratch.logged(
      Self.shelves + """
        CREATE INDEX book_shelf_shelf ON book_shelf (shelf);
        INSERT INTO shelf VALUES (1, 'sf'), (2, 'x; y');
        INSERT INTO book_shelf VALUES (1, 1), (1, 2), (2, 1);
        """)
    func shelves() throws -> [String] {
      try scratch.rows(
        "SELECT title || ' ' || name FROM book_shelf JOIN book ON book = book.pk JOIN shelf ON shelf = shelf.pk ORDER BY 1"
      )
    }
    let before = try shelves()
    #expect(try Self.run("shelf:SF=science fiction", in: store, .trial()).changedCount == 2)
    #expect(try shelves() == before)
    let report = try Self.run("shelf:SF=science fiction", "title:=upper", in: store)
    #expect(report.changedCount == 3 && report.refusedCount == 0)
    #expect(try shelves() == ["A science fiction", "A x; y", "B science fiction"])
    #expect(try store.undo() != nil)
    #expect(try shelves() == before)
    // A part that the database refuses leaves the row as it was, also in other fields.
    #expect(try Self.run("shelf+=no", "title:=upper", in: store).refusedCount == 3)
    #expect(try shelves() == before)
    #expect(try Self.run("shelf:sf=SF", in: store).sameCount == 3)
    #expect(try Self.run("shelf-=SF", in: store).changedCount == 2)
    #expect(try shelves() == ["a x; y"])
    #expect(try store.history.steps(limit: 1).first?.origin == .listed("Shelves", of: ""))
    #expect(try store.undo() != nil)
    #expect(try Self.run("shelf+=sf; new", in: store).changedCount == 3)
    #expect(try shelves().count == 7)
    #expect(try store.undo() != nil)
    #expect(try Self.run("shelf+=one", "shelf-=sf", "shelf+=ONE", in: store).refusedCount == 0)
    #expect(try shelves() == ["a one", "a x; y", "b one", "c one"])
    #expect(try store.undo() != nil)
    #expect(try shelves() == before)
    #expect(try Self.run("shelf+=new", in: store).changedCount == 3)
    // A change of the list meanwhile is noticed.
    let ids = try RowSelection(of: store).ids()
    let engine = try Self.engine(["shelf-=new"], in: store)
    let digest = try engine.digest(of: ids)
    try scratch.run("DELETE FROM book_shelf WHERE book = 3")
    #expect(throws: StoreError.changedSince) { try engine.run(ids, expecting: digest) }
  }

  @Test("What is cancelled, locked or cannot be written changes nothing; edits in memory are written first")
  func nothingHalfDone() throws {
    let scratch = try Scratch(Scratch.books(9_000))
    let askedCount = Mutex(0)
    var options = StoreOptions(busyTimeout: .zero)
    options.editLog = EditLogOptions(folder: scratch.logFolder, longestAge: 1e9, largestByteCount: 1 << 20)
    options.isUnwanted = {
      askedCount.withLock {
        $0 += 1
        return $0 > 6_000
      }
    }
    let store = try BookStore(path: scratch.path, options: options)
    #expect(throws: StoreError.interrupted) { try Self.run("title:=upper", in: store) }
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE title GLOB 'Title*'") == ["9000"])
    #expect(try store.undo() == nil)
    let other = try scratch.loggedStore()
    try other.set("own", at: Book.title, of: 1)
    let lock = try scratch.locked()
    #expect(throws: StoreError.self) { try Self.run("title:=upper", in: other) }
    lock.close()
    #expect(try Self.run("title:=upper", in: other).changedCount == 9_000)
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 1") == ["OWN"])
  }

  @Test("A search by a pattern finds what the plain scan finds, and no more") func patterns() throws {
    let store = try Scratch(Scratch.books(2_000)).store()
    func count(_ query: String) throws -> Int {
      var rows = RowQuery()
      rows.query = Query(query, in: store.schema)
      #expect(rows.query.problems.isEmpty)
      return try RowSelection(of: store, rows).count()
    }
    #expect(try count("title~^TITLE.1+$") == 4)
    #expect(try count("title~\"e (1|2)[0-9]{2}$\"") == 200)
    #expect(try count("-title~[0-8] author~9$") == 3)
    #expect(try count("copyright~^1970-01-01") == 2_000)
  }

  @Test("Rows with large new values are done in small parts, each row once, so that few are in memory")
  func largeValues() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(40))
    try scratch.run("UPDATE book SET author = substr(hex(zeroblob(500)), 1, 1000)")
    let engine = try Self.engine(["title:=" + String(repeating: "{author}", count: 1_000)], in: store)
    var parts: [Double] = []
    let report = try engine.run(
      try RowSelection(of: store).ids(), .trial(limit: patience), .init(progress: { parts.append($0) }))
    #expect(report.changedCount == 40 && parts.count > 4 && parts == parts.sorted())
  }

  @Test("A trial ends when its time is over, says how many rows it has tried, and changes nothing")
  func limit() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(10_000))
    var (count, lockedCount) = (0, 0)
    var watcher = RowEngine.Watcher { _ in count += 1 }
    watcher.unlocked = { lockedCount = count }
    let engine = try Self.engine(["title:=upper"], in: store)
    let ids = try RowSelection(of: store).ids()
    let report = try engine.run(ids, .trial(limit: .zero), watcher)
    #expect(report.changedCount == 10_000 && count == 10_000)
    #expect(lockedCount > 0 && report.untriedCount == 10_000 - lockedCount && report.untriedCount > 0)
    #expect(try engine.run(ids, .trial(limit: patience)).untriedCount == 0)
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE title = upper(title)") == ["0"])
  }

  @Test("A deferred foreign key that COMMIT would refuse is refused by the trial, too")
  func deferredKeys() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE);
      CREATE TABLE child (a TEXT REFERENCES t (a) DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO t (a) VALUES ('x'), ('y'); INSERT INTO child VALUES ('x');
      """)
    for mode in [RowEngine.Mode.trial(), .straight] {
      #expect(throws: StoreError.danglingReference(from: "child", to: "t")) {
        try Self.run("a:=upper", in: store, mode)
      }
      #expect(try scratch.rows("SELECT a FROM t") == ["x", "y"])
    }
  }

  @Test("What triggers make of a row is what a trial and the change say of it") func triggered() throws {
    let (_, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO t (a) VALUES ('x'), ('gone'), ('same');
      CREATE TRIGGER louder AFTER UPDATE ON t WHEN new.a = 'x!' BEGIN UPDATE t SET a = 'X!' WHERE id = new.id; END;
      CREATE TRIGGER gone AFTER UPDATE ON t WHEN old.a = 'gone' BEGIN DELETE FROM t WHERE id = new.id; END;
      CREATE TRIGGER same AFTER UPDATE ON t WHEN old.a = 'same' BEGIN UPDATE t SET a = 'same' WHERE id = new.id; END;
      """)
    for mode in [RowEngine.Mode.trial(), .straight] {
      var results: [RuleOutcome.Result] = []
      let engine = try Self.engine(["a:={a}!"], in: store)
      _ = try engine.run([1, 2, 3], mode, .init(onRow: { results.append($0.result) }))
      #expect(results == [.changed([.text("X!")]), .removed, .changed([.text("same")])])
    }
  }

  @Test("Edits of other rows that cannot be written do not keep rows from being changed")
  func otherConflicts() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(3))
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    let engine = try Self.engine(["title:=upper"], in: store)
    #expect(throws: StoreError.conflict) { try engine.run([1, 2]) }
    #expect(try engine.run([2, 3]).changedCount == 2)
    #expect(try scratch.rows("SELECT title FROM book") == ["Title 1", "TITLE 2", "TITLE 3"])
  }

  @Test(
    "Through records, rows stay dirty, a value is exchanged only where it is held, and all of it is one step")
  func throughRecords() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(4))
    try scratch.run("UPDATE book SET author = 'old' WHERE pk <> 2")
    try scratch.run("DELETE FROM book WHERE pk = 4")
    let rule = FieldRule(field: Book.author, rule: .exchange("old", for: "new"))
    let engine = try RowEngine([rule], of: store.schema.id, in: store)
    let step = store.beginStep()
    let first = try engine.run([1, 2], .throughRecords(step))
    let second = try engine.run([3, 4], .throughRecords(step))
    #expect(first.changedCount == 1 && first.sameCount == 1)
    #expect(second.changedCount == 1 && second.goneCount == 1)
    #expect(store.counts.dirty == 2)
    #expect(try scratch.rows("SELECT author FROM book") == ["old", "Author 2", "old"])
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book") == ["new", "Author 2", "new"])
    #expect(try store.undo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT author FROM book") == ["old", "Author 2", "old"])
  }

  @Test("A row that a trigger inserts for some rows and changes for the others goes with the undo")
  func partsWithTriggers() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER UNIQUE, b INTEGER, CHECK (a IS NOT b));
      CREATE TABLE tally (name TEXT PRIMARY KEY, amount INTEGER);
      INSERT INTO t VALUES (1, 1, 2), (2, 2, 3), (3, 3, 4);
      CREATE TRIGGER counts AFTER UPDATE ON t BEGIN
        INSERT INTO tally VALUES ('sum', 1) ON CONFLICT (name) DO UPDATE SET amount = amount + 1;
      END;
      """)
    let before = try scratch.everything()
    // Each but the last one has to wait for another part, and no field can be set alone.
    #expect(try Self.run("a:={b}", "b:=+1", in: store).changedCount == 3)
    #expect(try scratch.rows("SELECT a, b FROM t") == ["2|3", "3|4", "4|5"])
    #expect(try scratch.rows("SELECT amount FROM tally") == ["3"])
    #expect(try store.undo()?.leftOutCount == 0)
    #expect(try scratch.everything() == before)
    #expect(try store.redo()?.leftOutCount == 0)
    #expect(try scratch.rows("SELECT a, b FROM t") == ["2|3", "3|4", "4|5"])
  }

  @Test("Many rows whose fields can only be set together come back together") func together() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, CHECK (a + b + c = 0 AND a = b));
      CREATE TABLE log (id INTEGER); CREATE TRIGGER notes AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.id); END;
      WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < 1001) INSERT INTO t SELECT n, n, n, -2 * n FROM i;
      """)
    let before = try scratch.everything()
    #expect(try Self.run("a:=*3", "b:=*3", "c:=*3", in: store).changedCount == 1_001)
    #expect(try store.undo()?.leftOutCount == 0)
    #expect(try scratch.everything() == before)
  }

  @Test("Through records, a row that cannot take a field keeps its list; lists alone read no record")
  func listsThroughRecords() throws {
    let (scratch, store) = try Scratch.logged(Self.shelves)
    func run(_ typed: String...) throws -> RuleReport {
      try Self.engine(typed, in: store).run([1, 2, 3], .throughRecords(store.beginStep()))
    }
    #expect(try run("shelf+=new").partCount == 3)
    #expect(store.counts.hydrated == 0)
    let report = try run("shelf+=other", "pages:=+1")
    #expect(report.changedCount == 2 && report.refused.map { $0.id.rowid } == [2] && report.partCount == 2)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT pages FROM book") == ["2", "many", "4"])
    #expect(try scratch.rows("SELECT book FROM book_shelf WHERE shelf = 2") == ["1", "3"])
  }
}
