import Records
import Testing

@testable import BookStore

/// A write-back compares byte for byte, whatever the column's affinity and collation.
@Suite("Comparing before a write")
struct ComparisonTests {
  /// SQL literals that SQLite or a careless comparison could take for one another.
  private static let literals = [
    "NULL", "''", "x''", "1", "1.0", "'1'", "x'31'", "'1.0'", "0", "0.0", "'a'", "'A'", "'a '", "x'61'",
    "9007199254740993", "9007199254740992.0", "9223372036854775807", "9223372036854775807.0", "1e300",
    "CAST(x'ff41' AS TEXT)", "CAST(x'ff42' AS TEXT)", "CAST(x'610062' AS TEXT)", "CAST(x'610063' AS TEXT)",
  ]

  @Test(
    "A field is overwritten only if it holds what was read, in every storage class",
    arguments: ["", "TEXT COLLATE NOCASE", "TEXT COLLATE RTRIM", "NUMERIC", "INTEGER", "REAL", "BLOB"],
    ["UTF-8", "UTF-16le"])
  func everyPair(declaredType: String, encoding: String) throws {
    let scratch = try Scratch(
      "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (title, x \(declaredType)); CREATE INDEX i ON t (x)")
    for before in Self.literals {
      for after in Self.literals {
        try scratch.run("DELETE FROM t; INSERT INTO t (rowid, title, x) VALUES (1, 'a', \(before))")
        let store = try scratch.store()
        try store.set("mine", at: 1, of: 1)
        try scratch.run("UPDATE t SET x = \(after)")
        // A database in UTF-16 keeps no other texts apart than Unicode has.
        let query = "SELECT typeof(x) || quote(x) || hex(x) FROM t"
        let theirs = try scratch.rows(query)
        try scratch.run("DELETE FROM t; INSERT INTO t (rowid, title, x) VALUES (1, 'a', \(before))")
        let isSame = try scratch.rows(query) == theirs
        try scratch.run("UPDATE t SET x = \(after)")
        let result = store.writeBack()
        #expect(result.isComplete == isSame, "\(before) against \(after)")
        #expect(result.conflicts.count == (isSame ? 0 : 1), "\(before) against \(after)")
        #expect(try scratch.rows(query) == theirs || isSame, "\(before) against \(after)")
      }
    }
  }

  @Test("What a column's affinity made of what was written is no change by somebody else")
  func affinityAfterOwnWrite() throws {
    let scratch = try Scratch("CREATE TABLE t (title, x REAL); INSERT INTO t VALUES ('a', 0.5)")
    let store = try scratch.store()
    try store.set(.integer(2), at: 1, of: 1)
    #expect(store.writeBack().isComplete)
    try store.set(.integer(3), at: 1, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT x FROM t") == ["3.0"])
  }

  @Test("A trigger that passes over a write is told from somebody else's change")
  func ignored() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("nobody", at: Book.author, of: 2)
    try scratch.run("CREATE TRIGGER fix BEFORE UPDATE ON book BEGIN SELECT RAISE(IGNORE); END")
    #expect(store.writeBack().failures.map(\.error) == [.ignored])
    #expect(store.conflicts.isEmpty)
  }

  @Test("A row without a rowid is compared, too")
  func compositeKey() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (a, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('p', 1, 'one'), ('q', 2, 'two');
      """)
    let store = try scratch.store()
    let id = RecordID.key(["p", .integer(1)])
    try store.set("mine", at: 2, of: id)
    try store.set("mine", at: 2, of: .key(["q", .integer(2)]))
    try scratch.run("UPDATE t SET x = 'theirs' WHERE a = 'p'")
    #expect(
      store.writeBack().conflicts == [
        Conflict(id: id, field: 2, original: "one", mine: "mine", theirs: "theirs")
      ])
    #expect(try scratch.rows("SELECT x FROM t") == ["theirs", "mine"])
  }
}
