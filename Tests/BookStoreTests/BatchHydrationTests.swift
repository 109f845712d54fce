import Records
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Hydrating many rows") struct BatchHydrationTests {
  /// Tables with keys of all kinds, and with values that are left out of a row that is read alone.
  private static let tables: [(name: String, columns: String)] = [
    ("rowid", "(id INTEGER PRIMARY KEY, name TEXT, size, photo BLOB)"),
    ("no key", "(id INTEGER, name TEXT, size, photo BLOB)"),
    ("text", "(id TEXT COLLATE NOCASE PRIMARY KEY, name TEXT, size, photo BLOB) WITHOUT ROWID"),
    ("two columns", "(id INTEGER, name TEXT, size, photo BLOB, PRIMARY KEY (id, name)) WITHOUT ROWID"),
    ("computed", "(id INTEGER PRIMARY KEY, name TEXT, size, photo BLOB, twice AS (name || name))"),
  ]

  private func fill(_ scratch: Scratch, count: Int) throws {
    try scratch.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO t (id, name, size, photo) SELECT i, CASE WHEN i % 97 = 0 THEN CAST(x'80FF41' AS TEXT)
          ELSE 'Name ' || i END, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN i WHEN 2 THEN i / 2.0 WHEN 3 THEN ''
          ELSE x'' END, CASE WHEN i % 50 = 0 THEN zeroblob(5000) WHEN i % 3 = 0 THEN x'0102' END FROM n;
      """)
  }

  @Test("They are as one look at each makes them", arguments: tables, [0, 1, 600])
  func sameAsAlone(table: (name: String, columns: String), largeRow: Int) throws {
    let scratch = try Scratch("CREATE TABLE t \(table.columns)")
    try fill(scratch, count: 1_300)
    // A value that does not fit into the limit for a row, so that its batch is read one by one.
    try scratch.run(
      "UPDATE t SET size = CAST(zeroblob(70000) AS TEXT) WHERE CAST(id AS INTEGER) = \(largeRow)")
    let (one, many) = (try scratch.store(), try scratch.store())
    let ids = try many.listing.rows(in: 0..<2_000).compactMap { $0?.id }
    #expect(ids.count == 1_300)
    try many.shelf.hydrate(ids)
    #expect(many.counts.hydrated == 1_300)
    for id in ids {
      let (left, right) = (try one.record(id), try many.record(id))
      #expect(left.values == right.values && left.large == right.large && left.byteCount == right.byteCount)
    }
    #expect(one.counts.byteCount == many.counts.byteCount)
  }

  @Test("Several hundred rows are one statement, with gaps and without", arguments: [1, 3])
  func countedStatements(step: Int) throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(4_000))
    let ids = stride(from: 1, through: 1_024 * step, by: step).map { RecordID.rowid(Int64($0)) }
    _ = try store.listing.resolveCount()
    _ = scratch.statementsSinceLastCall()
    try store.shelf.hydrate(ids)
    #expect(store.counts.hydrated == 1_024 && scratch.statementsSinceLastCall().count == 2)
    try store.shelf.hydrate(ids)
    #expect(scratch.statementsSinceLastCall().isEmpty)
  }

  @Test("A look at one row is still the statement that it was") func oneRow() throws {
    let (scratch, store) = try Scratch.opened()
    _ = scratch.statementsSinceLastCall()
    try store.shelf.hydrate([2])
    #expect(store.counts.hydrated == 1 && scratch.statementsSinceLastCall().count == 1)
  }

  @Test("Edits stay, and rows that are gone are said to be gone") func editsAndGoneRows() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(100))
    try store.set("me", at: Book.author, of: 7)
    let ids = RecordID.first(100)
    try store.shelf.hydrate(ids)
    #expect(try store.record(7).value(at: Book.author) == "me" && store.counts.dirty == 1)
    store.dehydrateAll()
    try scratch.run("DELETE FROM book WHERE pk = 50")
    #expect(throws: StoreError.rowGone) { try store.shelf.hydrate(ids) }
    #expect(store.counts.hydrated == 99)
  }

  @Test("Setting a field of many rows reads them with one statement for several hundred")
  func setting() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(1_000))
    let ids = RecordID.first(1_000)
    _ = scratch.statementsSinceLastCall()
    try store.set("me", at: Book.author, ofEach: ids)
    #expect(scratch.statementsSinceLastCall().count { $0.hasPrefix("SELECT") } == 2)
    #expect(store.counts.dirty == 1_000)
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'me'") == ["1000"])
  }
}
