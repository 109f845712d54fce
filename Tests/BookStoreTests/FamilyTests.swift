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

/// Edits all that can be edited in one table of a twin, and knows what stock SQLite refused.
struct FamilyEditor {
  let twin: Twin
  /// Fields as `table.field`, else `insert table` and `delete table`.
  private(set) var refused: Set<String> = []
  /// How many values were tried, so that no two are the same.
  private var count = 0
  /// Which of a field's candidates was accepted.
  private var accepted: [Int: Int] = [:]

  init(_ twin: Twin) { self.twin = twin }

  /// Sets each field of some row, then all of one row; adds rows, and deletes one.
  mutating func editAll() throws {
    let store = try twin.store
    let ids = try store.shownRows(in: 0..<1_000).map(\.id)
    guard let first = ids.first else { return }
    for field in try settable() { try edit(field, of: ids[field % ids.count]) }
    var cells: [(field: Int, value: Value)] = []
    for field in accepted.keys.sorted() { cells.append((field, try candidate(field, of: first))) }
    if cells.count > 1 { _ = try twin.set(cells, of: first) }
    let inserted = try insert(like: first)
    if inserted.isEmpty { refused.insert("insert \(try twin.schema.table)") }
    if try !delete(ids, inserted) { refused.insert("delete \(try twin.schema.table)") }
  }

  private func settable() throws -> [Int] {
    let schema = try twin.schema
    return schema.fields.indices.filter {
      !schema.fields[$0].isGenerated && !schema.key.columns.contains(schema.fields[$0].column)
    }
  }

  private mutating func edit(_ field: Int, of id: RecordID) throws {
    for place in 0..<100 {
      let all = try candidates(field, of: id)
      guard place < all.count else { break }
      if try twin.set([(field, all[place])], of: id) {
        accepted[field] = place
        return
      }
    }
    refused.insert("\(try twin.schema.table).\(try twin.schema.fields[field].column)")
  }

  /// What is like the candidate of a field that was accepted.
  private mutating func candidate(_ field: Int, of id: RecordID) throws -> Value {
    let all = try candidates(field, of: id)
    return all[min(accepted[field] ?? 0, all.count - 1)]
  }

  /// Inserts a row with a value in every field, and one with what must be there.
  private mutating func insert(like id: RecordID) throws -> [RecordID] {
    let schema = try twin.schema
    var values: [Value?] = []
    for (place, field) in schema.fields.enumerated() {
      let isRowID = schema.key == .rowid(column: field.column)
      values.append(field.isGenerated || isRowID ? nil : try candidate(place, of: id))
    }
    var ids = [try twin.insert(values)].compactMap { $0 }
    for (place, field) in schema.fields.enumerated() where values[place] != nil {
      values[place] = field.isRequired && !field.hasDefault ? try candidate(place, of: id) : nil
    }
    if let id = try twin.insert(values) { ids.append(id) }
    return ids
  }

  /// Deletes the last row that was inserted, and the last one of before that nothing points to.
  private func delete(_ ids: [RecordID], _ inserted: [RecordID]) throws -> Bool {
    var isDeleted = false
    if let last = inserted.last { isDeleted = try twin.delete(last) }
    let store = try twin.store
    let old = try ids.last { id in
      try store.shelf.references(to: id).allSatisfy { source, _ in
        guard let scope = source.scope, let schema = try? store.schema(of: source.table) else { return false }
        let terms = scope.fields.map { quoted(schema.fields[$0].column) + " = ?" }
        return try twin.rows(
          "SELECT 1 FROM \(quoted(schema.table)) WHERE \(terms.joined(separator: " AND "))", scope.values
        ).isEmpty
      }
    }
    if let old { isDeleted = try twin.delete(old) || isDeleted }
    return isDeleted
  }

  /// Values that a field of a row may take: one like what is there, then NULL, JSON, and what other rows have.
  private mutating func candidates(_ field: Int, of id: RecordID) throws -> [Value] {
    count += 1
    let schema = try twin.schema
    let column = quoted(schema.fields[field].column)
    let key = schema.key.columns.map { quoted($0) + " = ?" }.joined(separator: " AND ")
    let table = quoted(schema.table)
    let current =
      try twin.rows("SELECT \(column) FROM \(table) WHERE \(key)", id.values).first?.first ?? .null
    let others = try Set(twin.rows("SELECT \(column) FROM \(table) LIMIT 20").compactMap(\.first))
    let fixed: [Value] = [.null, .text(Text("{\"n\": \(count)}")), .text(Text("[\"n\(count)\"]"))]
    return ([changed(current, schema.fields[field])] + fixed + others.sorted { "\($0)" < "\($1)" }).filter {
      $0 != current
    }
  }

  private func changed(_ value: Value, _ field: Field) -> Value {
    if field.kind == .boolean { return value == 1 ? 0 : 1 }
    if [.date(.isoText), .dateTime(.isoText)].contains(field.kind) {
      return .text(Text("2001-02-\(10 + count % 18)"))
    }
    switch value {
    case .null: return new(field)
    case .integer(let integer): return .integer(integer &+ 1_000 &+ Int64(count))
    case .real(let real): return .real(real + 0.25)
    case .text(let text): return .text(Text(text.string + " é\(count)"))
    case .blob(let bytes): return .blob(bytes + [0, UInt8(count % 256)])
    }
  }

  private func new(_ field: Field) -> Value {
    switch field.kind {
    case .choice(let choices): .text(Text(choices[count % choices.count]))
    case _ where field.kind.holdsTexts || field.kind.dateForm == .isoText: .text(Text("new \(count)"))
    case .integer, .boolean, .year: .integer(7_000 + Int64(count))
    case .decimal, .real, .date, .dateTime: .real(Double(count) + 0.5)
    case .photo, .blob: .blob([1, 2, UInt8(count % 256)])
    default: .real(Double(count % 5) + 0.5)
    }
  }
}
