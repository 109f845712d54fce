import Records
import SQLite

struct RowPlace: Hashable {
  let table: SyncedTable
  let key: [Value]
  /// The key in shared shadow tables: an integer unchanged, so that neighbouring rows stay neighbours; anything else packed.
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
