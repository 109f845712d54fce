import Records
import Testing

@testable import BookStore

/// The rows that point to a record.
struct RelatedRowsTests {
  private func scratch() throws -> Scratch {
    try Scratch(
      """
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work_shelf (work INTEGER REFERENCES work, shelf INTEGER REFERENCES shelf, PRIMARY KEY (work, shelf));
      CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT, work INTEGER REFERENCES Work);
      INSERT INTO work VALUES (1, 'War'), (2, 'Peace');
      INSERT INTO shelf VALUES (1, 'Attic'), (2, 'Cellar');
      INSERT INTO work_shelf VALUES (1, 1), (1, 2);
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) INSERT INTO note SELECT i, 'note ' || i, 1 FROM n;
      """)
  }

  @Test(
    "A look is one statement, and one for each table with an index to rows that point here; a second none"
  )
  func statements() throws {
    let scratch = try scratch()
    let store = try scratch.store()
    _ = scratch.statementsSinceLastCall()
    _ = try store.shelf.snapshot(of: 1)
    #expect(scratch.statementsSinceLastCall().count == 1)
    let related = try store.related(to: 1)
    #expect(related.map(\.schema.table) == ["work_shelf", "note"])
    // To the notes no index leads.
    #expect(related.map { $0.content?.rows.count } == [2, nil])
    _ = scratch.statementsSinceLastCall()
    _ = try store.related(to: 1)
    #expect(scratch.statementsSinceLastCall().isEmpty)
    _ = try store.related(to: 2)
    // The row, and its shelves; there are none whose titles would be read.
    #expect(scratch.statementsSinceLastCall().count == 2)
    #expect(try store.read(related[1]).count == .exactly(9))
    #expect(scratch.statementsSinceLastCall().count == 1)
  }

  @Test("They are held with the record, whose bytes they are, and go with it") func bytes() throws {
    let store = try scratch().store()
    _ = try store.shelf.snapshot(of: 1)
    let before = store.counts.byteCount
    let related = try store.related(to: 1)
    #expect(store.counts.byteCount == before + related.reduce(0) { $0 + $1.byteCount })
    store.writer.dehydrateAll()
    #expect(store.counts.byteCount == 0)
  }

  @Test("A joining table has the titles of the other side") func titles() throws {
    let store = try scratch().store()
    let related = try store.related(to: 1)
    #expect(related[0].joined?.table == "shelf")
    #expect(related[0].content?.rows.map { $0.titles.values.sorted() } == [["Attic"], ["Cellar"]])
    #expect(related[1].joined == nil)
  }

  @Test("A change of such rows shows at the next look: an edit, a new title of the other side, a new row")
  func changes() throws {
    let scratch = try scratch()
    try scratch.run("CREATE INDEX note_work ON note (work)")
    let store = try scratch.store(table: "work")
    func notes() throws -> [Value] { try store.related(to: 1)[1].content?.rows.map { $0.values[1] } ?? [] }
    func shelves() throws -> [String] {
      try store.related(to: 1)[0].content?.rows.flatMap(\.titles.values) ?? []
    }
    #expect(try notes().count == 9)
    let edition = store.relatedEdition
    let (shelf, note) = (store.tables[1].id, store.tables[3].id)
    try store.set("first", at: 1, of: RecordID(.rowid(1), in: note))
    #expect(store.relatedEdition != edition)
    #expect(try notes().first == "first")
    try store.set("Loft", at: 1, of: RecordID(.rowid(1), in: shelf))
    #expect(try shelves() == ["Loft", "Cellar"])
    _ = try store.insert([nil, "tenth", .integer(1)], into: note)
    #expect(try notes().last == "tenth")
  }

  @Test("A row that is found by a number in a column of texts stays while edits wait; one that moved goes")
  func moved() throws {
    let store = try Scratch(
      """
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT, work TEXT REFERENCES work);
      CREATE INDEX note_work ON note (work);
      INSERT INTO work VALUES (1, 'War'), (2, 'Peace');
      INSERT INTO note VALUES (1, 'first', 1), (2, 'second', 1);
      """
    ).store(table: "work")
    let note = store.tables[1].id
    func notes(of work: Int64) throws -> [Value] {
      try store.related(to: RecordID(.rowid(work), in: store.schema.id))[0].content?.rows.map { $0.values[1] }
        ?? []
    }
    try store.set("new", at: 1, of: RecordID(.rowid(1), in: note))
    #expect(try notes(of: 1) == ["new", "second"])
    try store.set("2", at: 2, of: RecordID(.rowid(2), in: note))
    #expect(try notes(of: 1) == ["new"])
  }

  @Test("A table by itself asks nothing") func alone() throws {
    let (scratch, store) = try Scratch.opened()
    _ = try store.shelf.snapshot(of: 1)
    _ = scratch.statementsSinceLastCall()
    #expect(try store.related(to: 1).isEmpty && scratch.statementsSinceLastCall().isEmpty)
  }
}
