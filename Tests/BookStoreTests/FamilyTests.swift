import Foundation
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Databases of the kinds that people have, each opened, browsed and edited beside a copy that stock SQLite edits.
struct FamilyTests {
  @Test("Every table and view of a family opens and shows its rows", arguments: Family.all)
  func opens(_ family: Family) throws {
    let scratch = try Scratch("")
    let path = try family.make(in: scratch.folder, as: "family.sqlite")
    let content = try Stock.content(path)
    let store = try BookStore(path: path)
    #expect(store.damage == nil && !store.isReadOnly)
    for table in store.tables {
      let listing = try store.lists.open(ListSource(table: table.id))
      let rows = try store.lists.rows(in: 0..<1_000, of: listing).compactMap { $0 }
      #expect(rows.count == content.rows[table.name]?.count, "\(table.name)")
      for row in rows where !listing.schema.isReadOnly { _ = try store.shelf.snapshot(of: row.id) }
    }
  }

  @Test("Every table and view is paged, sorted by each field and searched", arguments: Family.all)
  func browsed(_ family: Family) throws {
    for table in try tables(of: family) {
      let twin = try Twin(family, table: table.name)
      let count = try Stock.content(twin.path).rows[table.name]?.count
      try page(twin, table, count)
      for field in try twin.schema.fields.indices { try sort(twin, by: field, count) }
      try search(twin)
    }
  }

  /// The tables and views that the store shows.
  private func tables(of family: Family) throws -> [TableEntry] {
    let scratch = try Scratch("")
    return try BookStore(path: family.make(in: scratch.folder, as: "family.sqlite")).tables
  }

  private func page(_ twin: Twin, _ table: TableEntry, _ count: Int?) throws {
    let (store, name) = (try twin.store, quoted(table.name))
    var ids: [RecordID] = []
    while case let rows = try store.shownRows(in: ids.count..<ids.count + 2), !rows.isEmpty {
      ids += rows.map(\.id)
    }
    #expect(count == ids.count, "\(table.name)")
    guard store.schema.key != .position else { return }
    let key = store.schema.key.columns.map(quoted).joined(separator: ", ")
    #expect(try twin.rows("SELECT \(key) FROM \(name) ORDER BY \(key)") == ids.map(\.values), "\(table.name)")
  }

  private func sort(_ twin: Twin, by field: Int, _ count: Int?) throws {
    let store = try twin.store
    let (schema, name) = (store.schema, quoted(store.schema.table))
    try store.arranged(by: ListOrder(field: field))
    let ids = try store.shownRows(in: 0..<1_000).map(\.id)
    #expect(Set(ids).count == count, "\(schema.table) by \(schema.fields[field].column)")
    let column = quoted(schema.fields[field].column)
    let isNumber = "typeof(\(column)) IN ('integer', 'real', 'null')"
    guard schema.key != .position, try twin.rows("SELECT 1 FROM \(name) WHERE NOT (\(isNumber))").isEmpty
    else { return }
    let key = schema.key.columns.map(quoted).joined(separator: ", ")
    let expected = try twin.rows("SELECT \(key) FROM \(name) ORDER BY \(column) IS NULL, \(column), \(key)")
    #expect(ids.map(\.values) == expected, "\(schema.table) by \(schema.fields[field].column)")
  }

  private func search(_ twin: Twin) throws {
    let store = try twin.store
    let columns = store.schema.searchedTexts.map { quoted(store.schema.fields[$0].column) }
    let terms = columns.map { "typeof(\($0)) = 'text' AND \($0) LIKE '%seagulls%'" }
    try store.arranged(by: .own, finding: "seagulls")
    let found = try store.shownRows(in: 0..<1_000).count
    #expect(
      try twin.rows("SELECT 1 FROM \(quoted(store.schema.table)) WHERE \(terms.joined(separator: " OR "))")
        .count == found, "\(store.schema.table)")
  }

  @Test(
    "Each field is edited, rows come and go, and all is undone as stock SQLite does it; one sound file is left",
    arguments: Family.all)
  func edited(_ family: Family) throws {
    var refused: Set<String> = []
    for table in try tables(of: family) where table.kind == .table {
      let twin = try Twin(family, table: table.name)
      let before = try Stock.content(twin.path)
      let pragmas = try Self.pragmas(of: twin)
      try edit(twin, family, before, &refused)
      twin.close()
      #expect(try twin.files() == ["store.sqlite"], "\(table.name)")
      #expect(try Stock.pragma("integrity_check", twin.path) == "ok", "\(table.name)")
      #expect(try Self.pragmas(of: twin) == pragmas)
    }
    #expect(refused == family.refused)
  }

  private func edit(
    _ twin: Twin, _ family: Family, _ before: DatabaseContent, _ refused: inout Set<String>
  ) throws {
    var editor = FamilyEditor(twin)
    do {
      try editor.editAll()
      try twin.compare("after the edits")
      try twin.undoAll()
      let reacts = try twin.store.database.reacts(twin.schema.id)
      try twin.compare("after the undo", withShadowTables: !reacts)
      let after = try Stock.content(twin.path)
      #expect(after.schema == before.schema)
      let names = try Set(twin.store.tables.filter { $0.kind != .view }.map(\.name))
      for name in names.subtracting(family.lasting) {
        #expect(after.rows[name] == before.rows[name], "\(name)")
      }
    } catch is Twin.Disagreement {
      // It is recorded, and the other tables are looked at all the same.
    }
    refused.formUnion(editor.refused)
  }

  private static func pragmas(of twin: Twin) throws -> [String?] {
    let database = try Stock.open(twin.path, isOwner: true)
    return try ["journal_mode", "user_version", "application_id", "schema_version", "encoding", "page_size"]
      .map { try database.text("PRAGMA \($0)") }
  }
}
