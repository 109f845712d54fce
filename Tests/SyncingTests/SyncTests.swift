import Foundation
import Syncing
import Testing

/// What arrives, where each machine has changed something of its own.
@Suite("Syncs") struct SyncTests {
  private let pair: SyncPair

  init() throws { pair = try SyncPair() }

  @Test("A machine without a library gets one, with its tables, triggers and rows") func created() throws {
    let (one, other) = try pair.machines()
    try pair.expectSame(one, other)
    #expect(try other.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") == ["told"])
    #expect(try other.sync().keyless == ["loose"])
  }

  @Test("Changes of different fields of a row are both kept, to the byte") func differentFields() throws {
    let (one, other) = try pair.machines()
    try one.run(
      "UPDATE book SET title = 'EMMA', pages = 474.0 WHERE pk = 1; UPDATE author SET name = 'jane austen' WHERE id = 1"
    )
    try other.run("UPDATE book SET isbn = '999' WHERE pk = 1")
    try pair.agree(one, other)
    #expect(try other.rows("SELECT title, isbn, typeof(pages) FROM book WHERE pk = 1") == ["EMMA 999 real"])
    #expect(try other.rows("SELECT name FROM author WHERE id = 1") == ["jane austen"])
  }

  @Test("Rows that both have inserted alike are one") func alike() throws {
    let (one, other) = try pair.machines()
    for machine in [one, other] {
      try machine.run(
        "INSERT INTO book VALUES (3, 'Persuasion', 1, NULL, 1); INSERT INTO reading VALUES (2, 3, 'a')")
    }
    try pair.agree(one, other)
    #expect(try one.rows("SELECT count(*) FROM book") == ["3"])
    #expect(try one.rows("SELECT count(*) FROM reading") == ["2"])
    #expect(try one.questions.isEmpty)
  }

  @Test("Undo takes back what has arrived, and that arrives, too") func undo() throws {
    let (one, other) = try pair.machines()
    try one.run(
      "UPDATE book SET title = 'A' WHERE pk = 1; INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try pair.carry(one, other)
    #expect(try other.rows("SELECT title FROM book") == ["A", "Middlemarch", "C"])
    try other.undo()
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
    try pair.agree(one, other)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
  }

  @Test("A table with a new column waits where it does not have it, and only that table")
  func newColumn() throws {
    let (one, other) = try pair.machines()
    try one.run(
      "ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'; UPDATE author SET born = '1775' WHERE id = 1")
    try one.sync(after: "UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE author SET name = 'Mary Ann Evans' WHERE id = 2")
    #expect(try other.sync().heldTables == [.init(name: "author", missing: ["born"])])
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
    try other.run("ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'")
    try pair.carry(other, one)
    try pair.expectSame(one, other)
    #expect(try one.rows("SELECT * FROM author") == ["1 Jane Austen 1775", "2 Mary Ann Evans ?"])
    #expect(try other.sync().heldTables.isEmpty)
  }

  @Test("A dry run changes nothing") func dry() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 2")
    let names = try pair.carrier.list()
    var options = other.options
    options.isDry = true
    let report = try SyncSession.run(options, by: pair.carrier)
    #expect(report.figures.arrivedCount == 1)
    #expect(report.figures.sentCount == 1)
    #expect(try pair.carrier.list() == names)
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "B"])
    try pair.agree(one, other)
  }

  @Test("Where there is no library, a dry run makes none") func dryWithoutLibrary() throws {
    let one = try pair.machine("laptop")
    try one.sync()
    let other = try pair.machine("desk", schema: nil)
    var options = other.options
    options.isDry = true
    #expect(throws: SyncError.noLibrary) { try SyncSession.run(options, by: pair.carrier) }
    #expect(!FileManager.default.fileExists(atPath: other.library))
  }

  @Test("What arrives in the same sync in which a table waits no longer is taken, too")
  func releasedAndMore() throws {
    let (one, other) = try pair.machines()
    try one.run("ALTER TABLE author ADD COLUMN born TEXT; UPDATE author SET born = '1775' WHERE id = 1")
    try one.sync()
    #expect(try other.sync().heldTables.count == 1)
    try one.run("UPDATE author SET born = '1819' WHERE id = 2; INSERT INTO author VALUES (3, 'Homer', NULL)")
    try one.sync()
    try other.sync(after: "ALTER TABLE author ADD COLUMN born TEXT")
    #expect(
      try other.rows("SELECT * FROM author") == ["1 Jane Austen 1775", "2 George Eliot 1819", "3 Homer –"])
    try pair.agree(one, other)
  }

  @Test("A large value is a file of its own, which is carried once; a change that needs it waits for it")
  func largeValues() throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET pages = randomblob(200000) WHERE pk = 1; INSERT INTO loose VALUES ('x')")
    try one.sync()
    let names = try pair.carrier.list().filter { $0.hasSuffix(".value") }
    let name = try #require(names.first)
    #expect(names.count == 1 && name.hasSuffix("-200000.value"))
    let bytes = try #require(pair.carrier[name])
    for damaged in [nil, Array(bytes.dropLast()), [UInt8](repeating: 7, count: bytes.count)] {
      pair.carrier[name] = damaged
      #expect(try other.sync().unreadable.count == 1)
      #expect(try other.rows("SELECT pages FROM book WHERE pk = 1") == ["474"])
    }
    pair.carrier[name] = bytes
    #expect(try other.sync().figures.arrivedCount == 1)
    let content = "SELECT hex(pages) FROM book WHERE pk = 1"
    #expect(try one.rows(content) == other.rows(content))
    // The deletion of a row says what the row held.
    try other.run("DELETE FROM book WHERE pk = 1")
    try pair.carry(other, one)
    #expect(try one.rows("SELECT count(*) FROM book") == ["1"])
    #expect(try pair.carrier.list().count { $0.hasSuffix(".value") } == 1)
    #expect(
      try pair.carrier.list().filter { $0.hasSuffix(".changes") }.allSatisfy {
        pair.carrier[$0]?.count ?? 0 < 10_000
      })
  }

  @Test("A value that looks as if it stood for a large one arrives as it is") func marked() throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET pages = CAST('booklist value' || x'0000' || 'abc' AS BLOB) WHERE pk = 1")
    try pair.carry(one, other)
    let content = "SELECT hex(pages) FROM book WHERE pk = 1"
    #expect(try other.rows(content) == one.rows(content))
    #expect(try other.rows("SELECT length(pages) FROM book WHERE pk = 1") == ["19"])
  }

  @Test("A library that a sync has written is not compared again, unless somebody has written to it since")
  func stamps() throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try pair.carry(one, other)
    for _ in 0..<3 {
      try other.run("UPDATE book SET pages = pages + 1 WHERE pk = 2")
      #expect(try other.sync().figures.sentCount == 1)
      #expect(try other.sync().figures.sentCount == 0)
      try one.sync()
    }
    try one.sync(after: "UPDATE book SET title = 'B' WHERE pk = 1")
    try other.sync()
    try other.run("UPDATE book SET title = 'C' WHERE pk = 1")
    #expect(try other.sync().figures.sentCount == 1)
    try pair.agree(one, other)
  }

  @Test("A strict table keeps in ANY what it is given") func strictTables() throws {
    let one = try pair.machine("laptop")
    try one.run(
      "CREATE TABLE code (pk INTEGER PRIMARY KEY, value ANY) STRICT; INSERT INTO code VALUES (1, '012')")
    try one.sync()
    let other = try pair.machine("desk", schema: nil)
    try other.sync()
    try one.run("INSERT INTO code VALUES (2, '0451526538'), (3, 5.0)")
    try pair.carry(one, other)
    let codes = "SELECT value, typeof(value) FROM code"
    #expect(try one.rows(codes) == ["012 text", "0451526538 text", "5.0 real"])
    #expect(try other.rows(codes) == one.rows(codes))
    #expect(try one.sync().figures.sentCount == 0)
  }

  @Test("A dry run leaves no large value behind that would be sent later") func dryRunOfLargeValue() throws {
    let (one, _) = try pair.machines()
    try one.run("UPDATE book SET pages = zeroblob(100000) WHERE pk = 1")
    var options = one.options
    options.isDry = true
    #expect(try SyncSession.run(options, by: pair.carrier).figures.sentCount == 1)
    try one.sync(after: "UPDATE book SET pages = 474 WHERE pk = 1")
    #expect(try pair.carrier.list().allSatisfy { !$0.hasSuffix(".value") })
  }
}
