import Foundation
import Records
import SeededRandom
import Testing

@testable import BookStore

/// Random schemas of which SQLite accepts whatever it does: the store accepts the same, and leaves the same.
struct SchemaPropertyTests {
  /// As many as the variable `BOOKLIST_SCHEMAS` says, or those that it names, as in `102-103`.
  static let seeds: [UInt64] = {
    let ends = (ProcessInfo.processInfo.environment["BOOKLIST_SCHEMAS"] ?? "60").split(separator: "-")
    let numbers = ends.compactMap { UInt64($0) }
    guard let last = numbers.last else { return [] }
    return Array(numbers.count > 1 ? numbers[0]...last : 0...max(1, last) - 1)
  }()

  @Test("Edits, insertions and deletions end as they do in stock SQLite", arguments: seeds)
  func asInStock(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let schema = RandomSchema(using: &random)
    let twin = try make(schema, &random)
    do {
      for _ in 0..<20 { try step(twin, schema, &random) }
      try twin.compare("seed \(seed)")
    } catch is Twin.Disagreement {
      Issue.record("seed \(seed): \(schema.statements.joined(separator: ";\n"))")
    }
    twin.close()
    #expect(try twin.files() == ["store.sqlite"], "seed \(seed)")
    #expect(try Stock.pragma("integrity_check", twin.path) == "ok", "seed \(seed)")
  }

  /// The schema with some rows, as far as stock SQLite accepts them, twice.
  private func make(_ schema: RandomSchema, _ random: inout some RandomNumberGenerator) throws -> Twin {
    let scratch = try Scratch("")
    let paths = ["store.sqlite", "stock.sqlite"].map { scratch.folder + "/" + $0 }
    let owner = try Stock.open(paths[0])
    // Each statement is a transaction of its own, and none has to outlive a power cut.
    try owner.run("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    owner.use { database in
      for sql in schema.statements { try? database.run(sql) }
      // A trigger that calls for what is not there keeps all rows out, in both.
      for _ in 0..<10 {
        let values =
          [schema.key(using: &random) ?? .null] + (0..<2).map { _ in RandomSchema.value(using: &random) }
        try? database.run("INSERT INTO t (k, c0, c1) VALUES (?, ?, ?)", values)
      }
    }
    owner.close()
    try FileManager.default.copyItem(atPath: paths[0], toPath: paths[1])
    return try Twin(scratch, path: paths[0], copy: paths[1], table: "t")
  }

  private func step(
    _ twin: Twin, _ schema: RandomSchema, _ random: inout some RandomNumberGenerator
  ) throws {
    let ids = try twin.rows("SELECT k FROM t ORDER BY k").map { key -> RecordID in
      if !schema.isWithoutRowID, case .integer(let rowid) = key[0] {
        return RecordID(.rowid(rowid), in: try twin.schema.id)
      }
      return RecordID(.columns(key), in: try twin.schema.id)
    }
    let kind = Int.random(in: 0..<10, using: &random)
    guard kind > 2, let id = ids.randomElement(using: &random) else {
      let values = try twin.schema.fields.map { field in
        field.column == "k"
          ? schema.key(using: &random)
          : Bool.random(using: &random) ? nil : RandomSchema.value(using: &random)
      }
      _ = try twin.insert(values)
      return
    }
    if kind == 3 { _ = try twin.delete(id) } else { try edit(id, twin, &random) }
  }

  /// Sets one or two fields to other values than they hold.
  private func edit(_ id: RecordID, _ twin: Twin, _ random: inout some RandomNumberGenerator) throws {
    let fields = try twin.schema.fields
    let settable = fields.indices.filter { !fields[$0].isGenerated && fields[$0].column != "k" }
    var cells: [(field: Int, value: Value)] = []
    for field in settable.shuffled(using: &random).prefix(.random(in: 1...2, using: &random)).sorted() {
      let value = RandomSchema.value(using: &random)
      let held = try twin.rows("SELECT \(fields[field].column) FROM t WHERE k = ?", id.values).first?.first
      if held != value { cells.append((field, value)) }
    }
    if !cells.isEmpty { _ = try twin.set(cells, of: id) }
  }
}
