import Records
import SQLite

/// All insertions since the first sync: which row a key means depends on which insertions a machine had seen.
///
/// If two machines give the same new key to different rows, one row keeps it and the other gets a new key, alike on every
/// machine.
final class Births {
  private let shadow: Shadow
  private let contexts: WriteContexts
  private var (tables, movedTables): (Set<Int64>, Set<Int64>)

  struct Birth {
    let write: Write
    /// A digest of the values as the inserting machine sent them.
    let digest: Int64
    /// A digest of the rows that it referenced on its machine.
    var meaning: Int64 = 0
    var place: RowPlace

    /// Whether both are the same row, which two machines may have inserted alike.
    func isSame(as other: Birth) -> Bool {
      write == other.write || (digest, meaning) == (other.digest, other.meaning)
    }
  }

  init(_ shadow: Shadow, _ contexts: WriteContexts) throws(SyncError) {
    (self.shadow, self.contexts) = (shadow, contexts)
    tables = try shadow.tables(in: "birth")
    movedTables = try shadow.tables(in: "birth", where: "place IS NOT NULL")
  }

  /// Whether a table has rows whose keys have changed since their insertion.
  func haveMoved(_ table: SyncedTable) -> Bool { movedTables.contains(table.id) }

  func of(_ key: RowPlace) throws(SyncError) -> [Birth] {
    guard tables.contains(key.table.id) else { return [] }
    return try shadow.rows(
      "SELECT \(Self.columns) FROM birth WHERE tbl = ? AND key = ?", key.bindings
    ) { Self.birth($0, key.table) }
  }

  private static let columns = "machine, number, digest, meaning, coalesce(place, key)"

  private static func birth(_ row: PreparedStatement, _ table: SyncedTable) -> Birth {
    Birth(
      write: Write(machine: row.integer(at: 0), number: row.integer(at: 1)), digest: row.integer(at: 2),
      meaning: row.integer(at: 3), place: RowPlace(table, packed: row.value(at: 4)))
  }

  /// The insertions of the row that now has a key.
  func at(_ place: RowPlace) throws(SyncError) -> [Write] {
    guard tables.contains(place.table.id) else { return [] }
    let sql = """
      SELECT machine, number FROM birth WHERE tbl = ?1 AND key = ?2 AND place IS NULL
      UNION ALL SELECT machine, number FROM birth WHERE tbl = ?1 AND place = ?2
      """
    return try shadow.rows(sql, place.bindings) {
      Write(machine: $0.integer(at: 0), number: $0.integer(at: 1))
    }
  }

  func add(_ birth: Birth, key: RowPlace, beside others: [Birth]) throws(SyncError) {
    tables.insert(key.table.id)
    if birth.place != key { movedTables.insert(key.table.id) }
    try shadow.run(
      "INSERT OR REPLACE INTO birth VALUES (?, ?, ?, ?, ?, ?, nullif(?, ?2), NULL)",
      key.bindings + [
        .integer(birth.write.machine), .integer(birth.write.number), .integer(birth.digest),
        .integer(birth.meaning), birth.place.packed,
      ])
    guard key.table.hasFreeKey, !others.isEmpty else { return }
    for birth in others + [birth] {
      try shadow.run(
        "UPDATE birth SET free = ? WHERE tbl = ? AND key = ? AND machine = ? AND number = ? AND free IS NULL",
        [freeKey(for: key, birth).packed] + key.bindings
          + [.integer(birth.write.machine), .integer(birth.write.number)])
    }
  }

  func move(_ place: RowPlace, to new: RowPlace) throws(SyncError) {
    movedTables.insert(place.table.id)
    let values = [new.packed] + place.bindings
    guard place.table.hasFreeKey else {
      // The key of such a row is what it references, so its insertion is found by the new key.
      return try shadow.run(
        "UPDATE OR REPLACE birth SET key = ?, place = NULL WHERE tbl = ? AND key = ?", values)
    }
    try shadow.run("UPDATE birth SET place = nullif(?1, key) WHERE tbl = ?2 AND place = ?3", values)
    try shadow.run("UPDATE birth SET place = ?1 WHERE tbl = ?2 AND key = ?3 AND place IS NULL", values)
  }

  // MARK: Which row a key means

  func place(of key: RowPlace, _ context: FileContext) throws(SyncError) -> RowPlace {
    guard haveMoved(key.table) else { return key }
    let births = try of(key)
    if let birth = try holder(of: births, context) { return birth.place }
    return try freed(key).first?.place ?? key
  }

  /// The insertions of the row that got this key because another row kept its original one.
  private func freed(_ key: RowPlace) throws(SyncError) -> [Birth] {
    try shadow.rows(
      "SELECT \(Self.columns) FROM birth WHERE tbl = ? AND free = ?", key.bindings
    ) { Self.birth($0, key.table) }
  }

  /// An identifier of the row that a key means in a file, the same on every machine; 0 for an original row.
  func meaning(of key: RowPlace, _ context: FileContext) throws(SyncError) -> Int64 {
    guard tables.contains(key.table.id) else { return 0 }
    var birth = try holder(of: try of(key), context)
    if birth == nil, key.table.hasFreeKey { birth = try freed(key).first }
    guard let birth, birth.write != .beginning else { return 0 }
    return Int64(bitPattern: PackedBytes.digest([.integer(birth.digest), .integer(birth.meaning)]))
  }

  /// The insertion whose row is meant by a shared key in a file.
  private func holder(of births: [Birth], _ context: FileContext) throws(SyncError) -> Birth? {
    // A joining copy has its own row under this key.
    if context.isJoining, let own = births.first(where: { $0.write == context.write }) { return own }
    return try holder(of: births.filter { context.follows($0.write) })
  }

  /// Decides which insertion keeps the key: of those that no later one had seen, that of the first machine by name.
  func holder(of births: [Birth]) throws(SyncError) -> Birth? {
    if births.count < 2 { return births.first }
    var (best, name): (Birth?, String) = (nil, "")
    for birth in births {
      var isReplaced = false
      for other in births where other.write != birth.write {
        isReplaced = try contexts.of(other.write).knows(birth.write)
        if isReplaced { break }
      }
      if isReplaced { continue }
      let machine = try shadow.name(of: birth.write.machine)
      if best == nil || (machine, birth.write.number) < (name, best?.write.number ?? 0) {
        (best, name) = (birth, machine)
      }
    }
    return best
  }

  /// The new key for a row whose key another row keeps: above 2^40, and the same on every machine.
  func freeKey(for key: RowPlace, _ birth: Birth) -> RowPlace {
    let hash = PackedBytes.digest([
      .text(Text(key.table.name)), key.key[0], .integer(birth.digest), .integer(birth.meaning),
    ])
    return RowPlace(key.table, [.integer(1 << 40 + Int64(hash & (1 << 40 - 1)))])
  }
}
