import CSQLite
import Foundation
import Records
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

@Suite("Watching the store") struct ObservationTests {
  private func store(_ scratch: Scratch) throws -> BookStore {
    let store = try scratch.store()
    store.observation.isObserved = true
    _ = scratch.statementsSinceLastCall()
    return store
  }

  @Test("The statements are those that SQLite traces, in their order, with what they were for")
  func agreesWithTrace() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    try store.set("Dante", at: Book.author, of: 3)
    _ = try store.record(1)
    _ = try store.insert(["New", .null, .null])
    store.dehydrateAll()
    _ = try store.shownRows(in: 0..<4)
    try store.delete(4)
    // What is asked of the connection itself is left out on both sides.
    let all = store.observation.statements()
    let statements = all.filter { !$0.sql.contains("PRAGMA") }
    #expect(statements.map(\.sql) == scratch.statementsSinceLastCall())
    #expect(all.map(\.number) == Array(1...all.count))
    #expect(
      statements.map(\.purpose) == [
        .hydrate, .hydrate, .other, .other, .other, .writeBack, .writeBack, .writeBack, .list, .other, .other,
        .other,
      ])
    #expect(statements.map(\.record) == [3, 1, nil, nil, nil, nil, 3, nil, nil, nil, 4, nil])
    #expect(statements.map(\.rowCount) == [1, 1, 0, 1, 0, 0, 1, 0, 4, 0, 1, 0])
    #expect(statements[6].values == ["Dante", .integer(3)])
    #expect(statements.allSatisfy { $0.nanoseconds > 0 })
    #expect(abs(statements[0].startedAt - Date().timeIntervalSince1970) < 60)
  }

  @Test("Looking for other writers again and again is not among the statements") func looking() throws {
    let store = try store(try Scratch())
    for _ in 1...3 { #expect(store.checkForOtherWriters() == .nothing) }
    #expect(store.observation.statements().isEmpty)
  }

  @Test("The statements of threads are seen too") func threads() throws {
    let scratch = try Scratch(Scratch.books(3_000))
    let store = try store(scratch)
    store.listing.scoutAhead()
    try store.arranged(by: .own, finding: "title 1")
    for row in try store.shownRows(in: 0..<1_100) { try store.set("A", at: Book.author, of: row.id) }
    store.writer.startDehydratingAll()
    try store.wait { store.writer.takeWriteBack() != nil }
    let traced = scratch.statementsSinceLastCall().sorted()
    // What trace leaves out with this filter is left out here as well.
    let statements = store.observation.statements()
    let found = statements.map(\.sql).filter { !$0.lowercased().contains("pragma") }.sorted()
    #expect(found.suffix(100) == traced.suffix(100) && statements.count == 2_000)
    #expect(statements.contains { $0.purpose == .writeBack })
  }

  @Test("Long values are cut, and short ones are whole") func values() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    let long = Text(String(repeating: "x", count: 5_000))
    try store.set(.text(long), at: Book.author, of: 1)
    try store.set(.blob(Array(repeating: 7, count: 5_000)), at: Book.title, of: 1)
    store.writeBack()
    let update = try #require(store.observation.statements().first { $0.sql.hasPrefix("UPDATE") })
    #expect(update.values.count == 3)
    #expect(update.values[0] == .blob(Array(repeating: 7, count: 40)))
    #expect(update.values[1] == .text(Text(String(repeating: "x", count: 40))))
    #expect(update.values[2] == 1)
  }

  @Test("The last 2,000 are kept, and none once nobody looks") func ring() throws {
    let store = try Scratch(Scratch.books(2_100)).store()
    _ = try store.record(1)
    #expect(!store.observation.isObserved && store.observation.statements().isEmpty)
    store.observation.isObserved = true
    for rowid in 1...2_100 { _ = try store.record(.rowid(Int64(rowid))) }
    #expect(store.observation.statements().map(\.number) == Array(100...2_099))
    #expect(store.observation.statements(after: 2_090).map(\.record) == (2_092...2_100).map { .rowid($0) })
    store.observation.isObserved = false
    #expect(store.observation.statements().isEmpty)
    store.observation.isObserved = true
    store.dehydrateAll()
    for rowid in 1...2_005 { _ = try store.record(.rowid(Int64(rowid))) }
    let numbers = store.observation.statements().map(\.number)
    #expect(numbers == Array(numbers[0]..<numbers[0] + 2_000))
  }

  @Test("A short list is mapped row by row in its order, and runs nothing for it") func shortMap() throws {
    let scratch = try Scratch()
    let store = try store(scratch)
    _ = try store.record(1)
    try store.set("Dante", at: Book.author, of: 3)
    _ = scratch.statementsSinceLastCall()
    let map = store.observation.map(of: store.listing, cells: 10, shown: [2, 3])
    #expect(map.cells.map(\.filling) == [.hydrated, .known, .dirty])
    #expect(map.cells.map(\.isShown) == [false, true, true])
    #expect(map.order == .list && map.rowsPerCell == 1)
    try store.arranged(by: ListOrder(field: Book.title))
    _ = scratch.statementsSinceLastCall()
    let sorted = store.observation.map(of: store.listing, cells: 10, shown: [])
    #expect(sorted.cells.map(\.filling) == [.known, .dirty, .hydrated])
    #expect(scratch.statementsSinceLastCall().isEmpty)
  }

  @Test("A long list is mapped by rowid, and follows each change") func longMap() throws {
    let scratch = try Scratch(Scratch.books(1_000))
    let store = try store(scratch)
    try store.listing.resolveCount()
    _ = try store.record(1_000)
    func map(shown: RecordID = 1) -> RecordMap {
      store.observation.map(of: store.listing, cells: 10, shown: [shown])
    }
    func filling() -> [RecordMap.Filling] { map().cells.map(\.filling) }
    #expect(filling() == [.known, .known, .known, .known, .known, .known, .known, .known, .known, .some])
    #expect(map().rowsPerCell == 100)
    #expect(map(shown: 101).cells.map(\.isShown).firstIndex(of: true) == 1)
    for rowid in 101...160 { _ = try store.record(.rowid(Int64(rowid))) }
    try store.set("A", at: Book.author, of: 500)
    _ = scratch.statementsSinceLastCall()
    #expect(
      filling() == [.known, .hydrated, .known, .known, .someDirty, .known, .known, .known, .known, .some])
    for rowid in 401...449 { try store.set("A", at: Book.author, of: .rowid(Int64(rowid))) }
    #expect(filling()[4] == .dirty)
    _ = scratch.statementsSinceLastCall()
    _ = filling()
    #expect(scratch.statementsSinceLastCall().isEmpty)
    store.dehydrateAll()
    #expect(Set(filling()) == [.known])
  }

  @Test("A cell's share is that of its rows, however few they are") func sharesOfFew() throws {
    let store = try store(try Scratch(Scratch.books(9)))
    try store.listing.resolveCount()
    let filling = { store.observation.map(of: store.listing, cells: 3, shown: []).cells.map(\.filling) }
    _ = try store.record(1)
    try store.set("A", at: Book.author, of: 5)
    #expect(filling() == [.some, .someDirty, .known])
    _ = try store.record(2)
    try store.set("A", at: Book.author, of: 6)
    #expect(filling() == [.hydrated, .dirty, .known])
  }

  @Test("What was read together with others, or to be changed, counts as looked at once it is shown")
  func unseen() throws {
    let store = try store(try Scratch(Scratch.books(1_000)))
    try store.shelf.hydrate(RecordID.first(600))
    #expect(store.observation.unseenCount == 600)
    for _ in 1...2 { _ = try store.shelf.snapshot(of: 5) }
    _ = try store.shelf.snapshot(of: 700)
    #expect(store.observation.unseenCount == 599 && store.counts.hydrated == 601)
    store.dehydrateAll()
    #expect(store.observation.unseenCount == 0)
    try store.shelf.hydrate([5, 6])
    #expect(store.observation.unseenCount == 2)
    let groups = store.observation.groups(of: store.observation.statements())
    #expect(groups.allSatisfy { $0.rangeCount == nil })
  }

  @Test("A look at each of many rows is N+1: by ranges it would be what the store itself runs for them")
  func ranges() throws {
    let scratch = try Scratch(Scratch.books(1_000))
    let store = try store(scratch)
    for rowid in 1...1_000 { _ = try store.record(.rowid(Int64(rowid))) }
    let group = try #require(store.observation.groups(of: store.observation.statements()).first)
    #expect(group.count == 1_000 && group.rangeCount == 2)
    store.dehydrateAll()
    _ = scratch.statementsSinceLastCall()
    try store.shelf.hydrate(RecordID.first(1_000))
    #expect(scratch.statementsSinceLastCall().count == group.rangeCount)
  }

  @Test("Rows without a number fill the map from the start") func mapWithoutRowids() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE word (name TEXT PRIMARY KEY, note TEXT) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO word SELECT 'w' || i, i FROM n;
      """)
    let store = try store(scratch)
    for row in try store.shownRows(in: 0..<30) { _ = try store.record(row.id) }
    let map = store.observation.map(of: store.listing, cells: 10, shown: [])
    #expect(map.order == .none)
    #expect(map.cells.count { $0.filling == .hydrated } == 3)
  }

  @Test("What the budget would let go comes in the order of use, with its age") func nextToGo() throws {
    let store = try Scratch().store()
    for id: RecordID in [2, 1, 3, 2] { _ = try store.record(id) }
    store.observation.noteTime()
    try store.set("Dante", at: Book.author, of: 3)
    store.observation.noteTime()
    let entries = store.observation.nextToGo(10)
    #expect(entries.map(\.id) == [1, 2, 3])
    #expect(entries.map(\.isDirty) == [false, false, true])
    #expect(entries.first?.title == "War and Peace")
    #expect(entries.allSatisfy { $0.age >= 0 && $0.age < 60 && $0.byteCount > 0 })
    #expect(store.observation.nextToGo(2).map(\.id) == [1, 2])
    store.writer.keepWithin(bytes: 700, keeping: [])
    #expect(
      store.observation.nextToGo(10).map(\.id) == Array(entries.map(\.id).suffix(store.counts.hydrated)))
    #expect(store.counts.hydrated < 3)
  }

  @Test("The figures are the system's") func memory() throws {
    let store = try Scratch().store()
    _ = try store.record(1)
    let memory = store.observation.memory
    #expect(memory.records == store.counts.byteCount && memory.sqlite > 10_000)
    #if os(Linux)
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      for (name, figure) in [("VmRSS:", memory.resident), ("RssAnon:", memory.anonymous)] {
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
        let kilobytes = try #require(Int(line.filter(\.isNumber)))
        let bytes = try #require(figure)
        #expect(abs(bytes - kilobytes * 1_024) < 64 << 20 && bytes > 1 << 20)
      }
    #endif
  }

  @Test("Opening is one query for the list, recorded if the options say so; what is counted later says so")
  func counting() throws {
    let scratch = try Scratch(Scratch.books(20_000))
    var options = StoreOptions()
    options.isObserved = true
    let store = try BookStore(path: scratch.path, options: options)
    #expect(store.observation.isObserved && store.observation.statements().map(\.purpose) == [.list])
    _ = try store.shownRows(in: 0..<50)
    try store.scout()
    _ = store.observation.map(of: store.listing, cells: 10, shown: [])
    let purposes = store.observation.statements().map(\.purpose)
    #expect(purposes.count { $0 == .list } == 1)
    // The number of rows, the least and the greatest key.
    #expect(purposes.count { $0 == .count } >= 3)
    #expect(purposes.allSatisfy { $0 == .list || $0 == .count })
  }

  @Test(
    "The first row of each part of the map counts in it, whatever the number of rows is",
    arguments: [8_192, 100_352, 382_976, 1_000_000])
  func parts(rows: Int) {
    for part in 0..<8 {
      var buckets = RecordBuckets(table: .first, range: 1...Int64(rows))
      let first = (part * rows + 7) / 8 + 1
      buckets.note(.rowid(Int64(first)), from: .known, to: .dirty)
      let cells = buckets.map(cells: 8, rows: rows, shown: []).cells
      #expect(cells.firstIndex { $0.filling != .known } == part)
    }
  }

  // MARK: What SQLite plans for a statement, and what it counts of a run

  /// Statements, each with its plan: the depth and the text of each step.
  private static let plans: [(sql: String, plan: [String])] = [
    ("SELECT title FROM book WHERE author = ?", ["0 SCAN book"]),
    ("SELECT title FROM book WHERE pk = ?", ["0 SEARCH book USING INTEGER PRIMARY KEY (rowid=?)"]),
    ("SELECT pk FROM book ORDER BY author", ["0 SCAN book", "0 USE TEMP B-TREE FOR ORDER BY"]),
    (
      "SELECT pk FROM book UNION ALL SELECT pk FROM book WHERE pk = ?",
      [
        "0 COMPOUND QUERY", "1 LEFT-MOST SUBQUERY", "2 SCAN book", "1 UNION ALL",
        "2 SEARCH book USING INTEGER PRIMARY KEY (rowid=?)",
      ]
    ), ("BEGIN IMMEDIATE", []), ("PRAGMA journal_mode=wal", []), ("not SQL", []),
  ]

  @Test("The plan is SQLite's tree, and asking for it is not recorded", arguments: plans)
  func plan(_ sql: String, _ plan: [String]) throws {
    let store = try Scratch().store()
    store.observation.isObserved = true
    #expect(store.observation.plan(of: sql).map { "\($0.depth) \($0.text)" } == plan)
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
