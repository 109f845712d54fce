import Records
import Testing

@testable import BookStore

/// A write-back compares byte for byte, whatever the column's affinity and collation.
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
    let pairs = Self.literals.flatMap { before in Self.literals.map { (before, $0) } }
    let rows = pairs.enumerated().map { "(\($0), 'a', \($1.0))" }.joined(separator: ", ")
    let others = pairs.enumerated().map { "(\($0), 'a', \($1.1))" }.joined(separator: ", ")
    let scratch = try Scratch(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t (id INTEGER PRIMARY KEY, title, x \(declaredType));
      CREATE TABLE other (id INTEGER PRIMARY KEY, title, x \(declaredType));
      CREATE INDEX i ON t (x);
      INSERT INTO t VALUES \(rows);
      INSERT INTO other VALUES \(others);
      """)
    let content = "typeof(x) || quote(x) || hex(x)"
    let other = "(SELECT \(content) FROM other WHERE other.id = t.id)"
    let differing = try scratch.rows("SELECT id FROM t WHERE \(content) <> \(other) ORDER BY id")
    let store = try scratch.store()
    try store.set("mine", at: 2, ofEach: pairs.indices.map { .rowid(Int64($0)) })
    try scratch.run("UPDATE t SET x = (SELECT x FROM other WHERE other.id = t.id)")
    let result = store.writeBack()
    #expect(differing.count > 100 && result.failures.isEmpty)
    #expect(store.conflicts.all.compactMap(\.id.rowid).map(String.init) == differing)
    #expect(try scratch.rows("SELECT id FROM t WHERE x IS NOT 'mine' ORDER BY id") == differing)
    #expect(try scratch.rows("SELECT id FROM t WHERE \(content) = \(other) ORDER BY id") == differing)
  }

  @Test("Nothing is compared as long as nobody else has written since the first record was read")
  func statements() throws {
    let (scratch, store) = try Scratch.opened()
    let plain = "UPDATE book SET author = ? WHERE pk = ?"
    let comparing = plain + " AND +author COLLATE BINARY IS ?"
    func written(_ value: Value) throws -> String? {
      try store.set(value, at: Book.author, of: 1)
      _ = scratch.statementsSinceLastCall()
      #expect(store.writeBack().isComplete)
      return scratch.statementsSinceLastCall().first { $0.hasPrefix("UPDATE") }
    }
    #expect(try written("a") == plain)
    #expect(try written("b") == plain)
    try scratch.run("UPDATE book SET copyright = 7")
    #expect(try written("c") == comparing)
    #expect(try written("d") == comparing)
    store.dehydrateAll()
    #expect(try written("e") == plain)
  }

  @Test("A trigger that passes over a write is told from somebody else's change") func ignored() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("nobody", at: Book.author, of: 2)
    try scratch.run("CREATE TRIGGER fix BEFORE UPDATE ON book BEGIN SELECT RAISE(IGNORE); END")
    #expect(store.writeBack().failures.map(\.error) == [.ignored])
    #expect(store.conflicts.all.isEmpty)
  }

  @Test("A row without a rowid is compared, too") func compositeKey() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE t (a, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('p', 1, 'one'), ('q', 2, 'two');
      """)
    let id = RecordID.key(["p", .integer(1)])
    try store.set("mine", at: 2, of: id)
    try store.set("mine", at: 2, of: .key(["q", .integer(2)]))
    try scratch.run("UPDATE t SET x = 'theirs' WHERE a = 'p'")
    let conflict = Conflict(id: id, field: 2, original: "one", mine: "mine", theirs: "theirs")
    #expect(store.writeBack().conflicts == [conflict])
    #expect(try scratch.rows("SELECT x FROM t") == ["theirs", "mine"])
  }

  private static let types = [
    "", "INTEGER", "bigint", "CHARINT", "VARCHAR(9)", "CLOB", "BLOB", "blobby", "REAL", "double precision",
    "FLOAT", "NUMERIC", "DECIMAL(9,2)", "DATE", "BOOLEAN", "POINT", "STRING", "TEXTBLOB", "NVARCHAR",
  ]

  private static let values: [Value] = [
    .null, .integer(5), .integer(-1), .integer(.max), .real(5), .real(3.5), .real(-0.0), .real(1e300), "5",
    " 5 ", "3.0e+5", "3.50", "+7", "-.5", "5.", "1e999", "0x10", "abc", "", "9223372036854775808", "nan",
    "1,5", ".", "e5", .blob([0x35]), "5\u{0}",
  ]

  @Test("A value is kept as SQLite keeps it in a column of the type", arguments: types)
  func stored(type: String) throws {
    let scratch = try Scratch("CREATE TABLE t (x \(type), title TEXT)")
    let affinity = Affinity(declaredType: type)
    let store = try scratch.store()
    let index = try store.field("x")
    for value in Self.values {
      var row = [Value?](repeating: nil, count: store.schema.fields.count)
      row[index] = value
      let kept = try store.record(try store.insert(row)).values?[index]
      // SQLite writes reals with 15 digits, which for these is another form of the same number.
      if affinity == .text, case .real = value { continue }
      #expect(kept == value.stored(in: affinity), "\(value)")
    }
  }
}
