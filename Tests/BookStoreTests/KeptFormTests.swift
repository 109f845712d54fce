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
    var field = "x"
    let value: Value
    let kept: String
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
    Case(
      testDescription: "a lower bound of an R-tree", sql: box, value: .real(1.1), kept: "1.0999999046325684"),
    Case(
      testDescription: "an upper bound of an R-tree", sql: box, field: "y", value: .real(2000.1),
      kept: "2000.1002197265625"),
    Case(testDescription: "a negative bound", sql: box, value: .real(-3.7), kept: "-3.700000047683716"),
    Case(
      testDescription: "a whole number of more than 24 bits", sql: box, field: "y",
      value: .integer(16_777_217), kept: "16777220.0"),
    Case(testDescription: "no bound", sql: box, value: .null, kept: "0.0"),
    Case(testDescription: "a bound as a text", sql: box, value: "1.5", kept: "1.5"),
    Case(
      testDescription: "a fraction in an R-tree of whole numbers", sql: cell, value: .real(3.7), kept: "3"),
    Case(
      testDescription: "more than 32 bits", sql: cell, value: .integer(-5_000_000_000), kept: "-705032704"),
    Case(
      testDescription: "a column beside the bounds", sql: box, field: "note", value: .real(1.1), kept: "1.1"),
    Case(testDescription: "a text that is a number", sql: table("INTEGER"), value: " 5.0 ", kept: "5"),
    Case(testDescription: "a whole number in REAL", sql: table("REAL"), value: .integer(5), kept: "5.0"),
    Case(testDescription: "a number in TEXT", sql: table("TEXT"), value: .integer(5), kept: "5"),
    Case(
      testDescription: "a real with more digits than its text", sql: table("TEXT"), value: .real(0.1 + 0.2),
      kept: "0.3"),
    Case(
      testDescription: "a real in STRICT INTEGER", sql: table("INTEGER", " STRICT"), value: .real(5),
      kept: "5"),
    Case(testDescription: "a text in STRICT REAL", sql: table("REAL", " STRICT"), value: "2.50", kept: "2.5"),
    Case(testDescription: "a text in STRICT ANY", sql: table("ANY", " STRICT"), value: "007", kept: "007"),
    Case(
      testDescription: "full-text search, version 5", sql: module("fts5(x, y)", "('a', 1), ('b', 2)"),
      value: .real(1.25), kept: "1.25"),
    Case(
      testDescription: "full-text search, version 4", sql: module("fts4(x, y)", "('a', 1), ('b', 2)"),
      value: .integer(7), kept: "7"),
    Case(
      testDescription: "bytes that are no UTF-8, in UTF-16",
      sql: "PRAGMA encoding = 'UTF-16le';" + table("TEXT"),
      value: .text(Text(bytes: [0x61, 0xFF, 0x62])), kept: "a\u{FFFD}b"),
    Case(
      testDescription: "a column that others are computed from",
      sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, x INTEGER, y GENERATED ALWAYS AS (x * 2) STORED);"
        + "INSERT INTO item (id, x) VALUES (1, 1), (2, 2);", value: "7", kept: "7"),
    Case(testDescription: "a trigger that writes capitals", sql: upper, value: "new", kept: "NEW"),
    Case(
      testDescription: "a trigger that keeps what was there",
      sql: trigger("AFTER UPDATE OF x", "UPDATE item SET x = old.x WHERE id = new.id AND x <> old.x;"),
      value: "new", kept: "OLD"),
    Case(
      testDescription: "a trigger for which the value is the one that was there", sql: upper, value: "old",
      kept: "OLD"),
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
