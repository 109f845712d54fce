import Records

@testable import BookStore
@testable import SQLite

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
