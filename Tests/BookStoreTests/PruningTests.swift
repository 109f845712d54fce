import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Steps that are dropped some thousand changes at a time, beside a session that goes on.
struct PruningTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Logs a step of very many old changes and a new one of one change, both of which the database has.
  ///
  /// - Returns: The number of the first one.
  private func makeOldStep(_ count: Int) throws -> Int64 {
    let store = try scratch.loggedStore()
    for author in ["a", "b"] {
      try store.set(.text(Text(author)), at: Book.author, of: 1)
      store.writeBack()
    }
    let log = try #require(store.journal.opened)
    log.keeper.flush()
    let step = try #require(try store.history.steps(limit: 9).last).main.step
    try log.connection.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO change (step, "table", key, title, kind, "column", before, after, state, depth, rows)
      SELECT \(step), 'book', i, 'Title', 0, 'author', 'x', 'y', 1, 0, 1 FROM n
      """)
    try log.connection.run("UPDATE step SET time = 1000 WHERE id = \(step)")
    return step
  }

  /// How many rows another connection to the log counts.
  private func count(_ sql: String, _ connection: Connection) throws -> Int {
    try connection.statement("SELECT count(*) FROM \(sql)").firstRow(binding: []) { Int($0.integer(at: 0)) }
      ?? 0
  }

  @Test("A large step goes in slices between which edits are logged, and is shown as a whole or not at all")
  func slices() throws {
    let step = try makeOldStep(100_000)
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    let other = try LogSchema.connect(to: file.path)
    let store = try scratch.loggedStore(age: 100_000)
    var (counts, shown, number): (Set<Int>, Set<Int>, Int) = ([], [], 0)
    try store.wait {
      number += 1
      try store.set(.text(Text("Author \(number)")), at: Book.author, of: 2)
      let entries = try store.history.steps(limit: 1, after: step - 1)
      shown.insert(entries.first { $0.main.step == step }?.count ?? 0)
      if counts.count % 8 == 0 {
        let isInHistory = try store.history.changes(limit: 1, of: step).count > 0
        #expect(!isInHistory || shown == [100_001])
      }
      counts.insert(try count("change WHERE step = \(step)", other))
      return counts.contains(0)
    }
    #expect(counts.count > 5, "\(counts)")
    #expect(shown.isSubset(of: [0, 100_001]), "\(shown)")
    #expect(store.logState == .ready)
    try store.wait { try count("step WHERE id = \(step)", other) == 0 }
    #expect(try store.history.changes(limit: 9).count >= min(number, 9))
  }

  @Test("What was killed while it dropped a step leaves it dropped, and the next start goes on with it")
  func killed() throws {
    let step = try makeOldStep(10_000)
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    let other = try LogSchema.connect(to: file.path)
    try other.run("UPDATE step SET undone = 3 WHERE id = \(step)")
    try other.run(
      "DELETE FROM change WHERE id IN (SELECT id FROM change WHERE step = \(step) ORDER BY id LIMIT 4000)")
    let store = try scratch.loggedStore()
    #expect(try store.history.steps(limit: 9).count == 1 && store.history.changes(limit: 9).count == 1)
    #expect(try store.undo()?.count == 1)
    #expect(try store.undo() == nil)
    try store.wait { try count("step WHERE id = \(step)", other) == 0 }
    #expect(try count("change WHERE step = \(step)", other) == 0)
    #expect(try store.redo()?.count == 1)
  }

  @Test("Closing does not wait until all is dropped") func closing() throws {
    let step = try makeOldStep(100_000)
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    let other = try LogSchema.connect(to: file.path)
    do {
      let store = try scratch.loggedStore(age: 100_000)
      try store.wait {
        _ = try store.history.changes(limit: 1)
        return try count("change WHERE step = \(step)", other) < 100_001
      }
    }
    #expect(try count("change WHERE step = \(step)", other) > 0)
  }
}
