import Platform
import Records
import SQLite

/// What is written down before the library is committed.
///
/// It says what is being done, and by which rows it can be told whether the library has been committed: the shadow is committed
/// after it, and a program may be killed in between.
struct Intent {
  let work: MergeWork
  /// The rows that the library refuses, with what it says.
  var refused: [(table: String, key: Value, note: String)] = []
  /// Some of the rows that change, with what they hold before and after; nothing for no row.
  var samples: [(table: String, key: Value, old: Value, new: Value)] = []

  /// How many rows are written down, and how many are looked at for that.
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

  /// Reads the file; nil if there is none, or if it is not whole, and then nothing was committed.
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

  /// Whether the library has been committed.
  ///
  /// Then more of it is as it should be afterwards than as it was before; somebody may have changed some of it since.
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

  /// Whether a row is still the one of a sample.
  ///
  /// Most of what that held is the same then, or the key alone says so. A key that was free may have been given to another row.
  private static func isSame(_ held: [Value]?, _ sample: [Value]?, _ table: SyncedTable) -> Bool {
    guard let held, let sample, held.count == sample.count else { return false }
    let told = sample.indices.filter { $0 >= table.keyCount && !sample[$0].isNull }
    let sameCount = told.count { held[$0] == sample[$0] }
    return told.isEmpty ? !table.hasFreeKey : 2 * sameCount > told.count
  }

  /// The values that a sample has of a row; nil if the row was not there.
  private static func values(_ sample: Value) -> [Value]? { sample.bytes.flatMap { PackedBytes.unpack($0) } }

  /// Brings the shadow to the state in which it would have been committed.
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
