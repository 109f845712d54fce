import Platform
import Records
import SQLite

/// Written to disk before the library is committed, with sample rows that tell after a crash whether it was.
struct Intent {
  let work: MergeWork
  var refused: [(table: String, key: Value, note: String)] = []
  /// Some of the changed rows, with their values before and after; NULL for no row.
  var samples: [(table: String, key: Value, old: Value, new: Value)] = []

  /// How many samples are written, and how many rows are examined for them.
  private static let (sampleCount, mostLookedAt) = (64, 10_000)

  init(_ work: MergeWork, _ rows: SharedRows) throws(SyncError) {
    self.work = work
    let shadow = rows.shadow
    for (id, key, old) in try shadow.rows(
      "SELECT tbl, key, old FROM temp.changed LIMIT \(Self.mostLookedAt)", [],
      { ($0.integer(at: 0), $0.value(at: 1), $0.value(at: 2)) })
    where samples.count < Self.sampleCount {
      guard let table = shadow.table(id) else { continue }
      let new = try rows.row(RowPlace(table, packed: key)).map { Value.blob(PackedBytes.pack($0)) } ?? .null
      if new != old { samples.append((table.name, key, old, new)) }
    }
    let notes =
      "SELECT i.tbl, i.key, i.note FROM image i JOIN temp.changed c ON c.tbl = i.tbl AND c.key = i.key WHERE i.reason = 1"
    for (id, key, note) in try shadow.rows(
      notes, [], { ($0.integer(at: 0), $0.value(at: 1), $0.string(at: 2)) })
    {
      if let table = shadow.table(id) { refused.append((table.name, key, note)) }
    }
  }

  // MARK: The file

  func write(to path: String) throws(SyncError) {
    var values = work.values + [.integer(Int64(refused.count))]
    for row in refused { values += [.text(Text(row.table)), row.key, .text(Text(row.note))] }
    for row in samples { values += [.text(Text(row.table)), row.key, row.old, row.new] }
    do throws(SystemError) {
      let file = try WholeFile(path, replaces: true, isPrivate: true)
      try DescriptorBytes.writeAll(PackedBytes.pack(values), to: file.descriptor)
      try file.finish()
    } catch { throw .file(path: path, error) }
  }

  /// Reads the file; nil if it is missing or incomplete, in which case nothing was committed.
  init?(_ path: String) {
    guard let bytes = try? DescriptorBytes.readAll(path), let values = PackedBytes.unpack(bytes) else {
      return nil
    }
    var rest = values[...]
    guard let work = MergeWork(&rest), case .integer(let count)? = rest.popFirst(),
      count >= 0, rest.count >= 3 * Int(count)
    else { return nil }
    self.work = work
    func text(_ value: Value) -> String { value.bytes.map { String(decoding: $0, as: UTF8.self) } ?? "" }
    for _ in 0..<count {
      refused.append((text(rest.removeFirst()), rest.removeFirst(), text(rest.removeFirst())))
    }
    while rest.count >= 4 {
      samples.append((text(rest.removeFirst()), rest.removeFirst(), rest.removeFirst(), rest.removeFirst()))
    }
  }

  // MARK: After a crash

  /// Whether the library was committed: most samples then have their later values, unless other programs changed them since.
  func isDone(in shadow: Shadow) throws(SyncError) -> Bool {
    var (before, after) = (0, 0)
    for row in samples {
      guard let table = shadow.table(named: row.table) else { continue }
      let held = try LibraryDiff(shadow: shadow).row(of: RowPlace(table, packed: row.key))
      switch (Self.values(row.old), Self.values(row.new)) {
      case (let old?, let new?):
        guard let held, held.count == old.count, held.count == new.count else { continue }
        let changed = held.indices.filter { old[$0] != new[$0] }
        before += changed.count { held[$0] == old[$0] }
        after += changed.count { held[$0] == new[$0] }
      case (let old, let new):
        if held == nil && old == nil || Self.isSame(held, old, table) { before += 1 }
        if held == nil && new == nil || Self.isSame(held, new, table) { after += 1 }
      }
    }
    return after > before
  }

  /// Whether most values of a row are those of a sample, so that it is not another row with a reused key.
  private static func isSame(_ held: [Value]?, _ sample: [Value]?, _ table: SyncedTable) -> Bool {
    guard let held, let sample, held.count == sample.count else { return false }
    let told = sample.indices.filter { $0 >= table.keyCount && !sample[$0].isNull }
    let sameCount = told.count { held[$0] == sample[$0] }
    return told.isEmpty ? !table.hasFreeKey : 2 * sameCount > told.count
  }

  private static func values(_ sample: Value) -> [Value]? { sample.bytes.flatMap { PackedBytes.unpack($0) } }

  func adopt(_ shadow: Shadow, _ held: HeldTables) throws(SyncError) {
    let merger = try Merger(shadow)
    try work.run(merger, held)
    try merger.rows.endJoining()
    for row in refused {
      guard let table = shadow.table(named: row.table) else { continue }
      try merger.rows.refuse(RowPlace(table, packed: row.key), note: row.note)
    }
    try shadow.set("stamp", "")
  }
}
