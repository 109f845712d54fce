import Records
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Write-back")
struct WriteBackTests {
  @Test("A warning with 2 dirty of 500 books is one transaction of two updates of the changed columns")
  func twoOfFiveHundred() throws {
    let scratch = try Scratch(Scratch.books(500))
    let store = try scratch.store()
    for row in try store.shownRows(in: 0..<500) { _ = try store.record(row.id) }
    try store.set("Lev", at: Book.author, of: 400)
    try store.set("Peace", at: Book.title, of: 7)
    try store.set(.null, at: Book.author, of: 7)
    _ = scratch.statementsSinceLastCall()
    let dehydration = store.dehydrateAll()
    #expect(dehydration.writeBack == WriteBackResult(writtenCount: 2))
    #expect(dehydration.recordCount == 500)
    #expect(
      scratch.statementsSinceLastCall() == [
        "BEGIN IMMEDIATE",
        "UPDATE book SET title = ?, author = ? WHERE pk = ?",
        "UPDATE book SET author = ? WHERE pk = ?",
        "COMMIT",
      ])
    #expect(
      try scratch.rows("SELECT * FROM book WHERE pk IN (7, 400)") == [
        "7|Peace|7.0|NULL", "400|Title 400|400.0|Lev",
      ])
  }

  @Test("Dehydrating one record writes that one and keeps the others")
  func dehydrateOne() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("a", at: Book.author, of: 1)
    try store.set("b", at: Book.author, of: 2)
    let held = try store.record(1).byteCount
    let dehydration = store.dehydrate(1)
    #expect(
      dehydration
        == Dehydration(writeBack: WriteBackResult(writtenCount: 1), recordCount: 1, freedByteCount: held))
    #expect(store.state(of: 1) == .known)
    #expect(store.state(of: 2) == .dirty)
    #expect(try scratch.rows("SELECT author FROM book") == ["a", "Amit Singh", "Dante Alighieri"])
    #expect(store.dehydrate(3) == Dehydration())
  }

  @Test("A write-back keeps the records, and an edit after it writes only itself")
  func editAfterWriteBack() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("a", at: Book.author, of: 1)
    store.writeBack()
    #expect(store.state(of: 1) == .hydrated)
    try store.set("War", at: Book.title, of: 1)
    _ = scratch.statementsSinceLastCall()
    store.writeBack()
    #expect(
      scratch.statementsSinceLastCall().contains(
        "UPDATE book SET title = ? WHERE pk = ?"))
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War|-3153600000.0|a"])
  }

  @Test("An edit saved after a warning changes its field alone")
  func editAfterWarning() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    _ = try store.snapshot(of: 1)
    store.dehydrateAll()
    try store.set("Lev Tolstoy", at: Book.author, of: 1)
    store.dehydrateAll()
    #expect(
      try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War and Peace|-3153600000.0|Lev Tolstoy"])
  }

  @Test("What another connection wrote to other fields stays")
  func otherFieldsOfOthers() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("Lev Tolstoy", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET copyright = 7 WHERE pk = 1")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT copyright, author FROM book WHERE pk = 1") == ["7.0|Lev Tolstoy"])
  }

  @Test("A field that was set again while the write-back ran stays dirty")
  func setWhileWriting() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("a", at: Book.author, of: 1)
    try store.set("b", at: Book.author, of: 2)
    let pending = store.writer.beginWriteBack()
    let outcome = pending.plan.perform(on: store.database.connection)
    try store.set("later", at: Book.author, of: 1)
    try store.set("Amit Singh", at: Book.author, of: 2)
    #expect(store.writer.note(outcome, of: pending).writtenCount == 2)
    #expect(store.counts.dirty == 2)
    #expect(try store.record(1).originals == [FieldValue(index: Book.author, value: "a")])
    store.writeBack()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["later", "Amit Singh"])
  }

  @Test("Values that nobody changed are byte for byte what they were")
  func otherValuesKeepTheirBytes() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, author, a, b, c, d, e, f);
      INSERT INTO book VALUES (1, CAST(x'ff41c0' AS TEXT), '12', x'', CAST(x'4100420a' AS TEXT), x'00ff00', '',
        9223372036854775807, -0.1, 1e300);
      """)
    let query = """
      SELECT typeof(title), hex(title), typeof(copyright), hex(copyright), typeof(author), hex(author), typeof(a),
        hex(a), typeof(b), hex(b), typeof(c), typeof(d), d, typeof(e), e FROM book
      """
    let before = try scratch.rows(query)
    let store = try scratch.store()
    let values = try store.snapshot(of: 1).values
    #expect(values[Book.title] == .text(Text(bytes: [0xFF, 0x41, 0xC0])))
    #expect(values[Book.author] == .blob([]))
    #expect(values[3] == .text(Text(bytes: [0x41, 0, 0x42, 0x0A])))
    try store.set(.integer(1), at: 8, of: 1)
    store.dehydrateAll()
    #expect(try scratch.rows(query) == before)
    #expect(try scratch.rows("SELECT f FROM book") == ["1"])
  }

  @Test(
    "Every value is written as it is",
    arguments: [
      .null, .integer(.min), .real(-0.1), "", "é", .text(Text(bytes: [0x41, 0, 0xFF])), .blob([]),
      .blob([0, 1, 255]), .text(Text(String(repeating: "long", count: 100))),
    ] as [Value])
  func valuesRoundTrip(value: Value) throws {
    let scratch = try Scratch("CREATE TABLE t (title, x); INSERT INTO t VALUES ('a', 'something else')")
    let store = try scratch.store()
    try store.set(value, at: 1, of: 1)
    store.dehydrateAll()
    #expect(try store.snapshot(of: 1).values[1] == value)
    let expected =
      switch value {
      case .null: "null||NULL"
      case .integer, .real: nil as String?
      case .text(let text): "text|\(Scratch.hex(text.bytes))|\(text.bytes.count)"
      case .blob(let bytes): "blob|\(Scratch.hex(bytes))|\(bytes.count)"
      }
    guard let expected else { return }
    #expect(try scratch.rows("SELECT typeof(x), hex(x), length(CAST(x AS BLOB)) FROM t") == [expected])
  }

  @Test("Rows of a composite key without a rowid are written by their key")
  func compositeKey() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE "odd ""name" ("a b" TEXT, "select" INT, x, PRIMARY KEY ("select", "a b")) WITHOUT ROWID;
      INSERT INTO "odd ""name" VALUES ('p', 1, 'one'), ('q', 1, 'two'), ('p', 2, 'three');
      """)
    let store = try scratch.store()
    let id = RecordID.key([.integer(1), "q"])
    #expect(
      try store.shownRows(in: 0..<9).map(\.id) == [.key([.integer(1), "p"]), id, .key([.integer(2), "p"])])
    try store.set("new", at: 2, of: id)
    store.dehydrateAll()
    #expect(try scratch.rows(#"SELECT x FROM "odd ""name" ORDER BY 1"#) == ["new", "one", "three"])
    #expect(try store.insert(["r", .integer(1), "four"]) == .key([.integer(1), "r"]))
    #expect(try store.listing.position(of: .key([.integer(1), "r"])) == 2)
    try store.delete(id)
    #expect(try store.shownRows(in: 0..<9).map(\.title) == ["p", "r", "p"])
  }

  @Test("A large transaction shuts readers out only while it commits, if its cache holds it")
  func largeCache() throws {
    let scratch = try Scratch(Scratch.books(50_000))
    let connection = try Connection(path: scratch.path, options: ConnectionOptions(busyTimeout: .zero))
    try connection.withCache(kibibytes: 65_536) { () throws in
      try connection.run("BEGIN IMMEDIATE")
      try connection.run("UPDATE book SET author = title || ' by ' || title || ' and others'")
      #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["Author 7"])
      try connection.run("COMMIT")
    }
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["Title 7 by Title 7 and others"])
    let size = try connection.statement("PRAGMA cache_size").firstRow(binding: []) { $0.integer(at: 0) }
    #expect(size == -2_000)
  }
}
