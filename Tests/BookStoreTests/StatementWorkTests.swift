import CSQLite
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// What SQLite plans for a statement, and what it counts of a run.
@Suite struct StatementWorkTests {
  private static let plans: [(sql: String, plan: [PlanStep])] = [
    ("SELECT title FROM book WHERE author = ?", [PlanStep(depth: 0, text: "SCAN book")]),
    (
      "SELECT title FROM book WHERE pk = ?",
      [PlanStep(depth: 0, text: "SEARCH book USING INTEGER PRIMARY KEY (rowid=?)")]
    ),
    (
      "SELECT pk FROM book ORDER BY author",
      [PlanStep(depth: 0, text: "SCAN book"), PlanStep(depth: 0, text: "USE TEMP B-TREE FOR ORDER BY")]
    ),
    (
      "SELECT pk FROM book UNION ALL SELECT pk FROM book WHERE pk = ?",
      [
        PlanStep(depth: 0, text: "COMPOUND QUERY"), PlanStep(depth: 1, text: "LEFT-MOST SUBQUERY"),
        PlanStep(depth: 2, text: "SCAN book"), PlanStep(depth: 1, text: "UNION ALL"),
        PlanStep(depth: 2, text: "SEARCH book USING INTEGER PRIMARY KEY (rowid=?)"),
      ]
    ),
    ("BEGIN IMMEDIATE", []), ("PRAGMA journal_mode=wal", []), ("not SQL", []),
  ]

  @Test("The plan is SQLite's tree, and asking for it is not recorded", arguments: plans)
  func plan(_ sql: String, _ plan: [PlanStep]) throws {
    let store = try Scratch().store()
    store.observation.isObserved = true
    #expect(store.observation.plan(of: sql) == plan)
    #expect(store.observation.statements().isEmpty)
  }

  @Test(
    "The work of a run is what SQLite counts of it alone, also after runs that nobody saw",
    arguments: [
      "SELECT count(*) FROM book WHERE author > ?", "SELECT title FROM book WHERE pk = ?",
      "SELECT pk FROM book ORDER BY author LIMIT ?",
    ])
  func work(_ sql: String) throws {
    let store = try Scratch(Scratch.books(1_000)).store()
    let connection = store.database.connection
    for _ in 1...3 { _ = try connection.value(sql, [.integer(7)]) }
    store.observation.isObserved = true
    for _ in 1...2 { _ = try connection.value(sql, [.integer(7)]) }
    let expected = try counted(sql, connection)
    #expect(store.observation.statements().map(\.work) == [expected, expected])
    #expect(expected.steps > 0)
    #expect(expected.scanSteps == (sql.contains("WHERE pk") ? 0 : 999))
    #expect(expected.sorts == (sql.contains("ORDER") ? 1 : 0))
  }

  /// What SQLite counts of a statement that is compiled for this and stepped once.
  private func counted(_ sql: String, _ connection: Connection) throws -> StatementWork {
    var handle: OpaquePointer?
    #expect(sqlite3_prepare_v2(connection.pointer, sql, -1, &handle, nil) == SQLITE_OK)
    defer { sqlite3_finalize(handle) }
    sqlite3_bind_int64(handle, 1, 7)
    #expect(sqlite3_step(handle) == SQLITE_ROW)
    func count(_ counter: Int32) -> Int { Int(sqlite3_stmt_status(handle, counter, 0)) }
    return StatementWork(
      steps: count(SQLITE_STMTSTATUS_VM_STEP), scanSteps: count(SQLITE_STMTSTATUS_FULLSCAN_STEP),
      sorts: count(SQLITE_STMTSTATUS_SORT))
  }
}
