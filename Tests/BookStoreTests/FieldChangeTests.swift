import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Columns that are added, renamed and removed, and come back.
struct FieldChangeTests {
  private func make(_ change: FieldChange, _ scratch: Scratch) throws {
    let store = try scratch.loggedStore()
    try store.changeFields(change)
    #expect(store.fields.isOutdated)
    store.close()
  }

  private func undo(_ scratch: Scratch) throws -> UndoneStep? {
    let store = try scratch.loggedStore()
    defer { store.close() }
    return try store.undo()
  }

  private func columns(_ scratch: Scratch) throws -> [String] {
    try scratch.loggedStore().schema.fields.map(\.column)
  }

  @Test("what is not written yet counts when it is asked in how many rows a field holds something")
  func filled() throws {
    let scratch = try Scratch()
    try make(.addition(column: "translator", definition: "TEXT"), scratch)
    let store = try scratch.loggedStore()
    defer { store.close() }
    let table = store.schema.id
    let field = try store.field("translator")
    #expect(try store.fields.filledCount(of: field, in: table) == 0)
    try store.set("Constance Garnett", at: field, of: .rowid(1))
    try store.set("", at: field, of: .rowid(2))
    #expect(try store.fields.filledCount(of: field, in: table) == 1)
    store.writeBack()
    try store.set(.null, at: field, of: .rowid(1))
    #expect(try store.fields.filledCount(of: field, in: table) == 0)
  }

  @Test("a column is added, renamed, removed, and all of it undone and redone") func life() throws {
    let scratch = try Scratch()
    let before = try scratch.rows("SELECT sql FROM sqlite_schema")
    try make(.addition(column: "translator", definition: "TEXT"), scratch)
    var last = try scratch.loggedStore()
    try last.set("Constance Garnett", at: last.field("translator"), of: 1)
    for change in [FieldChange.renaming(column: "translator", to: "by whom"), .removal(column: "by whom")] {
      try last.changeFields(change)
      last = try last.reopened()
    }
    #expect(last.schema.fields.map(\.column) == ["title", "copyright", "author"])

    for expected in [
      FieldChange.removal(column: "by whom", definition: "TEXT"),
      .renaming(column: "translator", to: "by whom"), nil,
      .addition(column: "translator", definition: "TEXT"),
    ] {
      let undone = try #require(try last.undo())
      #expect(undone.fieldChange == expected)
      if case .removal? = expected {
        let values = try scratch.rows("SELECT \"by whom\" FROM book ORDER BY pk")
        #expect(values == ["Constance Garnett", "NULL", "NULL"])
      }
      last.writeBack()
      last = try last.reopened()
    }
    #expect(try scratch.rows("SELECT sql FROM sqlite_schema") == before)
    for _ in 0..<4 {
      #expect(try last.redo() != nil)
      last.writeBack()
      last = try last.reopened()
    }
    #expect(try last.redo() == nil)
    #expect(last.schema.fields.count == 3)
    #expect(try last.undo()?.fieldChange == .removal(column: "by whom", definition: "TEXT"))
    #expect(try scratch.rows("SELECT \"by whom\" FROM book WHERE pk = 1") == ["Constance Garnett"])
  }

  @Test(
    "every value of a removed column comes back as it was",
    arguments: [
      ("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)", ["1", "2", "3", "4", "5", "6"]),
      (
        "CREATE TABLE t (k TEXT, n INT, a, b, PRIMARY KEY (k, n)) WITHOUT ROWID",
        ["'x', 1", "'x', 2", "'y', 1", "x'00', 1", "'', 0", "'z', 9"]
      ),
    ] as [(String, [String])])
  func values(table: String, keys: [String]) throws {
    let values = ["NULL", "''", "x'ff00'", "-9223372036854775808", "0.1", "CAST(x'ff41' AS TEXT)"]
    let rows = zip(keys, values).map { "(\($0), 1, \($1))" }.joined(separator: ", ")
    let scratch = try Scratch("\(table); INSERT INTO t VALUES \(rows);")
    let sql = "SELECT typeof(b) || quote(b) FROM t ORDER BY 1"
    let before = try scratch.rows(sql)
    try make(.removal(column: "b"), scratch)
    #expect(try !columns(scratch).contains("b"))
    #expect(try undo(scratch) != nil)
    #expect(try scratch.rows(sql) == before)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("a NULL beside a default comes back, and so does a column that no row may leave empty")
  func definitions() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b TEXT /* c, d */ DEFAULT 'x, (' COLLATE NOCASE,
        "c ""d" VARCHAR(3) NOT NULL, e AS (a + 1));
      INSERT INTO t (a, b, "c ""d") VALUES (1, NULL, 'one'), (2, 'two', 'zwei');
      """)
    for column in ["b", "c \"d", "e"] {
      let sql = "SELECT quote(b) || quote(\"c \"\"d\") || quote(e) FROM t ORDER BY id"
      let before = try scratch.rows(sql)
      try make(.removal(column: column), scratch)
      #expect(try undo(scratch)?.fieldChange?.column == column)
      #expect(try scratch.rows(sql) == before)
    }
    #expect(
      try scratch.rows("SELECT sql FROM sqlite_schema")[0].contains("b TEXT DEFAULT 'x, (' COLLATE NOCASE"))
  }

  @Test("what names a column keeps it, and is named") func obstacles() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, i, u UNIQUE, c CHECK (c > 0), d, g AS (d), w UNIQUE, tr, f REFERENCES o (id),
        p, CHECK (p <> a));
      CREATE TABLE o (id INTEGER PRIMARY KEY, x, y REFERENCES t (w));
      CREATE INDEX by_i ON t (i); CREATE VIEW "a view" AS SELECT d FROM t;
      CREATE TRIGGER tg AFTER INSERT ON o BEGIN UPDATE t SET tr = 1; END;
      INSERT INTO t (a, c, f) VALUES (1, 1, NULL);
      """)
    let expected: [(String, FieldObstacle)] = [
      ("id", .key), ("i", .isNamed(by: .index, name: "by_i")), ("u", .unique),
      ("tr", .isNamed(by: .trigger, name: "tg")), ("w", .isNamed(by: .table, name: "o")),
      ("p", .isNamed(by: .table, name: "t")), ("nothing", .noName),
    ]
    let store = try scratch.loggedStore()
    for (column, obstacle) in expected {
      #expect(throws: StoreError.cannotChangeField(obstacle), "\(column)") {
        try store.changeFields(.removal(column: column))
      }
    }
    let refused: [FieldChange] = [
      .removal(column: "d"), .addition(column: "A", definition: "TEXT"), .renaming(column: "a", to: "I"),
    ]
    for change in refused {
      #expect(throws: StoreError.self, "\(change)") { try store.changeFields(change) }
    }
    #expect(try store.history.steps(limit: 10).isEmpty && !store.fields.isOutdated)
    // What names it follows a column that is renamed.
    try make(.renaming(column: "d", to: "e"), scratch)
    try make(.renaming(column: "i", to: "j"), scratch)
    #expect(try scratch.rows("SELECT sql FROM sqlite_schema WHERE name = 'by_i'")[0].contains("j"))
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("triggers stay silent while a column comes back") func triggers() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a, b); CREATE TABLE log (x);
      CREATE TRIGGER tg AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (1); END;
      INSERT INTO t VALUES (1, 2, 3);
      """)
    try make(.removal(column: "b"), scratch)
    #expect(try undo(scratch) != nil)
    #expect(try scratch.rows("SELECT quote(b) FROM t") == ["3"])
    #expect(try scratch.rows("SELECT x FROM log").isEmpty)
  }

  @Test("unwritten edits are written first, and a lock changes nothing") func lock() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("New", at: 0, of: .rowid(1))
    let other = try Connection(path: scratch.path, options: ConnectionOptions())
    try other.run("BEGIN EXCLUSIVE")
    #expect(throws: StoreError.busy) { try store.changeFields(.removal(column: "author")) }
    try other.run("ROLLBACK")
    let job = try store.fields.start(.removal(column: "author"), of: store.schema.id)
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 1") == ["New"])
    #expect(try job.step())
    try other.run("BEGIN EXCLUSIVE")
    #expect(throws: StoreError.busy) { try job.finish() }
    try other.run("ROLLBACK")
    try job.finish()
    #expect(try columns(scratch) == ["pk", "title", "copyright"])
  }

  @Test("the last three copies of the database are kept, each as it was before") func copies() throws {
    let scratch = try Scratch()
    for number in 0..<5 { try make(.addition(column: "c\(number)", definition: "TEXT"), scratch) }
    let copies = try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder).filter {
      $0.contains("backup")
    }.sorted()
    #expect(copies.count == 3)
    let last = try BookStore(path: scratch.logFolder + "/" + (try #require(copies.last)))
    #expect(last.schema.fields.map(\.column).suffix(1) == ["c3"])
  }

  @Test("An edit that was written is undone before it is written again, and then the row that it was of")
  func plain() throws {
    let (scratch, store) = try Scratch.logged(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT)")
    _ = try store.insert([nil, "a", nil])
    try store.set("here", at: 2, of: 1)
    store.writeBack()
    #expect(try store.undo() != nil)
    #expect(try store.undo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item").isEmpty)
    #expect(try store.redo() != nil)
    #expect(try store.redo() != nil)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item") == ["1|a|here"])
  }

  @Test("Rows from before a field was added are undone after the field", arguments: [true, false])
  func rowsBeforeFields(isWritten: Bool) throws {
    let scratch = try Scratch("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, place TEXT)")
    var store = try scratch.loggedStore()
    for name in ["a", "b"] as [Value] { _ = try store.insert([nil, name, nil]) }
    try store.set("here", at: 2, of: 2)
    if isWritten { store.writeBack() }
    try store.changeFields(.addition(column: "more", definition: "TEXT"))
    store = try store.reopened()
    var undone: [UndoneStep] = []
    while let step = try store.undo() {
      undone.append(step)
      if step.fieldChange != nil {
        store.writeBack()
        store = try store.reopened()
      }
    }
    #expect(undone.count == 4)
    store.writeBack()
    #expect(try scratch.rows("SELECT * FROM item").isEmpty)
  }

  private static let kinds: [String: Field.Kind] = [
    "text": .text, "text of several lines": .longText, "whole number": .integer, "decimal": .decimal,
    "number with a fraction": .real, "yes or no": .boolean, "date": .date(.isoText), "bytes of a file": .blob,
  ]

  @Test("a new field is of its kind by its definition alone", arguments: FieldType.all)
  func kinds(_ type: FieldType) throws {
    let (scratch, store) = try Scratch.logged()
    let definition = type.hasChoices ? TableEditor.choice("it", among: ["a", "it's"]) : type.definition
    try store.changeFields(.addition(column: "it", definition: definition))
    let field = try #require(try scratch.store().schema.fields.last)
    #expect(field.column == "it")
    if let kind = Self.kinds[type.name] { #expect(field.kind == kind) }
  }

  @Test("a choice is none of the others' values") func choices() throws {
    let store = try Scratch().loggedStore()
    let definition = TableEditor.choice("order", among: NewField.choices(in: " it's; b c,, it's "))
    #expect(definition == "TEXT CHECK (\"order\" IN ('it''s', 'b c'))")
    try store.changeFields(.addition(column: "order", definition: definition))
    let opened = try store.reopened()
    try opened.set("x", at: 3, of: .rowid(1))
    #expect(opened.writeBack().isComplete == false)
    try opened.set("it's", at: 3, of: .rowid(1))
    #expect(opened.writeBack().isComplete)
  }
}

extension BookStore {
  /// Changes a field of the first table from beginning to end.
  fileprivate func changeFields(_ change: FieldChange) throws {
    try fields.start(change, of: schema.id).finish()
  }
}
