import Foundation
import Queries
import Records
import SeededRandom
import Testing

@testable import BookStore

/// Random rules over rows of random schemas: what a trial says of each row is what the change then does, and undo takes it back.
struct RowEnginePropertyTests {
  /// As many cases as the variable `BOOKLIST_RULES` says.
  private static let caseCount =
    ProcessInfo.processInfo.environment["BOOKLIST_RULES"].flatMap { UInt64($0) } ?? 500
  private static let partCount: UInt64 = 10

  @Test("A trial says what the change does, and undo takes that back", arguments: 0..<partCount)
  func trialAndChange(part: UInt64) throws {
    var changedCount = 0
    for seed in stride(from: part, to: Self.caseCount, by: Int(Self.partCount)) {
      changedCount += try run(seed: seed)
    }
    #expect(changedCount > 0)
  }

  /// What came of the rows, or why nothing did.
  private struct End: Equatable {
    var outcomes: [RuleOutcome] = []
    var report: RuleReport?
    var error: StoreError?
  }

  /// Returns how many rows were changed.
  private func run(seed: UInt64) throws -> Int {
    var random = SeededGenerator(seed: seed)
    let statements = Self.statements(&random)
    let scratch = try Scratch("")
    try Self.make(statements, scratch.path, &random)
    var store = try scratch.loggedStore()
    let name = ["t", "t", "strict", "strict", "seen"].randomElement(using: &random) ?? "t"
    guard let table = store.tables.first(where: { $0.name == name })?.id else { return 0 }
    let ids = try RowSelection(of: store, table: table, RowQuery()).ids()
    let rules = Self.rules(try store.schema(of: table), &random)
    dirty(ids, store, &random)
    let told = Comment(
      rawValue: "seed \(seed): \(rules) over \(name)\n\(statements.joined(separator: ";\n"))")

    let trial = end(of: rules, ids, table, store, .trial())
    // Edits that cannot be written keep the rows from being changed, until another write-back finds a way.
    if trial.error != nil, store.counts.dirty > 0 { return 0 }
    let before = try scratch.everything()
    #expect(end(of: rules, ids, table, store, .trial()) == trial, told)
    #expect(try scratch.everything() == before, told)
    let change = end(of: rules, ids, table, store, .straight)
    #expect(change == trial, told)
    store.close()
    if change.error != nil || change.report?.changedCount == 0 {
      // Triggers may have written elsewhere although the row is as it was.
      if change.error != nil { #expect(try scratch.everything() == before, told) }
      return 0
    }
    store = try scratch.loggedStore()
    if !statements.contains(where: { $0.contains("UPDATE t") || $0.contains("IGNORE t") }) {
      try check(change.outcomes, rules, store, told)
    }
    var step: UndoneStep?
    #expect(throws: Never.self, told) { step = try store.undo() }
    #expect(step?.leftOutCount == 0, told)
    // A row may have to wait until another one has given up its unique value.
    let isWritten = (0..<3).contains { _ in store.writeBack().isComplete }
    #expect(isWritten, told)
    let undone = try scratch.everything()
    #expect(undone == before, told)
    store.close()
    return change.report?.changedCount ?? 0
  }

  private func end(
    of rules: [FieldRule], _ ids: [RecordID], _ table: TableID, _ store: BookStore, _ mode: RowEngine.Mode
  ) -> End {
    var end = End()
    do throws(StoreError) {
      let engine = try RowEngine(rules, of: table, in: store)
      end.report = try engine.run(ids, mode, .init(onRow: { end.outcomes.append($0) }))
    } catch {
      end.error = error
    }
    return end
  }

  /// Checks that rows hold what was said of them.
  private func check(
    _ outcomes: [RuleOutcome], _ rules: [FieldRule], _ store: BookStore, _ told: Comment
  ) throws {
    for outcome in outcomes {
      guard case .changed(let new) = outcome.result else { continue }
      for (rule, value) in zip(rules, new) {
        #expect(try store.shelf.read(rule.field, of: outcome.id) == value, told)
      }
    }
  }

  /// Leaves edits in memory, of rows that the rules change as well.
  private func dirty(_ ids: [RecordID], _ store: BookStore, _ random: inout some RandomNumberGenerator) {
    for id in ids.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)) {
      let count = (try? store.schema(of: id.table).fields.count) ?? 1
      try? store.set(
        RandomSchema.value(using: &random), at: Int.random(in: 0..<count, using: &random), of: id)
    }
  }

  // MARK: Schemas and rules

  /// A random table with triggers, and one that is STRICT, with foreign keys from and to it and a view of it.
  private static func statements(_ random: inout some RandomNumberGenerator) -> [String] {
    let actions = ["CASCADE", "SET NULL", "SET DEFAULT", "RESTRICT", "NO ACTION"]
    let action = actions.randomElement(using: &random) ?? ""
    func deferral(_ random: inout some RandomNumberGenerator) -> String {
      Bool.random(using: &random) ? " DEFERRABLE INITIALLY DEFERRED" : ""
    }
    return RandomSchema(using: &random).statements + [
      """
      CREATE TABLE strict (id INTEGER PRIMARY KEY, n INTEGER NOT NULL CHECK (n < 9), a TEXT UNIQUE, x ANY, g ANY AS (n * 2),
        other INTEGER REFERENCES other (id)\(deferral(&random))) STRICT
      """,
      "CREATE TABLE child (id INTEGER PRIMARY KEY, a TEXT DEFAULT 'b' REFERENCES strict (a) ON UPDATE \(action)\(deferral(&random)))",
      "CREATE VIEW seen AS SELECT id, n, a FROM strict",
      "CREATE TRIGGER see INSTEAD OF UPDATE ON seen BEGIN UPDATE strict SET n = new.n, a = new.a WHERE id = old.id; END",
      "INSERT INTO strict (id, n, a, x, other) VALUES (1, 1, 'a', 1, 1), (2, 8, 'b', 'B', 2), (3, -3, 'B', NULL, NULL), (4, 5, ' bee ', x'FF', 3)",
      "INSERT INTO child (a) VALUES ('a'), ('b'), (NULL)",
    ]
  }

  private static func make(
    _ statements: [String], _ path: String, _ random: inout some RandomNumberGenerator
  ) throws {
    let owner = try Stock.open(path)
    // Each statement is a transaction of its own, and none has to outlive a power cut.
    try owner.run("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    owner.use { database in
      // Stock SQLite may refuse some.
      for sql in statements { try? database.run(sql) }
      for key in 1...8 {
        let values = [.integer(Int64(key))] + (0..<2).map { _ in RandomSchema.value(using: &random) }
        try? database.run("INSERT INTO t (k, c0, c1) VALUES (?, ?, ?)", values)
      }
    }
    owner.close()
  }

  /// One to three rules for fields that can be set.
  private static func rules(_ schema: Schema, _ random: inout some RandomNumberGenerator) -> [FieldRule] {
    let fields = schema.fields.filter { !$0.isGenerated && !["id", "k"].contains($0.column) }.shuffled(
      using: &random)
    return fields.prefix(Int.random(in: 1...3, using: &random)).compactMap { field in
      let index = schema.field(named: field.column) ?? 0
      if Int.random(in: 0..<3, using: &random) == 0 {
        return FieldRule(field: index, rule: .value(RandomSchema.value(using: &random)))
      }
      let other = schema.fields.randomElement(using: &random)?.column ?? field.column
      let rules = ["upper", "trim", "+1", "*2", "s/b/a/", "", "{\(other)}", "{\(other)}!", "r/^(.).*/$1/"]
      return try? FieldRule("\(field.column):=\(rules.randomElement(using: &random) ?? "upper")", in: schema)
    }
  }
}
