import Records
import SQLite

/// What the person has settled and no file has yet: writes that supersede everything in question.
enum Settled {
  private enum Kind: Int64 {
    case update = 0
    case deletion = 1
  }

  static func set(_ cells: [Int: (old: Value, new: Value)], at place: RowPlace, _ shadow: Shadow)
    throws(SyncError)
  {
    var all = cells
    for case .update(_, let cells) in try operations(of: place.table, shadow, key: place.packed) {
      all.merge(cells) { newer, _ in newer }
    }
    let values = all.sorted { $0.key < $1.key }.flatMap {
      [.integer(Int64($0.key)), $0.value.old, $0.value.new]
    }
    try put(.update, values, at: place, shadow)
  }

  static func delete(_ values: [Value], at place: RowPlace, _ shadow: Shadow) throws(SyncError) {
    try put(.deletion, values, at: place, shadow)
  }

  private static func put(_ kind: Kind, _ values: [Value], at place: RowPlace, _ shadow: Shadow)
    throws(SyncError)
  {
    try shadow.run(
      "INSERT OR REPLACE INTO settling VALUES (?, ?, ?, ?)",
      place.bindings + [.integer(kind.rawValue), .blob(PackedBytes.pack(values))])
  }

  static func operations(
    of table: SyncedTable, _ shadow: Shadow, key: Value? = nil
  ) throws(SyncError) -> [RowOperation] {
    let condition = key == nil ? "" : " AND key = ?"
    return try shadow.rows(
      "SELECT key, operation, content FROM settling WHERE tbl = ?\(condition)",
      [.integer(table.id)] + (key.map { [$0] } ?? [])
    ) { ($0.value(at: 0), $0.integer(at: 1), $0.value(at: 2)) }.map { key, kind, content in
      let values = PackedBytes.unpack(content.bytes ?? []) ?? []
      if kind == Kind.deletion.rawValue { return .delete(values) }
      var cells: [Int: (old: Value, new: Value)] = [:]
      for place in stride(from: 0, to: values.count - 2, by: 3) {
        if case .integer(let column) = values[place] {
          cells[Int(column)] = (values[place + 1], values[place + 2])
        }
      }
      return .update(key: RowPlace(table, packed: key).key, cells: cells)
    }
  }
}
