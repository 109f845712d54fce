import Records
import TestSupport
import Testing

@testable import BookStore

/// The rows that point to a record.
@Suite("Rows that point to a record")
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
    "A look is one statement; the tables that point here are looked up once, and rows are counted when asked for"
  )
  func statements() throws {
    let scratch = try scratch()
    let store = try scratch.store()
    _ = scratch.statementsSinceLastCall()
    _ = try store.snapshot(of: 1)
    #expect(scratch.statementsSinceLastCall().count == 1)
    let references = try store.references(to: 1)
    #expect(references.count == 2)
    _ = scratch.statementsSinceLastCall()
    _ = try store.references(to: 2)
    // The second row is hydrated, and nothing else is read.
    #expect(scratch.statementsSinceLastCall().count == 1)
    #expect(try store.firstRows(of: references[1].source).count == .exactly(9))
    #expect(scratch.statementsSinceLastCall().count == 2)
  }

  @Test("The first rows come with their titles, those of a joining table with the titles of what they join")
  func titles() throws {
    let scratch = try scratch()
    let store = try scratch.store()
    let sources = try store.references(to: 1).map(\.source)
    #expect(
      try store.firstRows(of: sources[0])
        == RelatedRows.Content(count: .exactly(2), titles: ["War · Attic", "War · Cellar"]))
    #expect(try store.firstRows(of: sources[1]).titles == (1...5).map { "note \($0)" })
    #expect(try store.firstRows(of: sources[1], limit: 1).titles == ["note 1"])
    let none = try store.references(to: 2).map(\.source)
    #expect(try store.firstRows(of: none[0]) == RelatedRows.Content(count: .exactly(0), titles: []))
  }

  @Test("A table by itself asks nothing")
  func alone() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    _ = try store.snapshot(of: 1)
    _ = scratch.statementsSinceLastCall()
    #expect(try store.references(to: 1).isEmpty)
    #expect(scratch.statementsSinceLastCall().isEmpty)
  }
}
