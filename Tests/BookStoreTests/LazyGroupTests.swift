import Records
import Testing

@testable import BookStore
@testable import SQLite

/// What the store does with values that were not read with their rows.
struct LazyGroupTests {
  private static let photos = """
    CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, description TEXT, photo BLOB);
    INSERT INTO possessions VALUES (1, 'Lamp', 'yellow', randomblob(100000)), (2, 'Key', NULL, randomblob(100000)),
      (3, 'Hat', '', randomblob(100000)), (4, 'Bag', 'small', randomblob(4096)), (5, 'Pen', 'none', NULL);
    """
  private static let photo = 2

  /// What the meter says is what the records say.
  private func recount(_ store: BookStore) throws {
    let ids = RecordID.first(5).filter { store.shelf.state(of: $0) != .known }
    #expect(try store.counts.byteCount == ids.map { try store.record($0).byteCount }.reduce(0, +))
  }

  @Test("A photo that a head holds is read with its row, as NULL is") func smallPhotos() throws {
    let (scratch, store) = try Scratch.opened(Self.photos)
    _ = scratch.statementsSinceLastCall()
    #expect(try store.shelf.snapshot(of: 4).large.isEmpty)
    #expect(try store.shelf.snapshot(of: 4).values[Self.photo].payloadByteCount == 4_096)
    #expect(try store.shelf.snapshot(of: 5).large.isEmpty && scratch.statementsSinceLastCall().count == 2)
  }

  @Test("The budget takes large values before it takes a record, those that are not shown first")
  func budget() throws {
    let store = try Scratch(Self.photos).store()
    for id in [1, 2, 3] as [RecordID] { _ = try store.shelf.read(Self.photo, of: id) }
    _ = try store.record(1)
    let all = store.counts.byteCount
    store.writer.keepWithin(bytes: all - 1, keeping: [2])
    #expect(try store.record(3).value(at: Self.photo) == nil)
    #expect(try store.record(1).holdsLarge && store.record(2).holdsLarge)
    try recount(store)
    store.writer.keepWithin(bytes: 150_000, keeping: [2])
    #expect(try !store.record(1).holdsLarge && store.record(2).holdsLarge && store.counts.hydrated == 3)
    store.writer.keepWithin(bytes: 40_000, keeping: [2])
    #expect(store.counts.hydrated == 3 && store.counts.byteCount < 40_000)
    try recount(store)
    store.writer.keepWithin(bytes: 0, keeping: [2])
    #expect(store.counts.hydrated == 1)
  }

  @Test("A warning lets go of the large values even of records that cannot be written")
  func warning() throws {
    let (scratch, store) = try Scratch.opened(Self.photos + "CREATE UNIQUE INDEX i ON possessions (name)")
    _ = try store.shelf.read(Self.photo, of: 1)
    try store.set("Torch", at: 0, of: 1)
    // Another program is quicker.
    try scratch.run("UPDATE possessions SET name = 'Torch' WHERE id = 2")
    let before = store.counts.byteCount
    let dehydration = store.dehydrateAll()
    #expect(!dehydration.writeBack.isComplete && store.shelf.state(of: 1) == .dirty)
    #expect(dehydration.freedByteCount == before - store.counts.byteCount && store.counts.byteCount < 10_000)
    try recount(store)
    store.writer.startDehydratingAll()
    try store.settle()
    #expect(try store.shelf.snapshot(of: 1).large(at: Self.photo)?.byteCount == 100_000)
  }

  @Test("Another field is set and written without a look at the photo") func otherField() throws {
    let scratch = try Scratch(Self.photos)
    let before = try scratch.rows("SELECT hex(photo) FROM possessions")
    let store = try scratch.store()
    _ = try store.record(1)
    _ = scratch.statementsSinceLastCall()
    try store.set("Lantern", at: 0, of: 1)
    store.dehydrateAll()
    let statements = scratch.statementsSinceLastCall()
    // One more than the transaction looks for the name, which is to be unique.
    #expect(statements.count == 4 && !statements.contains { $0.contains("photo") }, "\(statements)")
    #expect(try scratch.rows("SELECT hex(photo) FROM possessions") == before)
    #expect(try scratch.rows("SELECT name FROM possessions WHERE id = 1") == ["Lantern"])
  }

  @Test("A photo that is set has its original, which comes back by a revert or by the same bytes")
  func setAndBack() throws {
    let (scratch, store) = try Scratch.opened(Self.photos)
    try store.set(.null, at: Self.photo, of: 1)
    let original = try #require(try store.record(1).originals.first?.value)
    let held = try scratch.rows("SELECT hex(photo) FROM possessions WHERE id = 1")
    #expect(held == [Scratch.hex(original.bytes ?? [])])
    #expect(
      try store.shelf.snapshot(of: 1).large.isEmpty && store.shelf.snapshot(of: 1).values[Self.photo] == .null
    )
    try recount(store)
    try store.set(original, at: Self.photo, of: 1)
    #expect(store.shelf.state(of: 1) == .hydrated && store.counts.dirty == 0)
    #expect(try store.shelf.snapshot(of: 1).large(at: Self.photo)?.byteCount == 100_000)
    try store.set("", at: Self.photo, of: 1)
    try store.set(.blob([1, 2]), at: Self.photo, of: 1)
    store.editor.revert(1)
    #expect(try store.shelf.read(Self.photo, of: 1) == original && store.counts.dirty == 0)
    try recount(store)
    _ = scratch.statementsSinceLastCall()
    store.dehydrateAll()
    #expect(scratch.statementsSinceLastCall().isEmpty)
  }

  @Test("A large value that was set is written, and is of the lazy group then") func written() throws {
    let (scratch, store) = try Scratch.opened(Self.photos)
    let photo = Value.blob([UInt8](repeating: 9, count: 300_000))
    try store.set(photo, at: Self.photo, ofEach: [1, 5])
    #expect(try store.shelf.snapshot(of: 1).values[Self.photo] == photo)
    #expect(store.writeBack().writtenCount == 2)
    #expect(try scratch.rows("SELECT count(*) FROM possessions WHERE length(photo) = 300000") == ["2"])
    #expect(try store.shelf.snapshot(of: 5).large(at: Self.photo) == LargeValue(photo))
    #expect(store.counts.byteCount > 600_000)
    try recount(store)
    store.writer.keepWithin(bytes: 100_000, keeping: [])
    #expect(store.counts.hydrated == 2 && store.counts.byteCount < 20_000)
    #expect(try store.shelf.read(Self.photo, of: 5) == photo)
  }

  @Test(
    "Large values are left out wherever they are",
    arguments: [
      "CREATE TABLE t (k TEXT PRIMARY KEY, a, b TEXT, c BLOB) WITHOUT ROWID",
      "CREATE TABLE t (k TEXT PRIMARY KEY, a, b TEXT, c BLOB)",
      "CREATE TABLE t (a, g AS (a || '!'), k TEXT, b TEXT, c BLOB)",
      "CREATE TABLE u (k, a, b TEXT, c BLOB); CREATE VIEW t AS SELECT * FROM u",
      "PRAGMA encoding = 'UTF-16'; CREATE TABLE t (k TEXT PRIMARY KEY, a, b TEXT, c BLOB)",
      "CREATE VIRTUAL TABLE t USING fts5(k, a, b, c)",
    ])
  func everywhere(sql: String) throws {
    let scratch = try Scratch(sql)
    let table = sql.contains("TABLE u") ? "u" : "t"
    try scratch.run(
      "INSERT INTO \(table) (k, a, b, c) VALUES ('k', 'small', '€' || printf('%0100000d', 7), zeroblob(100000))"
    )
    let store = try BookStore(path: scratch.path, options: StoreOptions(table: "t"))
    let id = try #require(try store.shownRows(in: 0..<1).first?.id)
    let snapshot = try store.shelf.snapshot(of: id)
    let field = { (name: String) in store.schema.fields.firstIndex { $0.column == name } ?? -1 }
    #expect(snapshot.values[field("a")] == "small")
    let text = try #require(snapshot.large(at: field("b")))
    #expect(text.isText && text.head.starts(with: "€000".utf8) && text.byteCount > 100_000)
    let blob = try #require(snapshot.large(at: field("c")))
    #expect(!blob.isText && blob.byteCount == 100_000 && blob.head == [UInt8](repeating: 0, count: 4_096))
    #expect(store.counts.byteCount < 20_000)
    #expect(try store.shelf.read(field("b"), of: id).bytes?.suffix(3) == [48, 48, 55])
    #expect(try store.shelf.read(field("c"), of: id) == .blob([UInt8](repeating: 0, count: 100_000)))
  }

  @Test("A row that is gone is said to be gone by a read too") func gone() throws {
    let (scratch, store) = try Scratch.opened(Self.photos)
    _ = try store.record(1)
    try scratch.run("DELETE FROM possessions WHERE id = 1")
    #expect(throws: StoreError.rowGone) { try store.shelf.read(Self.photo, of: 1) }
    #expect(throws: StoreError.rowGone) { try store.set(.null, at: Self.photo, of: 1) }
  }
}
