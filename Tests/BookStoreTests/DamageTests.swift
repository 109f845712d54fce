import Foundation
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Databases that can be read in part.
struct DamageTests {
  /// A table of many books with a page of zeros among its leaves, and how many books come before it.
  private func damaged() throws -> (scratch: Scratch, readable: Int) {
    let scratch = try Scratch(Scratch.books(20_000))
    let pages = try scratch.rows(
      "SELECT pageno FROM dbstat WHERE name = 'book' AND pagetype = 'leaf' ORDER BY path")
    let page = try #require(Int(pages[pages.count / 2]))
    let before = try scratch.rows(
      """
      SELECT sum(ncell) FROM dbstat WHERE name = 'book' AND pagetype = 'leaf' AND path <
        (SELECT path FROM dbstat WHERE name = 'book' AND pageno = \(page))
      """)
    var content = try scratch.bytes()
    content.replaceSubrange((page - 1) * 4_096..<page * 4_096, with: Data(count: 4_096))
    try content.write(to: URL(fileURLWithPath: scratch.path))
    return (scratch, try #require(Int(before[0])))
  }

  @Test("The list ends where the damage begins, however it is reached") func list() throws {
    let (scratch, readable) = try damaged()
    let store = try scratch.store()
    #expect(try store.shownRows(in: 0..<10).count == 10)
    store.listing.scoutAhead()
    #expect(throws: StoreError.damagedAfter(rowCount: readable, detail: "database disk image is malformed")) {
      try store.wait { store.listing.count.isExact }
    }
    #expect(store.listing.count == .exactly(readable))
    let rows = try store.shownRows(in: readable - 300..<readable + 300)
    #expect(rows.last?.id == .rowid(Int64(readable)))
    #expect(rows.count == 300)
    #expect(try store.listing.position(of: .rowid(Int64(readable))) == readable - 1)
    #expect(store.damage != nil)
  }

  @Test("Paging onto the damage finds it too") func paging() throws {
    let (scratch, readable) = try damaged()
    let store = try scratch.store()
    for start in stride(from: 0, to: 20_000, by: 100) { _ = try store.lists.rows(in: start..<start + 100) }
    #expect(store.listing.count == .exactly(readable) && store.damage != nil)
  }

  private func expectRefused(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) {
      try body()
      Issue.record("the database took a change")
    } catch { if case .damaged = error {} else { Issue.record(error) } }
  }

  @Test("What can be read is hydrated; nothing is written, and edits of before stay") func readOnly() throws {
    let (scratch, readable) = try damaged()
    let before = try scratch.bytes()
    let store = try scratch.store()
    try store.set("new", at: Book.author, of: 1)
    #expect(!store.isReadOnly)
    #expect(throws: StoreError.self) { try store.shelf.snapshot(of: .rowid(Int64(readable + 1))) }
    #expect(store.isReadOnly)
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "Author 2")
    expectRefused { () throws(StoreError) in try store.set("new", at: Book.author, of: 2) }
    expectRefused { () throws(StoreError) in try store.delete(2) }
    expectRefused { () throws(StoreError) in _ = try store.insert(["new", nil, nil]) }
    #expect(!store.dehydrateAll().writeBack.isComplete)
    #expect(store.shelf.state(of: 1) == .dirty)
    // Without edits there is nothing that could not be written.
    store.editor.revert(1)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.bytes() == before)
  }

  /// Three books of which the second has the key 9 in the page, so that the third is not found by its key.
  private func disordered() throws -> Scratch {
    let scratch = try Scratch()
    let root = try #require(
      Int(try scratch.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'book'")[0]))
    var content = try scratch.bytes()
    let page = (root - 1) * 4_096
    // A leaf's head has eight bytes, then come the places of its cells: a cell begins with its length and its key.
    let cell = page + Int(content[page + 10]) << 8 + Int(content[page + 11])
    try #require(content[cell + 1] == 2)
    content[cell + 1] = 9
    try content.write(to: URL(fileURLWithPath: scratch.path))
    return scratch
  }

  @Test("A row that the list shows and that is not found in a file that nobody else has written is damage")
  func disorder() throws {
    let store = try disordered().store()
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 9, 3])
    expectRefused { () throws(StoreError) in _ = try store.record(3) }
    #expect(store.isReadOnly && !store.haveOthersWritten)
    // One that is not in the table at all is but gone.
    #expect(throws: StoreError.rowGone) { try store.record(77) }
  }

  @Test("Where another program writes beside a store that only reads, a row that is not found is no damage")
  func deletedBesideReader() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(5_000), mode: "wal", isReadOnly: true)
    #expect(try store.shownRows(in: 0..<9).count == 9)
    try scratch.run("DELETE FROM book WHERE pk < 4999; INSERT INTO book (pk, title) VALUES (9000, 'last')")
    do throws(StoreError) { _ = try store.record(4_000) } catch {
      if case .damaged = error { Issue.record(error) }
    }
    #expect(store.damage == nil)
    #expect(store.checkForOtherWriters() != .nothing)
    let again = try store.reopened()
    #expect(try again.shownRows(in: 0..<9).map(\.id) == [4_999, 5_000, 9_000])
  }

  @Test("Where another program has written, a row that is not found may have been deleted")
  func deleted() throws {
    let (scratch, store) = try Scratch.opened()
    #expect(throws: StoreError.rowGone) { try store.record(77) }
    #expect(!store.haveOthersWritten)
    try scratch.run("DELETE FROM book WHERE pk = 3")
    #expect(throws: StoreError.rowGone) { try store.record(3) }
    #expect(store.haveOthersWritten && !store.isReadOnly)
  }

  // MARK: A damaged table in which two rows have one key, which SQLite never makes

  @Test("A list of them, sorted or not, shows rows and does not end the program") func rowsOfOneKey() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (a, b, c, PRIMARY KEY (a, b, c)) WITHOUT ROWID; INSERT INTO t VALUES (1, 1, 'x'), (1, 1, 'y'), (2, 1, 'z');"
    )
    try Stock.open(scratch.path).run(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'b, c))', 'b))')")
    let store = try scratch.store()
    #expect(store.schema.key == .columns(["a", "b"]))
    try store.arranged(by: ListOrder(field: 2))
    #expect(try store.lists.rows(in: 0..<3).count == 3)
    #expect(try store.record(RecordID(.columns([.integer(1), .integer(1)]))).values != nil)
  }
}
