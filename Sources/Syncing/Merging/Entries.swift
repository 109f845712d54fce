import Records
import SQLite

/// The latest concurrent writes of each cell.
final class Entries {
  private let shadow: Shadow
  private let contexts: WriteContexts
  private var (tables, tablesWithDeletions): (Set<Int64>, Set<Int64>)

  /// The rows that may have entries; filled only after enough queries to pay off.
  private var filter: KeyFilter?
  private var askedCount = 0
  private static let filledAfter = 2_000

  init(_ shadow: Shadow, _ contexts: WriteContexts) throws(SyncError) {
    (self.shadow, self.contexts) = (shadow, contexts)
    tables = try shadow.tables(in: "entry")
    tablesWithDeletions = try shadow.tables(in: "entry", where: "col = \(Entry.deletion)")
  }

  func of(_ place: RowPlace) throws(SyncError) -> [Entry] {
    guard try mayHave(place) else { return [] }
    return try shadow.rows(
      "SELECT col, machine, number, value, old FROM entry WHERE tbl = ? AND key = ?", place.bindings
    ) {
      Entry(
        column: Int($0.integer(at: 0)), write: Write(machine: $0.integer(at: 1), number: $0.integer(at: 2)),
        value: Self.value($0.value(at: 3)), old: Self.value($0.value(at: 4)))
    }
  }

  private func mayHave(_ place: RowPlace) throws(SyncError) -> Bool {
    guard tables.contains(place.table.id) else { return false }
    if let filter { return filter.mayContain(place.table.id, place.packed) }
    askedCount += 1
    if askedCount < Self.filledAfter { return true }
    var filter = KeyFilter()
    try store { () throws(StoreError) in
      try shadow.connection.uncachedStatement("SELECT tbl, key FROM entry").forEachRow { row in
        filter.insert(row.integer(at: 0), row.value(at: 1))
      }
    }
    self.filter = filter
    return filter.mayContain(place.table.id, place.packed)
  }

  func move(_ place: RowPlace, to new: RowPlace) throws(SyncError) {
    filter?.insert(new.table.id, new.packed)
    try shadow.run(
      "UPDATE OR REPLACE entry SET key = ? WHERE tbl = ? AND key = ?", [new.packed] + place.bindings)
    try shadow.run(
      "UPDATE OR REPLACE open SET key = ? WHERE tbl = ? AND key = ?", [new.packed] + place.bindings)
  }

  func noteOpen(_ place: RowPlace) throws(SyncError) {
    try shadow.run("INSERT OR IGNORE INTO open VALUES (?, ?)", place.bindings)
  }

  func deletions(of place: RowPlace) throws(SyncError) -> [Entry] {
    guard tablesWithDeletions.contains(place.table.id) else { return [] }
    return try of(place).filter { $0.column == Entry.deletion }
  }

  /// The writes of a row that no deletion had seen, and which therefore keep the row; all of them if there is no deletion.
  func needs(of all: [Entry]) throws(SyncError) -> [Entry] {
    let deletions = all.filter { $0.column == Entry.deletion }
    var needs: [Entry] = []
    for entry in all where entry.column != Entry.deletion {
      var isKnown = false
      for deletion in deletions where !isKnown {
        isKnown = try contexts.of(deletion.write).knows(entry.write)
      }
      if !isKnown { needs.append(entry) }
    }
    return needs
  }

  /// Records writes that need a deleted row, unless a deletion had seen them.
  func addNeeds(_ writes: [Write], at place: RowPlace) throws(SyncError) {
    let deletions = try deletions(of: place)
    for entry in try needs(of: deletions + writes.map { Entry(column: Entry.need, write: $0) }) {
      try add(entry, at: place)
    }
  }

  /// Whether a deletion conflicts with a write that it had not seen.
  func isInQuestion(_ place: RowPlace) throws(SyncError) -> Bool {
    if try deletions(of: place).isEmpty { return false }
    return try !needs(of: try of(place)).isEmpty
  }

  private static func value(_ packed: Value) -> Value? {
    packed.bytes.flatMap { PackedBytes.unpack($0)?.first }
  }

  func add(_ entry: Entry, at place: RowPlace) throws(SyncError) {
    tables.insert(place.table.id)
    filter?.insert(place.table.id, place.packed)
    if entry.column == Entry.deletion { tablesWithDeletions.insert(place.table.id) }
    if entry.column < 0 || entry.value != nil { try noteOpen(place) }
    func packed(_ value: Value?) -> Value { value.map { .blob(PackedBytes.pack([$0])) } ?? .null }
    try shadow.run(
      "INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)",
      place.bindings + [
        .integer(Int64(entry.column)), .integer(entry.write.machine), .integer(entry.write.number),
        packed(entry.value), packed(entry.old),
      ])
  }

  func remove(_ entry: Entry, at place: RowPlace) throws(SyncError) {
    if entry.column == Entry.deletion { try noteOpen(place) }
    try shadow.run(
      "DELETE FROM entry WHERE tbl = ? AND key = ? AND col = ? AND machine = ?",
      place.bindings + [.integer(Int64(entry.column)), .integer(entry.write.machine)])
  }

  /// Removes the writes that a file's machine had seen, and returns the others.
  ///
  /// - Parameter isReplaced: Whether a new write by that machine to the same cell follows, which replaces its last one.
  func removeKnown(
    _ writes: [Entry], to context: FileContext, at place: RowPlace, isReplaced: Bool = false
  ) throws(SyncError) -> [Entry] {
    if writes.isEmpty { return writes }
    var rest: [Entry] = []
    for entry in writes {
      guard context.knows(entry.write) else {
        rest.append(entry)
        continue
      }
      if isReplaced, entry.write.machine == context.write.machine { continue }
      try remove(entry, at: place)
    }
    return rest
  }
}

/// Rules out most rows without entries, without a query: a Bloom filter with one hash (Bloom, "Space/time trade-offs in hash
/// coding with allowable errors", 1970).
struct KeyFilter {
  /// 2^22 bits: with entries for 100,000 rows, 2 % false positives.
  private var words = [UInt64](repeating: 0, count: 1 << 16)

  mutating func insert(_ table: Int64, _ key: Value) {
    let bit = Self.bit(table, key)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  func mayContain(_ table: Int64, _ key: Value) -> Bool {
    let bit = Self.bit(table, key)
    return words[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  private static func bit(_ table: Int64, _ key: Value) -> Int {
    var hash = UInt64(bitPattern: table) &+ 0xcbf2_9ce4_8422_2325
    if case .integer(let key) = key { hash = (hash ^ UInt64(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15 }
    for byte in key.bytes ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int((hash >> 32 ^ hash) & 0x3F_FFFF)
  }
}
