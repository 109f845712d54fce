import Foundation
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Tables whose own constraints say that a row gives way to another: no edit may take somebody's row along unasked.
struct ConflictClauseTests {
  private static let rows = " INSERT INTO t VALUES (1, 'a', 'one'), (2, 'b', 'two');"

  /// - Parameter clause: What two equal codes lead to; if it is empty, codes need not differ.
  private static func table(_ clause: String) -> String {
    let column = clause.isEmpty || clause.hasPrefix("UNIQUE") ? "" : " UNIQUE ON CONFLICT \(clause)"
    let table = clause.hasPrefix("UNIQUE") ? ", \(clause)" : ""
    return "CREATE TABLE t (id INTEGER PRIMARY KEY, code TEXT\(column), title TEXT\(table));" + rows
  }

  private func codes(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT id, code, title FROM t ORDER BY id")
  }

  private static let clauses = [
    "REPLACE", "IGNORE", "ROLLBACK", "FAIL", "ABORT", "UNIQUE (code) /* on */ ON -- here\n conflict REPLACE",
  ]

  @Test("A value that another row has is refused when it is set, and when a row is added", arguments: clauses)
  func taken(clause: String) throws {
    let (scratch, store) = try Scratch.logged(Self.table(clause))
    let code = try store.field("code")
    let before = try codes(scratch)
    #expect(throws: StoreError.notUnique(fields: [code], values: ["a"])) {
      try store.set("a", at: code, of: 2)
    }
    #expect(throws: StoreError.notUnique(fields: [code], values: ["a"])) {
      try store.insert([nil, "a", "three"])
    }
    #expect(throws: StoreError.self) { try store.insert([1, "c", "three"]) }
    store.dehydrateAll()
    #expect(try codes(scratch) == before)
  }

  @Test("A value that somebody else has taken before it is written takes no row along", arguments: clauses)
  func takenMeanwhile(clause: String) throws {
    let (scratch, store) = try Scratch.logged(Self.table(clause))
    let (code, title) = (1, 2)
    try store.set("c", at: code, of: 1)
    try store.set("other", at: title, of: 2)
    try scratch.run("INSERT INTO t VALUES (3, 'c', 'theirs')")
    let result = store.writeBack()
    #expect(!result.isComplete && store.shelf.state(of: 1) == .dirty)
    #expect(try scratch.rows("SELECT * FROM t WHERE id <> 2") == ["1|a|one", "3|c|theirs"])
    try store.set("d", at: code, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try codes(scratch) == ["1|d|one", "2|b|other", "3|c|theirs"])
  }

  @Test("What is undone takes no row along that others have added since", arguments: clauses, [true, false])
  func undone(clause: String, isDeletion: Bool) throws {
    let (scratch, store) = try Scratch.logged(Self.table(clause))
    if isDeletion { try store.delete(1) } else { try store.set("c", at: 1, of: 1) }
    store.dehydrateAll()
    try scratch.run("INSERT INTO t VALUES (3, 'a', 'theirs')")
    _ = try? store.undo()
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT * FROM t WHERE id = 3") == ["3|a|theirs"])
    #expect(try scratch.rows("SELECT * FROM t WHERE id = 2") == ["2|b|two"])
  }

  @Test(
    "A default, a default in the place of NULL and a computed value that another row has take no row along",
    arguments: [
      ("code TEXT DEFAULT 'a' UNIQUE ON CONFLICT REPLACE, title TEXT", nil, nil),
      (
        "code TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'a' UNIQUE ON CONFLICT REPLACE, title TEXT", .null,
        .null
      ),
      ("code TEXT, title TEXT, low TEXT AS (lower(code)) STORED UNIQUE ON CONFLICT REPLACE", "A", "A"),
      ("code TEXT, title TEXT, low TEXT AS (lower(code)) VIRTUAL UNIQUE ON CONFLICT REPLACE", "A", "A"),
    ] as [(String, Value?, Value?)])
  func otherRows(columns: String, set: Value?, inserted: Value?) throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns));
      INSERT INTO t (id, code, title) VALUES (1, 'a', 'one'), (2, 'b', 'two');
      """)
    if let set { _ = try? store.set(set, at: 1, of: 2) }
    let result = store.dehydrateAll().writeBack
    #expect(store.counts.dirty == 0 || !result.isComplete)
    #expect(throws: StoreError.self) { try store.insert([nil, inserted, "three"]) }
    #expect(try codes(scratch) == ["1|a|one", "2|b|two"])
  }

  @Test("Two rows that swap what is unique lose neither", arguments: clauses)
  func swapped(clause: String) throws {
    let (scratch, store) = try Scratch.logged(Self.table(clause))
    try store.set("x", at: 1, of: 1)
    try store.set("a", at: 1, of: 2)
    try store.set("b", at: 1, of: 1)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try codes(scratch) == ["1|b|one", "2|a|two"])
  }

  @Test("An edit that a dead session left takes no row along when it is restored", arguments: clauses)
  func restored(clause: String) throws {
    let scratch = try Scratch(Self.table(clause))
    var log = ""
    do {
      let store = try scratch.loggedStore()
      try store.set("c", at: 1, of: 1)
      log = try scratch.logAfterDeath()
    }
    try scratch.run("DELETE FROM t; INSERT INTO t VALUES (1, 'a', 'one'), (2, 'c', 'theirs')")
    let store = try scratch.loggedStore(in: log)
    _ = try store.recovery.findAbandoned()
    _ = try? store.recovery.restore()
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT * FROM t WHERE id = 2") == ["2|c|theirs"])
  }

  /// The clause of the table, or none, and what a trigger says.
  private static let triggerCases: [(String, String)] =
    [("", "REPLACE"), ("", "IGNORE")] + clauses.map { ($0, "REPLACE") }

  @Test("A trigger that says OR REPLACE or OR IGNORE does so, as its owner has it", arguments: triggerCases)
  func triggers(clause: String, word: String) throws {
    let (scratch, store) = try Scratch.logged(
      Self.table(clause) + """
        CREATE TABLE note (name TEXT PRIMARY KEY, count INTEGER);
        INSERT INTO note VALUES ('title', 1);
        CREATE TRIGGER noted AFTER UPDATE ON t BEGIN INSERT OR \(word) INTO note VALUES ('title', 2); END;
        CREATE TRIGGER added AFTER INSERT ON t BEGIN INSERT OR \(word) INTO note VALUES ('title', 3); END;
        """)
    try store.set("new", at: 2, of: 1)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT * FROM note") == ["title|\(word == "REPLACE" ? 2 : 1)"])
    _ = try store.insert([nil, "c", "three"])
    #expect(try scratch.rows("SELECT * FROM note") == ["title|\(word == "REPLACE" ? 3 : 1)"])
    if clause.isEmpty { #expect(try store.undo() != nil) }
  }
}
