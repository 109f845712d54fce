import Records
import Testing

@testable import BookStore

/// Rows that were inserted go many at a time where nothing can change along with them, and otherwise one by one; it
/// makes no other difference.
struct RunRemovalTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let sql: String
    let isQuick: Bool

    init(_ description: String, isQuick: Bool, _ sql: String) {
      (testDescription, self.sql, self.isQuick) = (description, sql, isQuick)
    }

    static let columns = "title TEXT, number INTEGER UNIQUE, price REAL, data BLOB, anything"
    static let all = [
      Case("key", isQuick: true, keyed),
      Case("no key", isQuick: true, "CREATE TABLE item (\(columns))"),
      Case(
        "computed", isQuick: true,
        "CREATE TABLE item (id INTEGER PRIMARY KEY, twice AS (2 * number), \(columns))"),
      Case("trigger", isQuick: false, "\(keyed); \(trigger)"),
      Case(
        "pointed to", isQuick: false, "\(keyed); CREATE TABLE part (item REFERENCES item ON DELETE CASCADE)"),
      Case("without rowid", isQuick: false, "\(keyed) WITHOUT ROWID"),
    ]
    static let keyed = "CREATE TABLE item (id INTEGER PRIMARY KEY, \(columns))"
    static let trigger = """
      CREATE TABLE past (number);
      CREATE TRIGGER gone AFTER DELETE ON item BEGIN INSERT INTO past VALUES (old.number); END;
      """
  }

  private static let count = 700

  /// Makes the table with a row, and inserts many in one step, with keys that are not all consecutive.
  private func insert(_ example: Case) throws -> (Scratch, BookStore) {
    let key = example.testDescription == "no key" ? "rowid" : "id"
    let scratch = try Scratch(
      "\(example.sql); INSERT INTO item (\(key), title, number) VALUES (300, 'first', -1)")
    let store = try scratch.store(editLog: EditLogOptions(folder: scratch.logFolder))
    let step = store.beginStep()
    let columns = store.schema.fields.map(\.column)
    for start in stride(from: 0, to: Self.count, by: 100) {
      let rows = (start..<start + 100).map { number in columns.map { value(of: $0, number) } }
      _ = try store.insert(rows, in: step)
    }
    return (scratch, store)
  }

  private func value(of column: String, _ number: Int) -> Value? {
    switch column {
    case "id": .integer(Int64(number % 50 == 49 ? 10_000 + number : number + 301))
    case "title": number % 7 == 0 ? .null : .text(Text(bytes: Array("Ä\(number)".utf8) + [0xFF, 0]))
    case "number": .integer(Int64(number))
    case "price": .real(Double(number) / 3)
    case "data": .blob(Array(repeating: UInt8(number % 256), count: number % 400))
    case "anything": number % 2 == 0 ? .text(Text("\(number)")) : .real(.infinity)
    default: nil
    }
  }

  /// Undoes the insertion of about 200 rows and stops there.
  private func undoInPart(_ store: BookStore) throws -> UndoJob {
    let undo = try #require(try store.history.start(.undo))
    while try undo.step(), undo.undone.count < 200 {}
    return undo
  }

  private func everything(_ scratch: Scratch) throws -> [String] {
    try scratch.rows(
      """
      SELECT quote(number), quote(title), typeof(price), quote(price), quote(data), typeof(anything), quote(anything)
      FROM item ORDER BY number
      """)
  }

  private func hasDeletedRuns(_ scratch: Scratch) -> Bool {
    scratch.statementsSinceLastCall().contains { $0.hasPrefix("DELETE FROM") && $0.contains("BETWEEN") }
  }

  @Test("All rows go, and come back as they were, and go again", arguments: Case.all)
  func undoAndRedo(_ example: Case) throws {
    let (scratch, store) = try insert(example)
    let after = try everything(scratch)
    #expect(after.count == Self.count + 1)
    #expect(try store.shownRows(in: 0..<2_000).count == Self.count + 1)
    for _ in 0..<2 {
      _ = scratch.statementsSinceLastCall()
      #expect(try store.undo()?.count == Self.count)
      #expect(hasDeletedRuns(scratch) == example.isQuick)
      #expect(try everything(scratch).count == 1)
      #expect(try store.shownRows(in: 0..<9).count == 1)
      #expect(try store.redo()?.count == Self.count)
      #expect(try everything(scratch) == after)
      #expect(try store.shownRows(in: 0..<2_000).count == Self.count + 1)
    }
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  @Test("Another session has them in the log", arguments: Case.all) func restarted(_ example: Case) throws {
    let scratch = try {
      let (scratch, store) = try insert(example)
      #expect(try store.undo()?.count == Self.count)
      return scratch
    }()
    let store = try scratch.loggedStore()
    #expect(try store.redo()?.count == Self.count)
    #expect(try everything(scratch).count == Self.count + 1)
    #expect(try store.undo()?.count == Self.count)
    #expect(try everything(scratch).count == 1)
  }

  @Test("Rows that somebody else has changed or removed since stay, and all others go", arguments: Case.all)
  func changedSince(_ example: Case) throws {
    let (scratch, store) = try insert(example)
    try scratch.run(
      "UPDATE item SET title = 'theirs' WHERE number IN (7, 350, 699); DELETE FROM item WHERE number = 42")
    let undone = try store.undo()
    #expect(undone?.leftOutCount == 4 && undone?.count == Self.count - 4)
    #expect(try scratch.rows("SELECT number FROM item ORDER BY 1") == ["-1", "7", "350", "699"])
    #expect(try store.redo()?.count == Self.count - 4)
    #expect(try scratch.rows("SELECT count(*) FROM item") == ["\(Self.count)"])
  }

  @Test("An edit that is not written is not lost with its row") func edited() throws {
    let (scratch, store) = try insert(Case.all[0])
    let id = try #require(try store.shownRows(in: 200..<201).first?.id)
    let title = try store.field("title")
    try store.set("mine", at: title, of: id)
    #expect(try store.undo()?.field == title)
    #expect(try store.undo()?.count == Self.count)
    #expect(try everything(scratch).count == 1)
  }

  @Test("Deleted rows that came back go again, in whichever order they went", arguments: [false, true])
  func deletedAgain(isFalling: Bool) throws {
    let scratch = try Scratch(Scratch.books(Self.count))
    let store = try scratch.store(editLog: EditLogOptions(folder: scratch.logFolder))
    let books = try scratch.rows("SELECT * FROM book")
    let ids = (1...Self.count).map { RecordID.rowid(Int64(isFalling ? Self.count + 1 - $0 : $0)) }
    try store.delete(ids)
    for _ in 0..<2 {
      #expect(try store.undo()?.count == Self.count)
      #expect(try scratch.rows("SELECT * FROM book") == books)
      _ = scratch.statementsSinceLastCall()
      #expect(try store.redo()?.count == Self.count)
      let deletions = scratch.statementsSinceLastCall().filter { $0.hasPrefix("DELETE FROM") }
      #expect(deletions.count < 50 && deletions.allSatisfy { $0.contains("BETWEEN") })
      #expect(try scratch.rows("SELECT count(*) FROM book") == ["0"])
    }
    #expect(try store.undo()?.count == Self.count)
    #expect(try scratch.rows("SELECT * FROM book") == books)
  }

  @Test("A foreign key that comes in between is seen: what goes along is left to the way row by row")
  func newForeignKey() throws {
    let (scratch, store) = try insert(Case.all[0])
    let undo = try undoInPart(store)
    try scratch.run(
      """
      CREATE TABLE part (item REFERENCES item ON DELETE CASCADE);
      INSERT INTO part SELECT id FROM item WHERE id <> 300;
      """)
    _ = scratch.statementsSinceLastCall()
    try undo.finish()
    #expect(!hasDeletedRuns(scratch))
    #expect(try scratch.rows("SELECT id FROM item UNION ALL SELECT item FROM part") == ["300"])
  }

  @Test("A trigger that comes in between is seen") func newTrigger() throws {
    let (scratch, store) = try insert(Case.all[0])
    let undo = try undoInPart(store)
    let count = undo.undone.count
    try scratch.run(Case.trigger)
    try undo.finish()
    #expect(try scratch.rows("SELECT count(*) FROM past") == ["\(Self.count - count)"])
    #expect(try store.redo() != nil)
    #expect(try scratch.rows("SELECT count(*) FROM item") == ["\(Self.count + 1)"])
  }
}
