import Records
import Testing

@testable import BookStore

/// The tables for readings and loans that older libraries of books lack.
struct MissingTableTests {
  private func missing(_ sql: String, table: String? = nil) throws -> [MissingTable] {
    let scratch = try Scratch(sql)
    let store = try BookStore(path: scratch.path, options: StoreOptions(table: table))
    return try store.fields.missingTables(of: store.schema.id)
  }

  @Test("The sample's library gets them in one transaction, and then notes readings, progress and loans")
  func creating() throws {
    let scratch = try Scratch(.sample, sample: true)
    var store = try scratch.loggedStore()
    let tables = try store.fields.missingTables(of: store.schema.id)
    #expect(tables.map(\.name) == ["reading", "progress", "loan", "quote"])
    try store.fields.startCreating(tables).finish()
    #expect(store.fields.isOutdated)
    store = try store.reopened()
    #expect(try store.fields.missingTables(of: store.schema.id).isEmpty)
    let readings = try BookReadings(RecordID(.rowid(1), in: store.schema.id), in: store)
    let session = ReadingSession(on: "2026-11-01", at: "2026-11-01")
    #expect(try readings.note(.percent(40), in: session) == .noted(ReadingProgress(percent: 40)))
    #expect(try readings.lend(to: "Anna", on: "2026-11-02"))
    store.writeBack()
    #expect(try scratch.rows("SELECT reading, percent FROM progress") == ["1|40.0"])
    #expect(try scratch.rows("PRAGMA foreign_key_check").isEmpty)
    for _ in 1...2 { _ = try store.history.undo() }
    #expect(try scratch.rows("SELECT count(*) FROM reading") == ["0"])
  }

  @Test("The statements are those of the template, with the library's own names") func statements() throws {
    let made = try missing("CREATE TABLE \"my books\" (\"no\" INTEGER PRIMARY KEY, title, author)")
    #expect(made.count == 4)
    #expect(made[0].statements[0].contains("REFERENCES \"my books\" (\"no\") ON DELETE CASCADE"))
    #expect(made[1].statements[0].contains("REFERENCES reading (pk)"))
    #expect(made.allSatisfy { $0.statements.count == 2 && !$0.statements.joined().contains("--") })
  }

  @Test(
    "Nothing is offered where a foreign key could not point, or the table is not of books",
    arguments: [
      "CREATE TABLE book (title, author)",
      "CREATE TABLE book (a, b, title, author, PRIMARY KEY (a, b)) WITHOUT ROWID",
      "CREATE TABLE coffee (pk INTEGER PRIMARY KEY, name)",
      "CREATE TABLE b (pk INTEGER PRIMARY KEY, title, author); CREATE VIEW a AS SELECT title, author FROM b",
    ])
  func notOffered(_ sql: String) throws {
    #expect(try missing(sql, table: sql.contains("VIEW") ? "a" : nil).isEmpty)
  }

  @Test(
    "A table that is there is left alone, and progress never points to readings that are something else",
    arguments: [
      ("loan (a)", ["reading", "progress", "quote"]),
      ("reading (id INTEGER PRIMARY KEY, sensor)", ["loan", "quote"]),
      (
        "reading (pk INTEGER PRIMARY KEY, book REFERENCES book (pk), started, finished, stopped)",
        ["progress", "loan", "quote"]
      ),
    ])
  func beside(_ table: String, _ offered: [String]) throws {
    let books = "CREATE TABLE book (pk INTEGER PRIMARY KEY, title, author); "
    #expect(try missing(books + "CREATE TABLE \(table)", table: "book").map(\.name) == offered)
  }

  @Test("If one table cannot be created, none is, and the database stays as it was") func failure() throws {
    let scratch = try Scratch(.sample)
    let store = try scratch.loggedStore()
    let job = try store.fields.startCreating(store.fields.missingTables(of: store.schema.id))
    try scratch.run("CREATE INDEX quote_book ON book (title)")
    #expect(throws: StoreError.self) { try job.finish() }
    #expect(try scratch.rows("SELECT count(*) FROM sqlite_schema WHERE name = 'reading'") == ["0"])
  }
}
