import Records
import SeededRandom
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Random tables, of each of which one field of one row is edited: nothing else may differ then.
struct RoundTripTests {
  @Test("Hydrate, edit one field, dehydrate: only that column of that row differs", arguments: 0..<200)
  func oneField(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let table = RandomTable(using: &random)
    let scratch = try Scratch(table.script(using: &random))
    let before = try cells(of: table, scratch)
    let store = try BookStore(path: scratch.path)
    #expect(store.schema.fields.map(\.column) == table.columns.map(\.name), "\(table.sql)")
    let rows = try store.shownRows(in: 0..<RandomTable.rowCount)
    #expect(rows.count == before.count)
    for row in rows { try look(at: row.id, store) }
    guard let row = rows.randomElement(using: &random)?.id,
      let field = table.settable.randomElement(using: &random)
    else { return }
    let old = try store.shelf.read(field, of: row)
    let new = RandomTable.value(using: &random)
    try store.set(new, at: field, of: row)
    if Bool.random(using: &random) { _ = try store.shelf.read(field, of: row) }
    let result = store.dehydrateAll().writeBack
    #expect(result.isComplete && result.writtenCount == (old == new ? 0 : 1), "\(result) \(table.sql)")
    #expect(store.counts.hydrated == 0 && store.counts.byteCount == 0)
    let written = try store.shelf.read(field, of: row)
    let affinity = store.schema.fields[field].affinity
    if case .real = new, affinity == .text {
      // How many digits SQLite prints is its own affair.
      #expect(written.bytes != nil)
    } else {
      #expect(written == (old == new ? old : new.stored(in: affinity)), "\(table.sql)")
    }
    // Rows are in the order of their keys, which are not edited.
    let place = try #require(rows.firstIndex { $0.id == row })
    var after = try cells(of: table, scratch)
    after[place][field] = before[place][field]
    #expect(after == before, "\(table.sql)")
  }

  /// Reads every value of a row, also those that are not read with it, and looks at nothing twice.
  private func look(at id: RecordID, _ store: BookStore) throws {
    let snapshot = try store.shelf.snapshot(of: id)
    for field in store.schema.fields.indices {
      let value = try store.shelf.read(field, of: id)
      guard let large = snapshot.large(at: field) else {
        #expect(value == snapshot.values[field])
        continue
      }
      #expect(large == LargeValue(value))
    }
  }

  /// Every cell by its storage class and bytes, over another connection.
  private func cells(of table: RandomTable, _ scratch: Scratch) throws -> [[String]] {
    let columns = table.columns.map { quoted($0.name) }
    let terms = columns.map {
      "typeof(\($0)) || CASE typeof(\($0)) WHEN 'real' THEN printf('%!.17g', \($0)) ELSE hex(\($0)) END"
    }
    let sql = "SELECT \(terms.joined(separator: ", ")) FROM \(quoted(table.name)) ORDER BY \(table.order)"
    return try StockDatabase(scratch.path).rows(sql).map { $0.map { $0.text ?? "" } }
  }
}
