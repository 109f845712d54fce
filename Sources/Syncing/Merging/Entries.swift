import Records
import SQLite

/// The last writes of cells that do not know each other.
final class Entries {
  private let shadow: Shadow
  /// The tables that have some, and those of which rows were deleted.
  private var (tables, tablesWithDeletions): (Set<Int64>, Set<Int64>)

  init(_ shadow: Shadow) throws(SyncError) {
    self.shadow = shadow
    tables = Set(try shadow.rows("SELECT DISTINCT tbl FROM entry") { $0.integer(at: 0) })
    tablesWithDeletions = Set(
      try shadow.rows("SELECT DISTINCT tbl FROM entry WHERE col = \(Entry.deletion)") { $0.integer(at: 0) })
  }

  /// Those of a row.
  func of(_ place: RowPlace) throws(SyncError) -> [Entry] {
    guard tables.contains(place.table.id) else { return [] }
    return try shadow.rows(
      "SELECT col, machine, number, value, old FROM entry WHERE tbl = ? AND key = ?", place.bindings
    ) {
      Entry(
        column: Int($0.integer(at: 0)), write: Write(machine: $0.integer(at: 1), number: $0.integer(at: 2)),
        value: Self.value($0.value(at: 3)), old: Self.value($0.value(at: 4)))
    }
  }

  /// The deletions of a row.
  func deletions(of place: RowPlace) throws(SyncError) -> [Entry] {
    guard tablesWithDeletions.contains(place.table.id) else { return [] }
    return try of(place).filter { $0.column == Entry.deletion }
  }

  private static func value(_ packed: Value) -> Value? {
    packed.bytes.flatMap { PackedBytes.unpack($0)?.first }
  }

  func add(_ entry: Entry, at place: RowPlace) throws(SyncError) {
    tables.insert(place.table.id)
    if entry.column == Entry.deletion { tablesWithDeletions.insert(place.table.id) }
    func packed(_ value: Value?) -> Value { value.map { .blob(PackedBytes.pack([$0])) } ?? .null }
    try shadow.run(
      "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
      place.bindings + [
        .integer(Int64(entry.column)), .integer(entry.write.machine), .integer(entry.write.number),
        packed(entry.value),
        packed(entry.old),
      ])
  }

  func remove(_ entry: Entry, at place: RowPlace) throws(SyncError) {
    try shadow.run(
      "DELETE FROM entry WHERE tbl = ? AND key = ? AND col = ? AND machine = ?",
      place.bindings + [.integer(Int64(entry.column)), .integer(entry.write.machine)])
  }
}
