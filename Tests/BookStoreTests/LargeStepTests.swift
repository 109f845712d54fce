import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Steps of very many rows, which stay small in the log and are undone as others are.
struct LargeStepTests {
  private func rows(_ count: Int) -> [[Value?]] {
    (0..<count).map { [.text(Text("Title \($0)")), .integer(Int64($0)), .text(Text("Author \($0 % 7)"))] }
  }

  private func insert(_ count: Int, _ store: BookStore) throws {
    let step = store.beginStep()
    for start in stride(from: 0, to: count, by: 300) {
      _ = try store.insert(rows(min(300, count - start)), in: step)
    }
  }

  private func logged(_ sql: String, _ store: BookStore) throws -> Int64? {
    try store.journal.opened?.connection.statement(sql).firstRow(binding: []) { $0.integer(at: 0) }
  }

  @Test("Very many rows that come are a few entries of the log, one line of the history, and one undo")
  func insertion() throws {
    let (scratch, store) = try Scratch.logged()
    let before = try scratch.rows("SELECT * FROM book")
    try insert(2_000, store)
    let after = try scratch.rows("SELECT * FROM book")
    #expect(after.count == 2_003)
    #expect(try logged("SELECT count(*) FROM change", store) == 7)
    #expect(try logged("SELECT sum(length(content)) FROM image", store) == 12_000)
    let lines = try store.history.steps(limit: 9)
    #expect(lines.map(\.count) == [2_000])
    #expect(lines.map(\.alikeCount) == [2_000])
    #expect(lines.map(\.main.title) == ["Title 0"])
    for _ in 0..<2 {
      #expect(try store.undo()?.count == 2_000)
      let entries = try #require(try logged("SELECT count(*) FROM change", store))
      #expect(entries < 150)
      #expect(try scratch.rows("SELECT * FROM book") == before)
      #expect(try store.redo()?.count == 2_000)
      #expect(try scratch.rows("SELECT * FROM book") == after)
    }
    #expect(try store.history.steps(limit: 9).map(\.count).allSatisfy { $0 == 2_000 })
  }

  @Test("A line of many rows leads to the row whose title it has") func lines() throws {
    let store = try Scratch(Scratch.books(80)).loggedStore()
    try store.delete(RecordID.first(40))
    try store.delete((1...40).map { RecordID.rowid(81 - $0) })
    for _ in 0..<2 { _ = try store.undo() }
    let lines = try store.history.changes(limit: 9)
    #expect(lines.map(\.rowCount) == [40, 40, 40, 40])
    for line in lines { #expect(line.title == .text(Text("Title \(line.id?.rowid ?? 0)"))) }
  }

  @Test("What the log has lost is not taken back in part", arguments: ["image", "layout"])
  func lost(_ table: String) throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(100))
    try store.set("a", at: Book.author, of: 99)
    #expect(store.writeBack().isComplete)
    try store.delete(RecordID.first(80))
    try store.journal.opened?.connection.run(
      "DELETE FROM \(table) WHERE rowid = (SELECT max(rowid) FROM \(table))")
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["20"])
  }

  @Test("A log that claims to have a great many rows is read all the same") func untrue() throws {
    let store = try Scratch(Scratch.books(9)).loggedStore()
    for key in 1...2 { try store.delete(.rowid(Int64(key))) }
    try store.journal.opened?.connection.run("UPDATE change SET rows = 9223372036854775807")
    #expect(try store.history.steps(limit: 9).count == 2)
    #expect(throws: StoreError.changedSince) { try store.undo() }
  }

  @Test("A large step is undone and redone after a restart") func restart() throws {
    let scratch = try Scratch()
    try insert(700, try scratch.loggedStore())
    #expect(try scratch.loggedStore().undo()?.count == 700)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
    #expect(try scratch.loggedStore().redo()?.count == 700)
    #expect(try scratch.rows("SELECT title FROM book ORDER BY pk DESC LIMIT 1") == ["Title 99"])
  }

  @Test(
    "Of a run the rows are undone that nobody has changed since",
    arguments: [[50], [4], [103], [4, 53, 54, 103]])
  func changedSince(_ changed: [Int]) throws {
    let (scratch, store) = try Scratch.logged()
    _ = try store.insert(rows(100))
    let after = try scratch.rows("SELECT * FROM book WHERE pk NOT IN (\(changed.list))")
    try scratch.run("UPDATE book SET author = 'other' WHERE pk IN (\(changed.list))")
    let undone = try #require(try store.undo())
    #expect(undone.count == 100 - changed.count && undone.leftOutCount == changed.count)
    #expect(try scratch.rows("SELECT pk FROM book WHERE pk > 3") == changed.map(String.init))
    let count = 100 - changed.count
    #expect(try store.history.steps(limit: 9).map(\.count) == [count, count, changed.count])
    #expect(try store.redo()?.count == 100 - changed.count)
    #expect(try scratch.rows("SELECT * FROM book WHERE pk NOT IN (\(changed.list))") == after)
  }

  @Test("Nothing of a run is undone where all of its rows were changed since, and the log keeps it as it is")
  func allChangedSince() throws {
    let (scratch, store) = try Scratch.logged()
    _ = try store.insert(rows(100))
    try scratch.run("UPDATE book SET author = 'other'")
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try logged("SELECT count(*) FROM change", store) == 1)
  }

  @Test("An edit ends with the row that was deleted in a run") func editBeforeRun() throws {
    let scratch = try Scratch(Scratch.books(200))
    do {
      let store = try scratch.loggedStore()
      try store.set("mine", at: Book.author, of: 150)
      try store.set("kept", at: Book.author, of: 190)
      try store.delete((100..<180).map { RecordID.rowid($0) })
      #expect(try logged("SELECT max(rows) FROM change", store) == 64)
    }
    #expect(try scratch.restored(1).record(190).value(at: Book.author) == "kept")
  }

  @Test("What runs: consecutive rowids of one table that are touched alike, in parts that are not too large")
  func runs() {
    func change(
      _ rowid: Int64, table: String = "book", _ text: String = "", isInsertion: Bool = false
    ) -> Change {
      let image = RowImage.cells([Change.Cell(column: "a", value: .text(Text(text)))])
      return Change(
        table: table, key: .rowid(rowid), title: .null,
        content: isInsertion ? .insertion(image.digested) : .deletion(image))
    }
    func counts(_ changes: [Change]) -> [Int] { RowRun.runs(of: changes).map(\.changes.count) }
    #expect(counts((1...32).map { change($0) }) == Array(repeating: 1, count: 32))
    #expect(counts((1...600).map { change($0, isInsertion: true) }) == [320, 280])
    #expect(counts((1...150).map { change(151 - $0) }) == [64, 64, 22])
    #expect(counts((1...100).map { change(abs($0 - 30)) }) == [30, 64, 6])
    #expect(counts([change(0), change(.min)] + (1...40).map { change($0) }) == [1, 1, 40])
    #expect(counts((1...100).map { change($0 < 40 ? $0 : $0 + 1) }) == [39, 61])
    #expect(counts((1...100).map { change($0, table: $0 < 31 ? "a" : "b") }) == [30, 64, 6])
    let large = String(repeating: "x", count: 400_000)
    #expect(counts((1...66).map { change($0, $0 < 4 ? large : "") }) == [3, 63])
  }
}

extension [Int] {
  fileprivate var list: String { map(String.init).joined(separator: ", ") }
}
