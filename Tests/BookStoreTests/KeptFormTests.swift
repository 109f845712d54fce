import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Columns, triggers and modules that keep another value than the one that was set.
struct KeptFormTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sql: String
    let field: String
    let value: Value
    let kept: String

    init(_ name: String, _ sql: String, field: String = "x", _ value: Value, _ kept: String) {
      (testDescription, self.sql, self.field, self.value, self.kept) = (name, sql, field, value, kept)
    }
  }

  private static func table(_ type: String, _ options: String = "") -> String {
    "CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, x \(type))\(options);"
      + "INSERT INTO item (id, title) VALUES (1, 'a'), (2, 'b');"
  }

  private static func module(_ declaration: String, _ values: String) -> String {
    "CREATE VIRTUAL TABLE item USING \(declaration); INSERT INTO item VALUES \(values);"
  }

  private static func trigger(_ event: String, _ body: String) -> String {
    table("TEXT", "") + "UPDATE item SET x = 'OLD' WHERE id = 1;"
      + "CREATE TRIGGER keep \(event) ON item BEGIN \(body) END;"
  }

  private static let box = module("rtree(id, x, y, +note)", "(1, 1, 1000, 'a'), (2, 1, 1000, 'b')")
  private static let cell = module("rtree_i32(id, x, y)", "(1, 1, 1000), (2, 1, 1000)")
  private static let upper =
    trigger("AFTER UPDATE OF x", "UPDATE item SET x = upper(new.x) WHERE id = new.id;")

  static let cases = [
    Case("a lower bound of an R-tree", box, .real(1.1), "1.0999999046325684"),
    Case("an upper bound of an R-tree", box, field: "y", .real(2000.1), "2000.1002197265625"),
    Case("a negative bound", box, .real(-3.7), "-3.700000047683716"),
    Case("a whole number of more than 24 bits", box, field: "y", .integer(16_777_217), "16777220.0"),
    Case("no bound", box, .null, "0.0"),
    Case("a bound as a text", box, "1.5", "1.5"),
    Case("a fraction in an R-tree of whole numbers", cell, .real(3.7), "3"),
    Case("more than 32 bits", cell, .integer(-5_000_000_000), "-705032704"),
    Case("a column beside the bounds", box, field: "note", .real(1.1), "1.1"),
    Case("a text that is a number", table("INTEGER"), " 5.0 ", "5"),
    Case("a whole number in REAL", table("REAL"), .integer(5), "5.0"),
    Case("a number in TEXT", table("TEXT"), .integer(5), "5"),
    Case("a real with more digits than its text", table("TEXT"), .real(0.1 + 0.2), "0.3"),
    Case("a real in STRICT INTEGER", table("INTEGER", " STRICT"), .real(5), "5"),
    Case("a text in STRICT REAL", table("REAL", " STRICT"), "2.50", "2.5"),
    Case("a text in STRICT ANY", table("ANY", " STRICT"), "007", "007"),
    Case("full-text search, version 5", module("fts5(x, y)", "('a', 1), ('b', 2)"), .real(1.25), "1.25"),
    Case("full-text search, version 4", module("fts4(x, y)", "('a', 1), ('b', 2)"), .integer(7), "7"),
    Case(
      "bytes that are no UTF-8, in UTF-16", "PRAGMA encoding = 'UTF-16le';" + table("TEXT"),
      .text(Text(bytes: [0x61, 0xFF, 0x62])), "a\u{FFFD}b"),
    Case(
      "a column that others are computed from",
      "CREATE TABLE item (id INTEGER PRIMARY KEY, x INTEGER, y GENERATED ALWAYS AS (x * 2) STORED);"
        + "INSERT INTO item (id, x) VALUES (1, 1), (2, 2);", "7", "7"),
    Case("a trigger that writes capitals", upper, "new", "NEW"),
    Case(
      "a trigger that keeps what was there",
      trigger("AFTER UPDATE OF x", "UPDATE item SET x = old.x WHERE id = new.id AND x <> old.x;"), "new",
      "OLD"),
    Case("a trigger for which the value is the one that was there", upper, "old", "OLD"),
  ]

  private func everything(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT rowid, * FROM item ORDER BY rowid")
  }

  private func set(_ example: Case, in store: BookStore) throws {
    let field = try #require(store.schema.field(named: example.field))
    try store.set(example.value, at: field, of: 1)
  }

  @Test("It is undone and done again, also after a restart", arguments: cases, [true, false])
  func undone(_ example: Case, isRestarted: Bool) throws {
    let scratch = try Scratch(example.sql)
    var store = try scratch.loggedStore()
    let before = try everything(scratch)
    try set(example, in: store)
    #expect(store.dehydrateAll().writeBack.isComplete)
    let after = try everything(scratch)
    #expect(try scratch.rows("SELECT \(example.field) FROM item WHERE rowid = 1") == [example.kept])
    func check(_ undone: UndoneStep) { #expect(undone.leftOutCount + undone.otherLeftOutCount == 0) }
    guard after != before else {
      if isRestarted { store = try scratch.loggedStore() }
      check(try #require(try store.undo()))
      #expect(store.writeBack().isComplete)
      return #expect(try everything(scratch) == before)
    }
    try scratch.undoAndRedo(&store, isRestarted: isRestarted, (before, after)) {
      try everything(scratch)
    } check: {
      check($0)
    }
  }

  @Test("Setting it again after somebody else has written is no conflict", arguments: cases, [true, false])
  func noConflict(_ example: Case, hasLog: Bool) throws {
    let scratch = try Scratch(example.sql)
    let store = try hasLog ? scratch.loggedStore() : scratch.store()
    try set(example, in: store)
    #expect(store.writeBack().isComplete)
    try scratch.run("UPDATE item SET \(example.field) = \(example.field) WHERE rowid = 2")
    let field = try #require(store.schema.field(named: example.field))
    try store.set(.integer(9), at: field, of: 1)
    #expect(store.writeBack() == WriteBackResult(writtenCount: 1))
  }

  @Test("If the process dies before the log is told, it is not offered as unsaved", arguments: cases)
  func death(_ example: Case) throws {
    let (scratch, store) = try Scratch.logged(example.sql)
    try set(example, in: store)
    var folders: [String] = []
    let trace = StatementCallback(store.database.connection.pointer) { statement in
      if statement == "COMMIT", let folder = try? scratch.logAfterDeath() { folders.append(folder) }
    }
    #expect(store.writeBack().isComplete)
    withExtendedLifetime(trace) {}
    #expect(try folders.map { try scratch.abandonedCount(in: $0) } == [0])
  }
}
