import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Tables whose triggers and indexes need what only the owner's program has: they are read, and refused in time.
struct OwnerFunctionTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch("") }

  private func store(_ table: String) throws -> BookStore {
    let family = try #require(Family.all.first { $0.testDescription == "owner-functions" })
    let path = try family.make(in: scratch.folder, as: "owner.sqlite")
    let log = EditLogOptions(folder: scratch.logFolder)
    return try BookStore(path: path, options: StoreOptions(table: table, editLog: log))
  }

  @Test(
    "An edit is refused before anything is typed into it, and the trigger is named",
    arguments: [
      ("album", "name", "album_normalize"), ("album", "remark", "album_normalize"),
      ("picture", "name", "picture_normalize"), ("setting", "content", "setting_told"),
    ])
  func refused(table: String, column: String, trigger: String) throws {
    let store = try store(table)
    let (id, field) = (try #require(store.shownRows(in: 0..<1).first?.id), try store.field(column))
    #expect(try store.shelf.snapshot(of: id).values.count == store.schema.fields.count)
    #expect { try store.set("new", at: field, of: id) } throws: { error in
      "\(error)".contains(trigger) && "\(error)".contains("owner_")
    }
    #expect(store.counts.dirty == 0)
    #expect(try store.undo() == nil)
  }

  @Test("A field that no such trigger is of can be edited, beside one that cannot") func besides() throws {
    let store = try store("picture")
    try store.set("new", at: store.field("caption"), of: store.shownRows(in: 0..<1)[0].id)
    #expect(store.dehydrateAll().writeBack.isComplete)
  }

  @Test("A table with an index by a collation of the owner's is counted, listed and sorted")
  func collation() throws {
    let store = try store("person")
    #expect(try store.listing.resolveCount() == 3)
    store.lists.countTables()
    let place = Int(store.schema.id.index)
    try store.wait { store.tables[place].count == .exactly(3) || store.tables[place].count == nil }
    #expect(store.tables[place].count == .exactly(3))
    for name in ["name", "nickname", "age"] {
      try store.arranged(by: ListOrder(field: store.field(name)))
      #expect(try store.shownRows(in: 0..<9).count == 3, "\(name)")
    }
    let id = try #require(store.shownRows(in: 0..<1).first?.id)
    #expect { try store.set("new", at: store.field("name"), of: id) } throws: {
      "\($0)".contains("OWNER_ORDER")
    }
    try store.set("new", at: store.field("nickname"), of: id)
    #expect(store.dehydrateAll().writeBack.isComplete)
  }

  @Test("What cannot be undone for a function of the owner's does not keep older steps from being undone")
  func undone() throws {
    let store = try store("original")
    let count = try store.field("byte_count")
    let id = try store.shownRows(in: 0..<1)[0].id
    let old = try store.shelf.read(count, of: id)
    try store.set(7, at: count, of: id)
    store.dehydrateAll()
    _ = try store.insert([nil, "c/3.raw"])
    #expect(throws: StoreError.self) { try store.undo() }
    try store.history.passOver()
    #expect(try store.undo() != nil)
    #expect(try store.shelf.read(count, of: id) == old)
  }

  @Test("A value that an expression of the schema fails for keeps only its own row from being written")
  func malformed() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, data TEXT);
      CREATE INDEX i ON t (json_extract(data, '$.n'));
      INSERT INTO t VALUES (1, 'a', '{}'), (2, 'b', '{}'), (3, 'c', '{}');
      """)
    try store.set("A", at: 1, of: 1)
    try store.set("{", at: 2, of: 2)
    try store.set("C", at: 1, of: 3)
    let result = store.dehydrateAll().writeBack
    #expect(result.failures.map(\.id) == [2] && result.writtenCount == 2, "\(result)")
    #expect(try scratch.rows("SELECT * FROM t") == ["1|A|{}", "2|b|{}", "3|C|{}"])
    #expect(store.shelf.state(of: 2) == .dirty)
  }
}
