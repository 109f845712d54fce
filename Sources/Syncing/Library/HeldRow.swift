import Records
import SQLite

/// A row as the library had it at the last comparison.
struct HeldRow {
  /// Nil if the tree does not have the row.
  let name: RowName?
  /// The name of the sync in which the row was born; 0 for the founding.
  let plus: UInt64
  var values: [Value]
}

extension HeldRow {
  /// The row with the names that its columns never lose, so that it can be read after the table has changed.
  func packed(in table: SyncedTable) -> [Value] {
    [name.map { .blob($0.bytes) } ?? .null, .integer(Int64(bitPattern: plus))]
      + zip(table.births, values).flatMap { [.blob($0.bytes), $1] }
  }

  /// Reads a packed row.
  ///
  /// - Parameter others: The values of columns that the row did not have.
  init?(packed: [Value], in table: SyncedTable, others: [Value]) {
    guard packed.count >= 2, packed.count % 2 == 0, case .integer(let plus) = packed[1] else { return nil }
    values = others
    for start in stride(from: 2, to: packed.count, by: 2) {
      let place = packed[start].bytes.flatMap { table.place(ofBirth: Text(bytes: $0)) }
      if let place { values[place] = packed[start + 1] }
    }
    (name, self.plus) = (packed[0].bytes.flatMap { RowName(bytes: $0) }, UInt64(bitPattern: plus))
  }
}

struct RowPlace: Hashable {
  let table: SyncedTable
  let key: [Value]
  /// The key in tables for all rows: an integer as it is, so that neighbors stay neighbors; any other key packed.
  let packed: Value

  init(_ table: SyncedTable, _ key: [Value]) {
    (self.table, self.key) = (table, key)
    if key.count == 1, case .integer = key[0] {
      packed = key[0]
    } else {
      packed = .blob(PackedBytes.pack(key))
    }
  }

  init(_ table: SyncedTable, packed: Value) {
    (self.table, self.packed) = (table, packed)
    key = if case .integer = packed { [packed] } else { PackedBytes.unpack(packed.bytes ?? []) ?? [] }
  }

  var bindings: [Value] { [.integer(table.id), packed] }

  static func == (left: RowPlace, right: RowPlace) -> Bool {
    left.table.id == right.table.id && left.packed == right.packed
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(table.id)
    hasher.combine(packed)
  }
}

extension Shadow {
  func held(at place: RowPlace) throws(SyncError) -> HeldRow? {
    try held(place.table.row, place.key, place.table)
  }

  func held(_ name: RowName, of table: SyncedTable) throws(SyncError) -> HeldRow? {
    try held(table.rowNamed, [.blob(name.bytes)], table)
  }

  private func held(_ sql: String, _ values: [Value], _ table: SyncedTable) throws(SyncError) -> HeldRow? {
    try row(sql, values) { row in
      HeldRow(
        name: row.rowName(at: 0), plus: UInt64(bitPattern: row.integer(at: 1)),
        values: row.values(at: 2..<2 + table.columns.count))
    }
  }

  func name(at place: RowPlace) throws(SyncError) -> RowName? {
    try row(place.table.nameOf, place.key) { $0.rowName(at: 0) } ?? nil
  }

  func put(_ held: HeldRow, in table: SyncedTable) throws(SyncError) {
    try keep(RowPlace(table, table.key(of: held.values)))
    let name = held.name.map { Value.blob($0.bytes) } ?? .null
    try run(table.put, [name, .integer(Int64(bitPattern: held.plus))] + held.values)
  }

  func remove(_ place: RowPlace) throws(SyncError) {
    try keep(place)
    try run(place.table.remove, place.key)
  }

  func library(_ place: RowPlace) throws(SyncError) -> [Value]? {
    let key = place.table.columns.prefix(place.key.count).map { quoted($0.name) }
    return try library(
      place.table, where: key.map { "\($0) = ? AND \($0) = ? COLLATE BINARY" },
      place.key.flatMap { [$0, $0] }
    ).first
  }

  func library(
    _ table: SyncedTable, where conditions: [String], _ values: [Value]
  ) throws(SyncError) -> [[Value]] {
    let columns = table.columns.map { quoted($0.name) }.joined(separator: ", ")
    let sql = """
      SELECT \(columns) FROM lib.\(quoted(table.name)) WHERE \(conditions.isEmpty ? "TRUE" : conditions.joined(separator: " AND "))
      LIMIT 100
      """
    return try rows(sql, values) { $0.values(at: 0..<table.columns.count) }
  }
}
