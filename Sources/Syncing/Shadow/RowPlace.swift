import Records
import SQLite

/// A row: its table, and the key that it has here.
struct RowPlace: Hashable {
  let table: SyncedTable
  let key: [Value]
  /// The key as the shadow has it in tables of several kinds of keys.
  let packed: Value

  init(_ table: SyncedTable, _ key: [Value]) {
    (self.table, self.key) = (table, key)
    packed = .blob(PackedBytes.pack(key))
  }

  init(_ table: SyncedTable, packed: Value) {
    (self.table, self.packed) = (table, packed)
    key = PackedBytes.unpack(packed.bytes ?? []) ?? []
  }

  /// What rows are put into order by, so that those that are near to each other in the table are near here, too.
  var order: Value { if key.count == 1, case .integer = key[0] { key[0] } else { packed } }

  /// The numbers that statements know it by.
  var bindings: [Value] { [.integer(table.id), packed] }

  static func == (left: RowPlace, right: RowPlace) -> Bool {
    left.table.id == right.table.id && left.packed == right.packed
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(table.id)
    hasher.combine(packed)
  }
}
