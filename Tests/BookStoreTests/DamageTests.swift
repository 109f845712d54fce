import Foundation
import Records
import Testing

@testable import BookStore

/// Databases that can be read in part.
@Suite("Damage")
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

  @Test("The list ends where the damage begins, however it is reached")
  func list() throws {
    let (scratch, readable) = try damaged()
    let store = try scratch.store()
    #expect(try store.shownRows(in: 0..<10).count == 10)
    store.listing.scoutAhead()
    #expect(
      throws: StoreError.damagedAfter(rowCount: readable, detail: "database disk image is malformed")
    ) {
      try store.wait { store.listing.count.isExact }
    }
    #expect(store.listing.count == .exactly(readable))
    let rows = try store.shownRows(in: readable - 300..<readable + 300)
    #expect(rows.last?.id == .rowid(Int64(readable)))
    #expect(rows.count == 300)
    #expect(try store.listing.position(of: .rowid(Int64(readable))) == readable - 1)
    #expect(store.damage != nil)
  }

  @Test("Paging onto the damage finds it too")
  func paging() throws {
    let (scratch, readable) = try damaged()
    let store = try scratch.store()
    for start in stride(from: 0, to: 20_000, by: 100) { _ = try store.rows(in: start..<start + 100) }
    #expect(store.listing.count == .exactly(readable))
    #expect(store.damage != nil)
  }

  private func expectRefused(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) {
      try body()
      Issue.record("the database took a change")
    } catch {
      if case .damaged = error {} else { Issue.record(error) }
    }
  }

  @Test("What can be read is hydrated; nothing is written, and edits of before stay")
  func readOnly() throws {
    let (scratch, readable) = try damaged()
    let before = try scratch.bytes()
    let store = try scratch.store()
    try store.set("new", at: Book.author, of: 1)
    #expect(!store.isReadOnly)
    #expect(throws: StoreError.self) { try store.snapshot(of: .rowid(Int64(readable + 1))) }
    #expect(store.isReadOnly)
    #expect(try store.snapshot(of: 2).values[Book.author] == "Author 2")
    expectRefused { () throws(StoreError) in try store.set("new", at: Book.author, of: 2) }
    expectRefused { () throws(StoreError) in try store.delete(2) }
    expectRefused { () throws(StoreError) in _ = try store.insert(["new", nil, nil]) }
    #expect(!store.dehydrateAll().writeBack.isComplete)
    #expect(store.state(of: 1) == .dirty)
    // Without edits there is nothing that could not be written.
    store.revert(1)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.bytes() == before)
  }
}
