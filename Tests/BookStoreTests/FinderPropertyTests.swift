import Records
import Testing

/// Random queries of the whole language over random tables, compared with an evaluation that shares no code with the finder.
struct FinderPropertyTests {
  private static let tables = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, title, author TEXT, pages INTEGER, made, photo BLOB)",
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author, pages, made REAL, photo BLOB);
    CREATE INDEX i1 ON t (author); CREATE INDEX i2 ON t (pages); CREATE INDEX i3 ON t (made, pages)
    """,
    """
    CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, author TEXT COLLATE NOCASE, pages NUMERIC, made TEXT, photo);
    CREATE INDEX i1 ON t (author); CREATE INDEX i2 ON t (pages); CREATE INDEX i3 ON t (made)
    """,
    """
    CREATE TABLE t (id INT, title, author, pages REAL, made INTEGER, photo, PRIMARY KEY (id)) WITHOUT ROWID;
    CREATE INDEX i1 ON t (author COLLATE NOCASE); CREATE INDEX i3 ON t (made)
    """,
    "CREATE TABLE t (id INT, k TEXT, title, author, pages, made, photo, PRIMARY KEY (k, id)) WITHOUT ROWID",
    """
    CREATE TABLE base (id INTEGER PRIMARY KEY, title, author, pages, made, photo);
    CREATE VIEW t AS SELECT title, author, pages, made, photo FROM base
    """,
  ]

  @Test(
    "Every query finds the rows that fulfil it, with edits between the reads", arguments: 0..<tables.count,
    0..<4)
  func comparedWithOracle(table: Int, seed: Int) throws {
    var life = try FinderLife(Self.tables[table], seed: UInt64(100 * table + seed))
    for _ in 0..<60 { try life.step() }
    #expect(life.foundCount > 10 && life.missedCount > 10)
  }
}
