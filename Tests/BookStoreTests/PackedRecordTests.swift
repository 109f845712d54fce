import Records
import SQLite
import SeededRandom
import Testing

@testable import BookStore
@testable import Listings

/// Rows that are hydrated together are packed until somebody looks; nobody can tell the difference.
struct PackedRecordTests {
  private static let values: [Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(0), .real(-0.0), .real(.infinity), .real(1),
    .text(""), .text("é中\u{1F600}"), .text(Text(bytes: [0xFF, 0, 0xC3])), .blob([]), .blob([0, 255, 0]),
    .text(Text(bytes: Array(repeating: 97, count: 2_030))),
    .text(Text(bytes: Array(repeating: 98, count: 2_048))), .blob(Array(repeating: 7, count: 100_000)),
  ]

  private func makeScratch(encoding: String = "UTF-8") throws -> Scratch {
    let scratch = try Scratch(
      "PRAGMA encoding = '\(encoding)'; CREATE TABLE item (id INTEGER PRIMARY KEY, a, b)")
    let other = try Connection(path: scratch.path, options: ConnectionOptions())
    var id: Int64 = 0
    for a in Self.values {
      for b in Self.values {
        id += 3
        try other.statement("INSERT INTO item VALUES (?, ?, ?)").run(binding: [.integer(id), a, b])
      }
    }
    return scratch
  }

  private func figures(_ store: BookStore) -> [Int] { [store.counts.hydrated, store.counts.byteCount] }

  @Test(
    "What is read together is what is read one by one, and counts for as much",
    arguments: ["UTF-8", "UTF-16le"])
  func same(encoding: String) throws {
    let scratch = try makeScratch(encoding: encoding)
    let (together, apart) = (try scratch.store(), try scratch.store())
    let ids = (1...Int64(Self.values.count * Self.values.count)).map { RecordID.rowid(3 * $0) }
    try together.shelf.hydrate(ids)
    for id in ids { _ = try apart.record(id) }
    #expect(figures(together) == figures(apart))
    for id in ids {
      #expect(together.shelf.state(of: id) == .hydrated)
      let (record, other) = (try together.record(id), try apart.record(id))
      #expect(record.values == other.values && record.large == other.large)
      #expect(record.byteCount == other.byteCount)
    }
    #expect(figures(together) == figures(apart))
    together.dehydrateAll()
    #expect(figures(together) == [0, 0])
  }

  @Test("An edit of a packed record is one of its row", arguments: [0, 1]) func edited(column: Int) throws {
    let scratch = try makeScratch()
    let store = try scratch.store()
    let ids = (1...20).map { RecordID.rowid(3 * $0) }
    try store.shelf.hydrate(ids)
    try store.set("mine", at: 1 + column, of: ids[7])
    #expect(store.counts.dirty == 1 && store.counts.hydrated == 20)
    // What is held stays, and is not read again.
    _ = scratch.statementsSinceLastCall()
    try store.shelf.hydrate(ids)
    #expect(scratch.readsSinceLastCall().isEmpty)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT id FROM item WHERE a = 'mine' OR b = 'mine'") == ["24"])
  }

  @Test("Records come and go in any order, and the memory with them", arguments: 1...8 as ClosedRange<UInt64>)
  func anyOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch()
    let connection = try Connection(path: scratch.path, options: ConnectionOptions())
    let statement = try connection.statement("SELECT ?, ?")
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: PackedRow.largestSize, alignment: 8)
    defer { memory.deallocate() }
    var (packed, model): (PackedRecords, [RecordID: [Value]]) = (PackedRecords(), [:])
    for step in 0..<20_000 {
      let id = RecordID.rowid(Int64.random(in: 0..<2_000, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: #expect(packed.take(id)?.values == model.removeValue(forKey: id))
      case 1: #expect((packed.remove(id) == nil) == (model.removeValue(forKey: id) == nil))
      default:
        let values = [
          Value.integer(Int64(step)), .text(Text(bytes: Array(repeating: 65, count: step % 300))),
        ]
        let isNew = model[id] == nil
        try statement.forEachRow(binding: values) { row in
          let row = row.packedRow(at: 0..<2, in: memory)
          #expect((row.flatMap { packed.add(id, $0, use: step) } != nil) == isNew)
        }
        if isNew { model[id] = values }
      }
    }
    #expect(Set(packed.ids) == Set(model.keys))
    for (id, values) in model { #expect(packed.take(id)?.values == values) }
    #expect(packed.isEmpty && packed.byteCount == 0)
  }
}
