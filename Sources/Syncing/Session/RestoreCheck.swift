import Records
import SQLite

/// Detects that the library is as it was after an earlier sync, as if restored from a backup.
struct RestoreCheck {
  private let shadow: Shadow
  private let lines: TreeLines
  private let commits: TreeCommits

  private static let count = 20

  init(_ shadow: Shadow, _ lines: TreeLines, _ commits: TreeCommits) {
    (self.shadow, self.lines, self.commits) = (shadow, lines, commits)
  }

  /// Shows whether the library's file was replaced: other programs only increase its count of changes.
  private var state: (identity: String, count: UInt32) {
    (Identity.of(shadow.library), shadow.connection.changeCount(of: "lib") ?? 0)
  }

  func note(_ head: CommitName, seconds: Int64) throws(SyncError) {
    let (identity, count) = state
    try shadow.set("identity", identity)
    try shadow.set("changes", String(count))
    if try shadow.exists("SELECT 1 FROM past WHERE head = ?", [.text(Text(head.hex))]) { return }
    try shadow.run("INSERT INTO past VALUES (NULL, ?, ?)", [.text(Text(head.hex)), .integer(seconds)])
    try shadow.run(
      "DELETE FROM past WHERE id <= (SELECT max(id) FROM past) - ?", [.integer(Int64(Self.count))])
  }

  /// The earlier sync whose state the library has; nil if there is none.
  func restored() throws(SyncError) -> (head: CommitName, seconds: Int64)? {
    guard let head = try shadow.head, let identity = try shadow.text("identity"),
      let count = try shadow.text("changes").flatMap({ UInt32($0) })
    else { return nil }
    // With a write-ahead log, SQLite need not count every change.
    let hasLog = (FileStamp.logSize(shadow.library) ?? 0) > 0
    if state.identity == identity, state.count > count || hasLog { return nil }
    let past = try shadow.rows("SELECT head, seconds FROM past ORDER BY id DESC") {
      (head: CommitName($0.string(at: 0)), seconds: $0.integer(at: 1))
    }
    // Among several matching syncs, the one that differs most from the present is the most convincing.
    var (restored, most): ((head: CommitName, seconds: Int64)?, Int) = (nil, 0)
    for commit in past where commit.head != head {
      let count = try explainedCount(commit.head, head)
      if count > most { (restored, most) = (commit, count) }
    }
    return restored
  }

  /// Sets the shadow back, so that the library is brought forward and not sent.
  func takeBack(to past: CommitName) throws(SyncError) {
    guard let head = try shadow.head else { return }
    try commits.forEachChange(from: past, to: head) { old, new throws(SyncError) in
      guard let table = shadow.table(new.table) else { return }
      // The search needs the key that the shadow still has.
      let former = try old.flatMap { old throws(SyncError) in try library(old, table) }
      if let held = try shadow.held(new.name, of: table) {
        try vacate(RowPlace(table, table.key(of: held.values)))
      }
      if let values = former {
        // Another row may have taken the key since.
        try vacate(RowPlace(table, table.key(of: values)))
        try shadow.put(HeldRow(name: new.name, plus: 0, values: values), in: table)
      }
      try shadow.touch(new.name, of: new.table)
    }
  }

  /// Forgets the row at a key, after storing the lines that are derived from it.
  private func vacate(_ place: RowPlace) throws(SyncError) {
    guard let name = try shadow.name(at: place) else { return }
    try lines.materialize(name, of: place.table)
    try lines.materializeRows(pointingTo: place)
    try shadow.remove(place)
  }

  /// The number of rows that have changed since an earlier sync, if the library has all of them as they were then; otherwise
  /// 0.
  private func explainedCount(_ past: CommitName, _ head: CommitName) throws(SyncError) -> Int {
    var (count, differs) = (0, false)
    // The old places of rows that have changed since, and places that now seem to have another row.
    var (former, reused): (Set<RowPlace>, Set<RowPlace>) = ([], [])
    do throws(SyncError) {
      try commits.forEachChange(from: past, to: head) { old, new throws(SyncError) in
        guard let table = shadow.table(new.table) else { return }
        count += 1
        // Even a row that was deleted then existed if another row referenced it.
        if let found = try old.flatMap({ old throws(SyncError) in try library(old, table) }) {
          former.insert(RowPlace(table, table.key(of: found)))
        } else if old?.presence.hasPlus ?? false {
          throw .libraryChanges
        } else if let held = try shadow.held(new.name, of: table) {
          let place = RowPlace(table, table.key(of: held.values))
          if try shadow.library(place) != nil { reused.insert(place) }
        }
      }
    } catch {
      guard error == .libraryChanges else { throw error }
      differs = true
    }
    if differs { return 0 }
    for place in reused.subtracting(former) where try !isHeldElsewhere(place) { return 0 }
    return count
  }

  /// The library's row with exactly the values of a row of the tree.
  private func library(_ row: TreeRow, _ table: SyncedTable) throws(SyncError) -> [Value]? {
    for key in try keys(of: row, table) {
      if let values = try shadow.library(RowPlace(table, key)), try areThose(of: row, values, table) {
        return values
      }
    }
    return try table.hasFreeKey ? found(row, table) : nil
  }

  /// Finds the row by its values, because its key is unknown if several machines had claimed it.
  private func found(_ row: TreeRow, _ table: SyncedTable) throws(SyncError) -> [Value]? {
    var (conditions, values): ([String], [Value]) = ([], [])
    for place in table.cellPlaces {
      guard case .value(let value)? = row[table.births[place]].writes.first?.value else { continue }
      conditions.append("\(quoted(table.columns[place].name)) IS ?")
      values.append(value)
    }
    for found in try shadow.library(table, where: conditions, values)
    where try areThose(of: row, found, table) {
      return found
    }
    return nil
  }

  /// Whether the library's row at a place has another key in the shadow.
  private func isHeldElsewhere(_ place: RowPlace) throws(SyncError) -> Bool {
    let table = place.table
    guard table.hasFreeKey, let values = try shadow.library(place) else { return false }
    let conditions = table.cellPlaces.map { "c\($0) IS ?" }.joined(separator: " AND ")
    let sql = "SELECT 1 FROM \(table.shadowName) WHERE c0 <> ? AND rid IS NOT NULL AND \(conditions)"
    return try shadow.exists(sql, values)
  }

  private func areThose(of row: TreeRow, _ values: [Value], _ table: SyncedTable) throws(SyncError) -> Bool {
    for place in table.cellPlaces {
      guard let value = row[table.births[place]].writes.first?.value else { return false }
      if let keys = try keys(referencedBy: value, at: place, table) {
        if !keys.contains([values[place]]) { return false }
      } else if try lines.treeValue(of: values[place], at: place, in: table) != value {
        return false
      }
    }
    return true
  }

  /// The possible keys of a row: the library's, and the one that it was born with.
  private func keys(of row: TreeRow, _ table: SyncedTable) throws(SyncError) -> [[Value]] {
    var keys: [[Value]] = []
    if let held = try shadow.held(row.name, of: table) { keys.append(table.key(of: held.values)) }
    if table.hasFreeKey {
      if let number = row.key.number { keys.append([.integer(number)]) }
      return keys
    }
    var key: [Value] = []
    for place in 0..<table.keyCount {
      guard let value = row[table.births[place]].writes.first?.value else { return keys }
      if let first = try self.keys(referencedBy: value, at: place, table)?.first?.first {
        key.append(first)
      } else if case .value(let value) = value {
        key.append(value)
      }
    }
    return key.count == table.keyCount ? keys + [key] : keys
  }

  /// The possible keys of the row that a cell references; nil if there is no reference.
  private func keys(
    referencedBy value: TreeValue, at place: Int, _ table: SyncedTable
  ) throws(SyncError) -> [[Value]]? {
    guard let name = value.row, let target = shadow.target(of: place, in: table), target.hasFreeKey,
      let row = try lines.row(name, of: target.treeName)
    else { return nil }
    return try keys(of: row, target)
  }
}
