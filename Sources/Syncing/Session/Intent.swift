import Platform
import Records
import SQLite

/// Written to disk before the library is committed, with sample rows that show after a crash whether it was.
struct Intent {
  let head: CommitName
  private var refused: [(table: Text, name: RowName, note: String)] = []
  /// Some of the changed rows, with their old and new values; NULL for no row.
  private var samples: [(table: Text, key: Value, old: Value, new: Value)] = []

  private static let (sampleCount, mostLookedAt) = (64, 10_000)

  init(_ head: CommitName, _ shadow: Shadow) throws(SyncError) {
    self.head = head
    for (id, key, old) in try shadow.rows(
      "SELECT tbl, key, old FROM temp.changed LIMIT \(Self.mostLookedAt)", [],
      { ($0.integer(at: 0), $0.value(at: 1), $0.value(at: 2)) })
    where samples.count < Self.sampleCount {
      guard let table = shadow.table(id) else { continue }
      let held = try shadow.held(at: RowPlace(table, packed: key))
      let new = held.map { Value.blob(PackedBytes.pack($0.values)) } ?? .null
      if new != old { samples.append((table.treeName, key, old, new)) }
    }
    for (id, name, note) in try shadow.rows(
      "SELECT tbl, rid, note FROM refused", [], { ($0.integer(at: 0), $0.rowName(at: 1), $0.string(at: 2)) })
    {
      guard let table = shadow.table(id), let name else { continue }
      refused.append((table.treeName, name, note))
    }
  }

  // MARK: The file

  func write(to path: String) throws(SyncError) {
    var values: [Value] = [.text(Text(head.hex)), .integer(Int64(refused.count))]
    for row in refused { values += [.text(row.table), .blob(row.name.bytes), .text(Text(row.note))] }
    for row in samples { values += [.text(row.table), row.key, row.old, row.new] }
    do throws(SystemError) {
      try WholeFile.write(PackedBytes.pack(values), to: path, isPrivate: true)
    } catch { throw .file(path: path, error) }
  }

  /// Nil if the file is missing or incomplete, in which case nothing was committed.
  init?(_ path: String) {
    guard let bytes = try? DescriptorBytes.readAll(path), let values = PackedBytes.unpack(bytes) else {
      return nil
    }
    func text(_ value: Value) -> Text { Text(bytes: value.bytes ?? []) }
    var rest = values[...]
    guard let head = rest.popFirst(), case .integer(let count)? = rest.popFirst(), count >= 0,
      rest.count >= 3 * Int(count)
    else { return nil }
    self.head = CommitName(text(head).string)
    for _ in 0..<count {
      let (table, name, note) = (text(rest.removeFirst()), rest.removeFirst(), text(rest.removeFirst()))
      if let name = RowName(bytes: name.bytes ?? []) { refused.append((table, name, note.string)) }
    }
    while rest.count >= 4 {
      samples.append((text(rest.removeFirst()), rest.removeFirst(), rest.removeFirst(), rest.removeFirst()))
    }
  }

  // MARK: After a crash

  /// Whether the library was committed: most samples then have their new values, even if other programs changed some since.
  func isDone(in shadow: Shadow) throws(SyncError) -> Bool {
    var (before, after) = (0, 0)
    for row in samples {
      guard let table = shadow.table(row.table) else { continue }
      let held = try shadow.library(RowPlace(table, packed: row.key))
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

  /// Whether a row has most values of a sample; otherwise it is another row with a reused key.
  private static func isSame(_ held: [Value]?, _ sample: [Value]?, _ table: SyncedTable) -> Bool {
    guard let held, let sample, held.count == sample.count else { return false }
    let told = sample.indices.filter { $0 >= table.keyCount && !sample[$0].isNull }
    let sameCount = told.count { held[$0] == sample[$0] }
    return told.isEmpty ? !table.hasFreeKey : 2 * sameCount > told.count
  }

  private static func values(_ sample: Value) -> [Value]? { sample.bytes.flatMap { PackedBytes.unpack($0) } }

  func noteRefused(in shadow: Shadow) throws(SyncError) {
    for row in refused {
      if let table = shadow.table(row.table) { try shadow.refuse(row.name, of: table, note: row.note) }
    }
  }
}
