import Records
import SQLite

/// A row: its table, and the key that it has here.
struct RowPlace: Hashable {
  let table: SyncedTable
  let key: [Value]
  /// The key as the shadow has it in tables of several kinds of keys: one integer is itself, so that rows that are near to each
  /// other in their table are near there, too; anything else is packed.
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
