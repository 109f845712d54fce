import Foundation
import GRDB
import Records
import Testing

@testable import BookStore

/// Databases of the kinds that people have, each opened, browsed and edited beside a copy that stock SQLite edits.
@Suite("Families of databases")
struct FamilyTests {
  @Test("Every table and view of a family opens and shows its rows", arguments: Family.all)
  func opens(_ family: Family) throws {
    let scratch = try Scratch("")
    let path = try family.make(in: scratch.folder, as: "family.sqlite")
    let content = try Stock.content(path)
    let store = try BookStore(path: path)
    #expect(store.damage == nil && !store.isReadOnly)
    for table in store.tables {
      let listing = try store.open(ListSource(table: table.id))
      let rows = try store.rows(in: 0..<1_000, of: listing).compactMap { $0 }
      #expect(rows.count == content.rows[table.name]?.count, "\(table.name)")
      for row in rows where !listing.schema.isReadOnly { _ = try store.snapshot(of: row.id) }
    }
  }
}
