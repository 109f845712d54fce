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
    for machine in taken.numbers.keys where floors[machine] > 0 {
      try prune(try shadow.index(of: machine), upTo: floors[machine])
    }
    // What the holder of a key is worked out from stays together.
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
    try shadow.run(
      """
      DELETE FROM birth WHERE machine = ? AND number <= ? AND place = key
        AND NOT EXISTS (SELECT 1 FROM birth AS other WHERE other.tbl = birth.tbl AND other.key = birth.key
          AND (other.machine, other.number) <> (birth.machine, birth.number))
      """, known)
  }
}
