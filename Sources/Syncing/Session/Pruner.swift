import Records
import SQLite

/// Forgets a write once every machine has taken it.
///
/// A machine may also have begun with a snapshot, and nobody has heard of it yet: what came after the last but one is kept.
struct Pruner {
  private let shadow: Shadow

  init(_ shadow: Shadow) { self.shadow = shadow }

  func run() throws(SyncError) {
    let own = try shadow.text("machine") ?? ""
    let taken = try shadow.taken
    var floors = taken
    for (name, known) in try shadow.rows(
      "SELECT name, known FROM machine WHERE id > 0", [],
      {
        ($0.string(at: 0), $0.string(at: 1))
      }) where name != own
    {
      var vector = CausalVector(text: known) ?? CausalVector()
      vector[name] = taken[name]
      for machine in taken.numbers.keys { floors[machine] = min(floors[machine], vector[machine]) }
    }
    let snapshot = CausalVector(text: try shadow.text("snapshot before") ?? "") ?? CausalVector()
    for machine in taken.numbers.keys { floors[machine] = min(floors[machine], snapshot[machine]) }
    if floors.numbers.isEmpty { return }
    try shadow.set("pruned", .text(Text(floors.text)))
    var indexed: [Int64: Int64] = [:]
    for machine in taken.numbers.keys where floors[machine] > 0 {
      indexed[try shadow.index(of: machine)] = floors[machine]
    }
    for (machine, number) in indexed { try prune(machine, upTo: number) }
    try pruneDeleted(upTo: indexed)
    try shadow.run(
      """
      DELETE FROM image WHERE reason = 0
        AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.tbl = image.tbl AND entry.key = image.key)
      """)
  }

  private func prune(_ machine: Int64, upTo number: Int64) throws(SyncError) {
    let known: [Value] = [.integer(machine), .integer(number)]
    // Of a row in question nothing is forgotten, nor of a cell with several values.
    try shadow.run(
      """
      DELETE FROM entry WHERE machine = ? AND number <= ? AND (col < 0 OR value IS NULL)
        AND NOT EXISTS (SELECT 1 FROM entry AS other WHERE other.tbl = entry.tbl AND other.key = entry.key
          AND (other.col < 0 OR entry.col < 0 OR other.col = entry.col)
          AND (other.col, other.machine) <> (entry.col, entry.machine))
      """, known)
  }

  /// Forgets the writes to deleted rows together with the deletions, which knew them.
  private func pruneDeleted(upTo floors: [Int64: Int64]) throws(SyncError) {
    let entries = try Entries(shadow, WriteContexts(shadow))
    let sql = """
      SELECT DISTINCT entry.tbl, entry.key FROM entry JOIN entry AS other USING (tbl, key)
      WHERE entry.col = \(Entry.deletion) AND (other.col, other.machine) <> (entry.col, entry.machine)
      """
    for (id, key) in try shadow.rows(sql, [], { ($0.integer(at: 0), $0.value(at: 1)) }) {
      guard let place = shadow.table(id).map({ RowPlace($0, packed: key) }) else { continue }
      let all = try entries.of(place)
      guard all.allSatisfy({ $0.write.number <= floors[$0.write.machine, default: 0] }),
        try entries.needs(of: all).isEmpty
      else { continue }
      for entry in all { try entries.remove(entry, at: place) }
    }
  }
}
